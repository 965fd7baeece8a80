"""Contention: what is certain by arithmetic, and how likely the rest is by simulation."""
