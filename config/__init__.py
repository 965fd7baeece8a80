"""What knows every app: settings, addresses, the task queue, and what starts it all."""
