"""What the benchmark of entering results starts: its settings, its event, its peer."""
