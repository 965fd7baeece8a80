"""Rows that nobody misses: their commit does not wait for the disk.

A commit on SQLite holds the write lock until the disk has it, which takes a laptop five
milliseconds or fifty. A page that can be made again, or how often a link has sent within a minute,
is not worth that: results wait for the same lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import connection

_AT_ONCE, _LATER = "PRAGMA synchronous=FULL", "PRAGMA synchronous=NORMAL"


@contextmanager
def unsynced() -> Iterator[None]:
    """Has what this thread commits in the block be on the disk with the next commit that waits.

    When the power fails before that, it was never committed, and nothing else is lost; when the
    program ends, it is there. A block within a transaction is left as it is, and PostgreSQL, where
    commits do not wait for one another. A connection that cannot be told to wait again is closed.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    raw: Any = connection.connection
    with suppress(sqlite3.Error):  # The block then waits for the disk, as any other does.
        raw.execute(_LATER)
    try:
        yield
    finally:
        # It may have been closed meanwhile: the next one is opened as always.
        if connection.connection is raw:
            try:
                raw.execute(_AT_ONCE)
            except sqlite3.Error:
                connection.close()
