"""COP, contender-optimised pairing: late rounds in which everybody meets somebody who matters.

`simulation` plays the rest of an event many times; the forecast of who can still win uses it too.
"""
