"""The common part of every kind of lock: how long it is held, how it is kept, and lost."""

from __future__ import annotations

from typing import Protocol

HOLD_S = 60
"""How long a lock outlives the last sign of life of its holder."""


class Held(Exception):
    """Somebody else has the lock."""


class Lost(Exception):
    """The lock ran out, or was taken, while the work went on."""


class Hold(Protocol):
    """A lock that is held."""

    def keep(self) -> None:
        """Holds it for another `HOLD_S` seconds; raises Lost when it is somebody else's."""
        ...

    def leave(self) -> None:
        """Gives it back."""
        ...
