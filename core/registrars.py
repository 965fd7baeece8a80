"""Modules that register something when they are imported, imported when that is first asked for.

An app names its modules when the apps are ready. A process that never asks, such as a command that
prints standings, never loads what nobody does in it.
"""

from __future__ import annotations

from importlib import import_module
from threading import RLock
from typing import ClassVar


class Registrars:
    """The modules that fill one registry, in the order in which they were named."""

    everywhere: ClassVar[list[Registrars]] = []

    def __init__(self) -> None:
        self.everywhere.append(self)
        self._waiting: tuple[str, ...] = ()
        self._lock = RLock()

    def name(self, *modules: str) -> None:
        """Names modules, by their dotted names, that register something when they are imported."""
        with self._lock:
            self._waiting += modules

    def load(self) -> None:
        """Imports what was named and is not yet imported; whoever comes meanwhile waits for it.

        Raises what a module raises; it is imported again by the next call.
        """
        if not self._waiting:
            return
        with self._lock:
            for module in self._waiting:
                import_module(module)
            self._waiting = ()


def load_all() -> None:
    """Imports whatever was named anywhere: for a process that is to do everything, and forks."""
    for one in Registrars.everywhere:
        one.load()


COMMANDS = Registrars()
"""The modules that register commands."""

FOLLOWERS = Registrars()
"""The modules that register what follows a command, given now or replayed."""

LIVE_FOLLOWERS = Registrars()
"""The modules that register what follows a command that is given now: a replay loads none."""

JOBS = Registrars()
"""The modules that register kinds of jobs."""

FOLDERS = Registrars()
"""The modules that register folders which belong to a backup."""

SCOPES = Registrars()
"""The modules that register what somebody may do where."""

SIGNING_OUT = Registrars()
"""The modules that register what ends when an account is signed out everywhere."""

CHECKS = Registrars()
"""The modules that register what `doctor` looks at."""

PROOFS = Registrars()
"""The modules that register what has to hold in a restored database."""

STREAM_DIGESTS = Registrars()
"""The modules that register what a stream comes to, for two machines to compare."""

MIRRORED = Registrars()
"""The modules that register what has public pages to mirror."""
