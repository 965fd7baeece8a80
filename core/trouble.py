"""The faults of a machine that can store nothing: one sentence that a person can act on.

A full disk, a folder that may not be written and a database that is away are no faults of the
program and no mistakes of whoever pressed the button.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.phrases import phrase

LOW = 500 * 2**20
"""Bytes left on the disk below which the desk warns: a tenth of it is enough for days of play."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The fault: `code` for programs, `message` for people."""

    code: str
    message: str


# It may have happened after the commit, when the session or the page of the answer was made: nobody
# is told that nothing was changed.
FULL = Trouble(
    "disk.full",
    phrase(
        "The disk of the computer that runs Wallchart is full. Free some space there; then check "
        "whether it was done before you do it again."
    ),
)
READ_ONLY = Trouble(
    "disk.read_only",
    phrase(
        "Wallchart is not allowed to write to its folder on the computer that "
        "runs it. The operator "
        "has to allow it; then check whether it was done before you do it again."
    ),
)
AWAY = Trouble(
    "database.away",
    phrase(
        "The database does not answer. In a moment, check whether it was done before you do it "
        "again."
    ),
)
BUSY = Trouble(
    "database.busy",
    phrase(
        "The database has been busy for too long. In a moment, check whether it was done before "
        "you do it again."
    ),
)

_OF_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_IOERR: AWAY,
}
_OF_SYSTEM = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.EPERM: READ_ONLY,
}
# Classes and codes of SQLSTATE (PostgreSQL, appendix A), the longest first.
_OF_POSTGRES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": BUSY,
    "53": BUSY,
    "08": AWAY,
    "57P": AWAY,
}


def trouble_of(failure: BaseException | None) -> Trouble | None:
    """Returns the trouble of the machine that made something fail, None where that is not why."""
    return next(filter(None, map(_trouble, _causes(failure))), None)


def low_disk(folder: Path) -> str:
    """Returns a sentence where little is left on the disk that a folder is on, else ""."""
    try:
        left = shutil.disk_usage(folder).free
    except OSError:
        return ""
    if left >= LOW:
        return ""
    return phrase(
        "The disk of the computer that runs Wallchart is nearly full: {left} MB are "
        "left. Free some space there before results can no longer be saved.",
        left=left // 2**20,
    )


def _causes(failure: BaseException | None) -> Iterator[BaseException]:
    """Yields a failure and what it came from, as Django's errors come from the database's."""
    seen: list[BaseException] = []
    while failure is not None and failure not in seen:
        seen.append(failure)
        yield failure
        failure = failure.__cause__


def _trouble(failure: BaseException) -> Trouble | None:
    if isinstance(failure, OSError):
        return _OF_SYSTEM.get(failure.errno or 0)
    if isinstance(failure, sqlite3.Error):
        # The lowest byte is the kind, the higher bytes tell more of it.
        return _OF_SQLITE.get(getattr(failure, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(failure, "sqlstate", None)
    if isinstance(state, str):
        ours = (trouble for code, trouble in _OF_POSTGRES.items() if state.startswith(code))
        return next(ours, None)
    return _no_connection(failure)


def _no_connection(failure: BaseException) -> Trouble | None:
    """Returns that the database is away where its driver did not even get a state from it."""
    # The supervisor asks only about the disk, and loads no Django.
    from django.db import DatabaseError, InterfaceError  # noqa: PLC0415 - as said above

    if isinstance(failure, InterfaceError):
        return AWAY
    if not isinstance(failure, DatabaseError):
        return None
    cause = failure.__cause__
    is_driver = type(cause).__module__.partition(".")[0] == "psycopg"
    is_lost = type(cause).__name__ in ("OperationalError", "ConnectionTimeout", "InterfaceError")
    return AWAY if is_driver and is_lost and getattr(cause, "sqlstate", None) is None else None
