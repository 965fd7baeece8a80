"""The limits of a folder, beyond which it is refused instead of read."""

from __future__ import annotations

MAX_BYTES = 16 * 1024 * 1024
MAX_CONFIG_BYTES = 1024 * 1024
MAX_LINES = 20_000
MAX_LINE = 64 * 1024
MAX_REMARKS = 1000
MAX_SENTENCE = 300
MAX_DIVISIONS = 100
MAX_PLAYERS = 2000
MAX_ROUNDS = 200
MAX_RATING = 99_999
MAX_POINTS = 99_999
MAX_BOARD = 9_999
MAX_DEPTH = 16
