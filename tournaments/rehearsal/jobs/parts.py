"""Work in several parts that is told as one, and goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.background import held
from tournaments.rehearsal.jobs.playing import Told

_PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Part:
    """A part: how much of the whole it is, whether it was made before, and what makes it.

    What makes it tells how much of how much of the part is done.
    """

    share: int
    is_there: Callable[[], bool]
    make: Callable[[Told], object]


def make_parts(parts: Sequence[Part], told: Told = lambda _done, _total: None) -> None:
    """Makes the parts that are not there, one after the other; `told` hears how far all are.

    What somebody who was interrupted began stays as it is. What follows the commands, such as
    ratings and a backup, comes after all of them, and no page is made: nobody has asked yet.
    """
    whole, before = sum(part.share for part in parts), 0
    with held(without=(_PAGES,)):
        for part in parts:
            if not part.is_there():
                part.make(_telling(told, before, part.share, whole))
            before += part.share
            told(before, whole)


def _telling(told: Told, before: int, share: int, whole: int) -> Told:
    def tell(done: int, total: int) -> None:
        told(before + share * done // max(total, 1), whole)

    return tell
