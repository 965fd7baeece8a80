"""The demonstration's work in parts that is told as one, and goes on where it was interrupted.

One at a time does it: a lock is held meanwhile (`core.locks`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.background import held
from core.demonstration import DEMONSTRATION, since_removed
from core.holding import Hold
from core.journal.command import Command
from core.locks import exclusive
from tournaments.rehearsal.jobs.giving_way import give_way
from tournaments.rehearsal.jobs.playing import Told

_PAGES = "pages"
_KEEP_EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Part:
    """A part: how much of the whole it is, whether it was made before, and what makes it.

    What makes it tells how much of how much of the part is done.
    """

    share: int
    is_there: Callable[[], bool]
    make: Callable[[Told], object]


def make_parts(parts: Sequence[Part], told: Told = lambda _done, _total: None) -> None:
    """Makes the parts that are not whole, one after the other; `told` hears how far all are.

    A part that was begun is finished. What follows the commands, such as ratings and a backup,
    comes after all of them, and no page is made: nobody has asked yet. Raises `Held` where another
    is at it, and then does nothing.
    """
    whole, before = sum(part.share for part in parts), 0
    with exclusive(DEMONSTRATION) as hold, held(without=(_PAGES,)):
        told = _keeping(hold, told)
        for part in parts:
            if not part.is_there():
                part.make(_telling(told, before, part.share, whole))
            before += part.share
            told(before, whole)


def was_given(stream: str, command: type[Command]) -> bool:
    """Returns whether a command of this kind stands in a journal since its rows were last removed.

    What is made last tells so whether all that leads to it was made, whatever became of it since.
    """
    return since_removed(stream).filter(command=command.code).exists()


def _keeping(hold: Hold, told: Told) -> Told:
    kept = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal kept
        if time.monotonic() - kept > _KEEP_EVERY_S:
            hold.keep()
            kept = time.monotonic()
        told(done, total)
        give_way()

    return tell


def _telling(told: Told, before: int, share: int, whole: int) -> Told:
    def tell(done: int, total: int) -> None:
        told(before + share * done // max(total, 1), whole)

    return tell
