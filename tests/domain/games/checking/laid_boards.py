"""Boards as games have them, written as rows of letters and numbers of empty squares."""

from __future__ import annotations

import re

from games.engine.boards import STANDARD, BoardLayout, board
from games.engine.gcg.tokens import place
from games.engine.position import Placed, PlayError, Position
from games.engine.tiling import Tiling, tiling


def position_of(
    rows: str = "", *, on: BoardLayout | None = None, tiles: Tiling | None = None
) -> Position:
    """Returns a position; without rows it is empty."""
    position = Position(on or board(STANDARD), tiles or tiling("en"))
    laid = []
    for row, text in enumerate(rows.split("/") if rows else ()):
        column = 0
        for run, letter in re.findall(r"([0-9]+)|([A-Za-z])", text):
            if letter:
                laid.append((row * position.board.size + column, position.tiling.word(letter)))
            column += int(run or 1)
    position.put(Placed(tuple(laid), (), 0, False, ""))
    return position


def rows_of(position: Position) -> str:
    """Returns a position as rows."""
    size = position.board.size
    squares = [position.tile_at(square) for square in range(size * size)]
    rows = []
    for first in range(0, size * size, size):
        texts = [position.tiling.text(code) or " " for code in squares[first : first + size]]
        rows.append(re.sub(" +", lambda gap: str(len(gap[0])), "".join(texts)))
    return "/".join(rows)


def played(position: Position, text: str) -> Placed:
    """Returns a play written as `8D QUANT`."""
    at, word = text.split()
    there = place(at)
    assert there is not None
    return position.place(there.row, there.column, there.across, position.tiling.word(word))


def refused(position: Position, text: str) -> str:
    """Returns the code of the reason why a play cannot be laid, '' where it can."""
    try:
        played(position, text)
    except PlayError as error:
        return error.code
    return ""
