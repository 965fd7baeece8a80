"""Benchmarks: each prints a table, with peers beside us where there are any."""
