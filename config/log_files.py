"""The files that logs are written to: each is put aside when it is large, and no line is lost.

`start.py up` gives every process a file as its standard error and names it in `LOG_FILE`. Only that
program renames it; the processes look before each line whether the file of that name is still the
one they write to, and else go on in a new one. A line written in between ends up in the older file.
A program that is not ours is told the name, and has to open the file for each line, as Valkey does.
"""

import contextlib
import logging
import os
import sys
from pathlib import Path
from typing import IO

LOG_FILE = "WALLCHART_LOG_FILE"
LIMIT = 10_000_000
KEPT = 4
"""How many full files are kept beside the current one; `web.1.log` is the youngest."""


def open_log(path: Path) -> IO[bytes]:
    """Open a log for lines to be added, readable by its owner alone. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return os.fdopen(descriptor, "ab", buffering=0)


def rotate(path: Path, *, limit: int = LIMIT) -> None:
    """Put a log aside when it is larger than `limit` bytes; the oldest of those put aside goes.

    The new one is made at once, for its owner alone: a program that is not ours would let others
    read it. Nothing is done where the system holds on to a file that is open, or there is none.
    """
    with contextlib.suppress(OSError):
        if path.stat().st_size <= limit:
            return
        for number in range(KEPT - 1, 0, -1):
            with contextlib.suppress(FileNotFoundError):
                _aside(path, number).replace(_aside(path, number + 1))
        path.replace(_aside(path, 1))
        open_log(path).close()


def _aside(path: Path, number: int) -> Path:
    return path.with_suffix(f".{number}{path.suffix}")


class StandardError(logging.StreamHandler):  # type: ignore[type-arg] # takes none when it runs
    """Writes to standard error, which follows the log of this process when that was put aside."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        named = os.environ.get(LOG_FILE, "")
        self._path = Path(named) if named else None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, to the file that has the log's name now."""
        if self._path is not None:
            with contextlib.suppress(OSError):  # as on a full disk: the old file is still there
                self._follow(self._path)
        super().emit(record)

    def _follow(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(2)):
                return
        self.flush()
        with open_log(path) as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
