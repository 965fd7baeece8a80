"""An SQLite file that took the place of another one: connections to that are closed.

Connections are kept open, and one goes on with the file that it opened, even where somebody put
back a copy of an earlier day under the same name meanwhile.
"""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

_File = tuple[int, int]


def note_file(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Remembers which file a connection was opened to: a receiver of `connection_created`."""
    if connection.vendor == "sqlite":
        _opened[connection] = _file_at(connection)


def close_if_replaced(**_: object) -> None:
    """Closes the connection of this thread if its file no longer has that name.

    A receiver of whatever begins work. A transaction is left alone, and so is a connection whose
    file is gone: there is nothing else to go on with.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    opened = _opened.get(connection)
    if opened is None or connection.connection is None or connection.in_atomic_block:
        return
    if _file_at(connection) not in (opened, None):
        connection.close()


def _file_at(connection: BaseDatabaseWrapper) -> _File | None:
    """Returns the device and the number of the file, None where there is none."""
    try:
        found = Path(str(connection.settings_dict["NAME"])).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_opened: WeakKeyDictionary[BaseDatabaseWrapper, _File | None] = WeakKeyDictionary()
