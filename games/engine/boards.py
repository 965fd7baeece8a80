"""Boards as data: where the premium squares are. Any board of 5 to 31 squares a side can be made.

A square is one number, `row * size + column`, both from 0; A1 is 0. Source of the two boards that
are played everywhere: the printed boards; of `alternative15`: GCG files of one data set.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

STANDARD, SUPER, ALTERNATIVE = "standard15", "super21", "alternative15"

PREMIUMS = ("..", "2L", "3L", "4L", "2W", "3W", "4W")
SMALLEST, LARGEST = 5, 31


class BoardError(ValueError):
    """A board that cannot be one: `board.unknown` (key), `board.size` or `board.premium`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True)
class BoardLayout:
    """A square board. `premiums` has one of PREMIUMS for each square, row by row.

    `layout` is what GCG files call it, empty where they have no word for it. The opening play
    covers the centre; a board of an even size has it left of and above the middle.
    """

    key: str
    name: str
    layout: str
    size: int
    premiums: tuple[str, ...]

    @property
    def centre(self) -> int:
        """The square that the opening play covers."""
        return (self.size - 1) // 2 * (self.size + 1)

    def square(self, row: int, column: int) -> int | None:
        """Returns a square by its row and column from 0, None off the board."""
        inside = 0 <= row < self.size and 0 <= column < self.size
        return row * self.size + column if inside else None


def board_of(key: str, name: str, rows: Sequence[str], layout: str = "") -> BoardLayout:
    """Returns a board from its rows, each the premiums of its squares between blanks.

    Raises BoardError `board.size` (rows) or `board.premium` (row, column, premium; from 1).
    """
    table = [row.split() for row in rows]
    size = len(table)
    if not SMALLEST <= size <= LARGEST or any(len(row) != size for row in table):
        raise BoardError("board.size", rows=size)
    for row, squares in enumerate(table, 1):
        for column, premium in enumerate(squares, 1):
            if premium not in PREMIUMS:
                raise BoardError("board.premium", row=row, column=column, premium=premium)
    return BoardLayout(key, name, layout, size, tuple(square for row in table for square in row))


@cache
def boards() -> dict[str, BoardLayout]:
    """Returns every board that comes with the program, by its key."""
    text = files("games.engine").joinpath("boards.json").read_text(encoding="utf-8")
    by_key: dict[str, dict[str, Any]] = json.loads(text)
    return {key: board_of(key, b["name"], b["rows"], b["layout"]) for key, b in by_key.items()}


def board(key: str) -> BoardLayout:
    """Returns the board with this key; raises BoardError `board.unknown` (key)."""
    try:
        return boards()[key]
    except KeyError:
        raise BoardError("board.unknown", key=key) from None
