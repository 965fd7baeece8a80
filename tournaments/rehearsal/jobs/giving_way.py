"""A worker that writes one transaction after the other gives way to whoever waits to write.

SQLite lets one write at a time and keeps no queue: whoever waits tries ten times a second, and
would hardly ever find the moment between two transactions that follow at once.
"""

from __future__ import annotations

import time

from django.db import connection

EVERY_S = 0.8
MOMENT_S = 0.12

_gave = time.monotonic()


def give_way() -> None:
    """Rests for a moment where others have had none for a while; not inside a transaction."""
    global _gave  # noqa: PLW0603 - what this process has seen
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return
    if time.monotonic() - _gave > EVERY_S:
        time.sleep(MOMENT_S)
        _gave = time.monotonic()
