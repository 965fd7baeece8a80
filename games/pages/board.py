"""The board of a game as a table: what every square shows, and says to who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.phrases import phrase, phrase_count
from games.engine.boards import BoardLayout
from games.engine.frames import Frame, cells_at
from games.engine.gcg.tokens import column_letters, coordinate
from games.engine.tiling import AS_BLANK, BLANK, Tiling

CENTRE = "*"
PREMIUMS = {
    "2L": phrase("double letter score"),
    "3L": phrase("triple letter score"),
    "4L": phrase("quadruple letter score"),
    "2W": phrase("double word score"),
    "3W": phrase("triple word score"),
    "4W": phrase("quadruple word score"),
}
NEW, GHOST, DOUBTFUL = "new", "ghost", "off"
SAID = {
    NEW: phrase("new"),
    GHOST: phrase("challenged off"),
    DOUBTFUL: phrase("new, no good"),
}
"""The additions to the description of a tile."""


class Look(NamedTuple):
    """The look of a square or a tile: classes, text, points (empty for none), and words."""

    kind: str
    text: str
    points: str
    says: str


class BoardSquare(NamedTuple):
    """A square as drawn; `says` begins with its coordinate."""

    kind: str
    text: str
    points: str
    says: str


class BoardRow(NamedTuple):
    """A row of the board; `is_here` if the last play is in it."""

    name: str
    is_here: bool
    cells: tuple[BoardSquare, ...]


class DrawnBoard(NamedTuple):
    """A board as a table: the names of its columns and whether the last play is in them."""

    size: int
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[BoardRow, ...]


class Signs(NamedTuple):
    """The looks of a game's squares and tiles, by the name of a square and the code of a tile."""

    squares: tuple[str, ...]
    empty: dict[str, Look]
    tiles: dict[str, Look]

    def as_data(self) -> dict[str, Any]:
        """Returns it in JSON values."""
        return {
            "squares": " ".join(self.squares),
            "empty": {name: list(look) for name, look in self.empty.items()},
            "tiles": {code: list(look) for code, look in self.tiles.items()},
            "said": {kind: f", {words}" for kind, words in SAID.items()},
        }


def signs_of(board: BoardLayout, tiles: Tiling) -> Signs:
    """Returns the signs of the squares of a board and of the tiles of a set."""
    squares = list(board.premiums)
    on_centre = squares[board.centre]
    squares[board.centre] = CENTRE
    empty = {name: _empty(name) for name in dict.fromkeys(board.premiums)}
    under = _empty(on_centre)
    kind = f"{under.kind} centre".strip()
    says = (
        phrase("centre") if on_centre == ".." else phrase("centre, {premium}", premium=under.says)
    )
    empty[CENTRE] = Look(kind, "★", "", says)
    return Signs(tuple(squares), empty, {code: _tile(code, tiles) for code in tiles.points})


def draw(
    board: BoardLayout, signs: Signs, positions: Sequence[Frame], number: int, bad: bool
) -> DrawnBoard:
    """Returns the board after a turn; `bad` says that the turn's play is a phoney or comes off."""
    frame, cells = positions[number], cells_at(positions, number)
    shown = _shown(frame, bad=bad)
    size = board.size
    rows = []
    for row in range(size):
        squares = range(row * size, (row + 1) * size)
        drawn = tuple(_cell(square, size, signs, cells, shown) for square in squares)
        rows.append(BoardRow(f"{row + 1}", any(square in frame.line for square in squares), drawn))
    here = {square % size for square in frame.line}
    columns = tuple((column_letters(column), column in here) for column in range(size))
    return DrawnBoard(size, columns, tuple(rows))


def _shown(frame: Frame, *, bad: bool) -> dict[int, tuple[str, str]]:
    """Returns the class of each square that the turn has to do with, and the code of a ghost."""
    kind = DOUBTFUL if bad or frame.came_off else NEW
    shown = {square: (GHOST, code) for square, code in frame.lifted}
    shown |= dict.fromkeys(frame.through, ("through", ""))
    return shown | {square: (kind, "") for square, _ in frame.laid}


def _cell(
    square: int,
    size: int,
    signs: Signs,
    cells: dict[int, str],
    shown: dict[int, tuple[str, str]],
) -> BoardSquare:
    empty = signs.empty[signs.squares[square]]
    kind, ghost = shown.get(square, ("", ""))
    code = cells.get(square) or ghost
    look = signs.tiles[code] if code else empty
    classes = f"{empty.kind} {look.kind} {kind}" if code else empty.kind
    row, column = divmod(square, size)
    says = f"{coordinate(row, column, across=True)} {look.says}"
    if kind in SAID:
        says += f", {SAID[kind]}"
    return BoardSquare(" ".join(classes.split()), look.text, look.points, says)


def _empty(premium: str) -> Look:
    if premium == "..":
        return Look("", "", "", phrase("empty"))
    # What scripts read as JSON is text in one language already.
    return Look(f"p{premium.lower()}", premium, "", str(PREMIUMS[premium]))


def _tile(code: str, tiles: Tiling) -> Look:
    text = tiles.text(code).strip("[]")
    wide = " wide" if len(text) > 1 else ""
    if code == BLANK:
        return Look("tile blank", "", "", phrase("blank"))
    if ord(code) >= AS_BLANK:
        return Look(f"tile blank{wide}", text, "", phrase("{tile}, blank", tile=text))
    points = tiles.points[code]
    return Look(
        f"tile{wide}",
        text,
        f"{points}",
        phrase_count("{tile}, {count} point", "{tile}, {count} points", count=points, tile=text),
    )
