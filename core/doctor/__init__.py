"""Looks for trouble in an installation, and says what to do about it."""
