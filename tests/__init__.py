"""The tests, and what they stand on."""
