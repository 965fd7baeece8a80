"""The small pieces of a line of GCG: where a play begins, and its word.

Coordinates: number first is across, letter first is down (gcg.md section 4); letters in any case.
Columns after Z are AA, AB, ... for boards that have them. Rows and columns are counted from 0.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

from games.engine.boards import LARGEST
from games.engine.record import EventKind

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST = 99
_COORDINATE = re.compile("([0-9]{1,2})([A-Za-z]{1,2})|([A-Za-z]{1,2})([0-9]{1,2})")


class Coordinate(NamedTuple):
    """The beginning of a word, leading through-tiles included, and whether it goes across."""

    row: int
    column: int
    across: bool


def column_letters(column: int) -> str:
    """Returns the letters of a column (from 0): A to Z, then AA, AB, ..."""
    if column < len(_ALPHABET):
        return _ALPHABET[column]
    before, last = divmod(column - len(_ALPHABET), len(_ALPHABET))
    return _ALPHABET[before] + _ALPHABET[last]


def coordinate(row: int, column: int, across: bool) -> str:
    """Returns a place as records write it: `8D` across, `D8` down."""
    letters = column_letters(column)
    return f"{row + 1}{letters}" if across else f"{letters}{row + 1}"


def _all_places() -> dict[str, Coordinate]:
    places = {
        coordinate(row, column, across): Coordinate(row, column, across)
        for row in range(LARGEST)
        for column in range(LARGEST)
        for across in (True, False)
    }
    return places | {text.lower(): place for text, place in places.items()}


PLACES = _all_places()
"""Every coordinate of the largest board, in capitals and in lower case."""


def place(text: str) -> Coordinate | None:
    """Returns the square and direction of a coordinate, None for text that is not a coordinate.

    The place may lie off the board, as `16A` does on the usual one, and `99A` on all.
    """
    known = PLACES.get(text)
    if known is not None:
        return known
    found = _COORDINATE.fullmatch(text)
    if found is None:
        return None
    across_row, across_column, down_column, down_row = found.groups()
    row, column = int(across_row or down_row) - 1, _column(across_column or down_column)
    return Coordinate(row, column, across_row is not None) if row >= 0 and column < _MOST else None


def lettered_rows(there: Coordinate) -> Coordinate:
    """Returns a place read again where rows have the letters (`#orientation lettered-rows`)."""
    return Coordinate(there.column, there.row, not there.across)


class GcgMove(msgspec.Struct, frozen=True):
    """The part of a descriptor that is not a coordinate: `tiles` exchanged or left on a rack."""

    kind: EventKind
    tiles: str = ""
    count: int = 0


_PLAIN_MOVES = {
    "-": GcgMove(EventKind.PASS),
    "--": GcgMove(EventKind.WITHDRAWN),
    "(challenge)": GcgMove(EventKind.BONUS),
    "(time)": GcgMove(EventKind.TIME),
}
_COUNT = re.compile("-([0-9]{1,2})")


def move(text: str) -> GcgMove | None:
    """Returns the move of `-`, `-QO`, `-2`, `--`, `(challenge)`, `(time)` or `(RACK)`.

    A rack in parentheses is END_RACK here; whose it is shows in the rest of its line. None for
    text that is none of these.
    """
    plain = _PLAIN_MOVES.get(text) or _PLAIN_MOVES.get(text.lower())
    if plain is not None:
        return plain
    counted = _COUNT.fullmatch(text)
    if counted is not None:
        return GcgMove(EventKind.EXCHANGE, count=int(counted[1]))
    if text.startswith("-") and text[1] != "-":
        return GcgMove(EventKind.EXCHANGE, text[1:])
    if text.startswith("(") and text.endswith(")"):
        return GcgMove(EventKind.END_RACK, text[1:-1])
    return None


def word_text(text: str) -> str:
    """Returns a play's word without the parentheses that some put around through-tiles.

    `ALI(QUANT)` is `ALIQUANT`: a letter on a square that holds it is a through-tile.
    """
    return text.replace("(", "").replace(")", "")


def _column(letters: str) -> int:
    column = 0
    for letter in letters.upper():
        column = column * len(_ALPHABET) + _ALPHABET.index(letter) + 1
    return column - 1
