"""The conditions that must hold before the first page is asked for."""

import contextlib
import os
import select
import socket
import sqlite3
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from config.up.listening import opened
from config.up.telling import CannotStart

GLANCE_S = 0.1
_ANSWER_WITHIN_S = 5.0
"""How long a page may take from its first byte to its last."""


@contextlib.contextmanager
def lock_folder(path: Path, *, address: str) -> Iterator[None]:
    """Hold the lock of this folder during the block; it is let go however the program ends.

    SQLite holds it, which knows how to on every system. Raises CannotStart, naming the program
    that holds it, or what is wrong with the folder where nobody does.
    """
    told = path.with_suffix(".held")
    with contextlib.ExitStack() as stack:
        try:
            lock = stack.enter_context(
                contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None))
            )
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as problem:
            if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise CannotStart(_who_holds(path, told)) from None
            raise CannotStart(f"{path} cannot be written ({problem}).") from None
        told.write_text(f"{os.getpid()} {address}", encoding="utf-8")
        yield


def _who_holds(path: Path, told: Path) -> str:
    """Return a sentence on who holds the lock: Wallchart only when the one who said so runs."""
    words = told.read_text(encoding="utf-8", errors="replace") if told.exists() else ""
    pid, _, running_at = words.partition(" ")
    if not pid.isdecimal() or not _runs(int(pid)):
        return f"Another program is using {path}; close it, then start again."
    return (
        f"Wallchart already runs in this folder, at {running_at} (process {pid}); stop it with "
        "Ctrl-C first."
    )


def _runs(pid: int) -> bool:
    """Return whether a process of this number runs, as far as this system tells."""
    if os.name != "posix":  # to ask would end it
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that has the port. Raises CannotStart when it is taken or may not be had."""
    try:
        return opened(host, port)
    except OSError as problem:
        raise cannot_open(port, problem) from None


def cannot_open(port: int, problem: OSError) -> CannotStart:
    """Return the error for a port that cannot be opened: why, and what to do about it."""
    return CannotStart(
        f"Port {port} cannot be opened ({(problem.strerror or 'in use').lower()}); choose "
        f"another: python3 start.py up PORT={port + 1}"
    )


def socket_answers(path: Path) -> bool:
    """Return whether somebody listens on a unix socket."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
    return True


class FirstPage:
    """One request to the web server, asked again when it is lost, and never waited for.

    A server that has the socket and dies answers nobody: whoever looks after it has to see that.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: HTTPConnection | None = None

    def answers(self) -> bool:
        """Return whether it is answered by now, with whatever status; waits for a glance."""
        try:
            if self._connection is None:
                self._connection = HTTPConnection("127.0.0.1", self._port, timeout=_ANSWER_WITHIN_S)
                self._connection.request("GET", "/")
            if not select.select([self._connection.sock], [], [], GLANCE_S)[0]:
                return False
            self._connection.getresponse().read()
        except (OSError, HTTPException):
            self.close()
            return False
        self.close()
        return True

    def close(self) -> None:
        """Ask no more."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
