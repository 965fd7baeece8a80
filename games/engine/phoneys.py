"""The plays with a word that a list lacks that may be called phoneys.

A play that came off was one: it was ruled so at the board. One that stayed is one only where the
list at hand is that by which the game was played, and nobody challenged it in vain.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.engine.record import EventKind, Turn
from games.engine.report import CountedTurn

_CENTURY = re.compile(r"20(?=\d\d$)")


def same_list(one: str, other: str) -> bool:
    """Returns whether two codes name one list: `nwl 23` is `NWL2023`."""
    return _plain(one) == _plain(other)


def phoneys(turns: Sequence[CountedTurn], *, is_sure: bool) -> frozenset[int]:
    """Returns the places, from 0, of plays with a word that the list lacks and that are phoneys.

    `is_sure` says that the list is that by which the game was played. Plays without `missing` words
    are none, whatever became of them.
    """
    return frozenset(
        place
        for place, counted in enumerate(turns)
        if counted.missing and (not counted.stands or (is_sure and not _was_upheld(turns, place)))
    )


def _was_upheld(turns: Sequence[CountedTurn], place: int) -> bool:
    """Returns whether what follows a play at once is that a challenge of it failed."""
    return place + 1 < len(turns) and _is_failed_challenge(turns[place + 1].turn)


def _is_failed_challenge(turn: Turn) -> bool:
    return turn.kind is EventKind.BONUS or turn.loses_turn


def _plain(code: str) -> str:
    letters = "".join(letter for letter in code.casefold() if letter.isalnum())
    return _CENTURY.sub("", letters)
