"""The parts of the benchmark of phones beside the installation: its event, and its clients."""
