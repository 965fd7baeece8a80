"""The parts of the benchmark of entering results: its settings, its event, its peer."""
