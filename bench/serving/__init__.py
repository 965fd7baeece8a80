"""What the benchmark of serving starts beside the installation: its peer, and who asks."""
