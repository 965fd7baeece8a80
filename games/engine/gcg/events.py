"""One event of GCG after its nick: `[rack] descriptor +score total [extra...]` (gcg.md section 3).

The descriptor is the first of the first two tokens that is a coordinate followed by a word, or
begins with `-` or `(`; a token before it is the rack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from games.engine.gcg.tokens import Coordinate, GcgMove, move, place, word_text
from games.engine.record import EventKind

# Some producers write `+-10`, which is -10.
_NUMBER = re.compile(r"\+?-?[0-9]{1,6}")
_NEGATIVE = frozenset({EventKind.WITHDRAWN, EventKind.TIME, EventKind.RACK_LOST})
_NO_RACK = "UNKNOWN"


class Numbers(msgspec.Struct, frozen=True):
    """Score and total as stated, the text after them, and what is remarkable about them."""

    score: int | None = None
    total: int | None = None
    extra: str = ""
    is_signed: bool = True
    remarks: tuple[str, ...] = ()


class GameEvent(msgspec.Struct, frozen=True):
    """An event without its player. `remarks` are notices, and the fault `syntax.numbers`."""

    kind: EventKind
    rack: str | None
    there: Coordinate
    tiles: str
    count: int
    numbers: Numbers


_NOWHERE = Coordinate(0, 0, True)


def event_of(tokens: Sequence[str]) -> GameEvent | None:
    """Returns the event of a line's tokens after its nick, None where no descriptor is found."""
    for at, token in enumerate(tokens[:2]):
        rack = tokens[0] if at else None
        if token[0] in "-(":
            said = move(token)
            return None if said is None else _moved(said, rack, numbers_of(tokens[at + 1 :]))
        there = place(token)
        word = word_text(tokens[at + 1]) if at + 1 < len(tokens) else ""
        if there is not None and word and not _NUMBER.fullmatch(word):
            return GameEvent(EventKind.PLAY, rack, there, word, 0, numbers_of(tokens[at + 2 :]))
    return None


def numbers_of(tokens: Sequence[str]) -> Numbers:
    """Returns the score and the total at the beginning of these tokens.

    A number alone is the score where it has a sign, and the total where it has none.
    """
    count = 0
    while count < min(2, len(tokens)) and _NUMBER.fullmatch(tokens[count]):
        count += 1
    extra = " ".join(tokens[count:])
    if not count:
        return Numbers(extra=extra, remarks=("syntax.numbers",))
    first = _int(tokens[0])
    is_signed = tokens[0][0] in "+-"
    if count == 1 and not is_signed:
        return Numbers(None, first, extra, is_signed=False, remarks=("score.missing",))
    if count == 1:
        return Numbers(first, None, extra, remarks=("total.missing",))
    remarks = () if is_signed else ("score.unsigned",)
    return Numbers(first, _int(tokens[1]), extra, is_signed, remarks)


def _moved(said: GcgMove, rack: str | None, numbers: Numbers) -> GameEvent:
    kind = said.kind
    if kind is EventKind.END_RACK and _is_own(said.tiles, rack, numbers):
        kind = EventKind.RACK_LOST
    if kind in (EventKind.BONUS, EventKind.TIME) and rack == _NO_RACK:
        rack = None
    if not numbers.is_signed and numbers.score is not None and kind in _NEGATIVE:
        numbers = replace(numbers, score=-numbers.score)
    return GameEvent(kind, rack, _NOWHERE, said.tiles, said.count, numbers)


def _is_own(tiles: str, rack: str | None, numbers: Numbers) -> bool:
    """Returns whether a rack in parentheses is lost by its player, and not the opponent's gain."""
    if numbers.score:
        return numbers.score < 0 or (not numbers.is_signed and rack == tiles)
    return rack == tiles


def _int(text: str) -> int:
    return int(text.removeprefix("+"))
