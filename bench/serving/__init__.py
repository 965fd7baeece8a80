"""The parts of the benchmark of serving beside the installation: its peer, and its clients."""
