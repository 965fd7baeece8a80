"""A board with tiles on it: what a play covers, which words it makes and what it scores.

`Position(board, tiling, bingo_tiles, bingo_points)`; `.place(row, column, across, word)` says what
a play would be, `.put(placed)` lays it, `.lift(placed)` takes it off, `.tile_at(square)` is what
lies there. Method: docs/algorithms/scoring.md.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from games.engine.boards import BoardLayout
from games.engine.tiling import AS_BLANK, THROUGH, Tiling


class PlayError(ValueError):
    """A play that cannot be laid.

    `play.coordinate` (row, column), `play.off_board` (over: squares too many), `play.no_tile`
    (square), `play.conflict` (square, there, tile: codes), `play.nothing_new`, `play.centre` or
    `play.apart`; rows, columns and squares from 0.
    """

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A play on its squares. Codes are those of the `Tiling`.

    `laid` are the squares it covers with the tiles laid on them, in order; `words` what it makes,
    the main word first; `score` its points with the bonus of a bingo; `spelled` the main word.
    """

    laid: tuple[tuple[int, str], ...]
    words: tuple[str, ...]
    score: int
    is_bingo: bool
    spelled: str


class _Table(NamedTuple):
    """A board as plain lists in which every row is followed by a square that never holds a tile.

    Rows of such squares are above and below, so that looking at a neighbour needs no question.
    `squares` are the numbers of `Board`, `places` the way back.
    """

    stride: int
    letter_times: list[int]
    word_times: list[int]
    squares: list[int]
    places: list[int]


@lru_cache(maxsize=32)
def _table(board: BoardLayout) -> _Table:
    stride = board.size + 1
    wide = stride * (board.size + 2)
    table = _Table(stride, [1] * wide, [1] * wide, [-1] * wide, [])
    for square, premium in enumerate(board.premiums):
        place = square + square // board.size + stride
        table.places.append(place)
        table.squares[place] = square
        if premium[1] == "L":
            table.letter_times[place] = int(premium[0])
        elif premium[1] == "W":
            table.word_times[place] = int(premium[0])
    return table


class Position:
    """The tiles on a board. Empty at first."""

    def __init__(
        self,
        board: BoardLayout,
        tiling: Tiling,
        bingo_tiles: int = 7,
        bingo_points: tuple[int, ...] = (50,),
    ) -> None:
        self.board = board
        self.tiling = tiling
        self._size = board.size
        self._centre = board.centre
        self._bingo_tiles = bingo_tiles
        self._bingo_points = bingo_points
        self._table = _table(board)
        self._cells = [""] * len(self._table.squares)
        self._tables = self._cells, tiling.points, self._table
        self._tiles = 0

    def tile_at(self, square: int) -> str:
        """Returns the code of the tile on a square, '' where there is none."""
        return self._cells[self._table.places[square]]

    def put(self, placed: Placed) -> None:
        """Lays a play that `place` gave for this position."""
        cells, places = self._cells, self._table.places
        for square, code in placed.laid:
            cells[places[square]] = code
        self._tiles += len(placed.laid)

    def lift(self, placed: Placed) -> None:
        """Takes a play off the board."""
        cells, places = self._cells, self._table.places
        for square, _ in placed.laid:
            cells[places[square]] = ""
        self._tiles -= len(placed.laid)

    def place(self, row: int, column: int, across: bool, word: str) -> Placed:
        """Returns the play that a placement would make, with its words and points; changes nothing.

        `row` and `column` (from 0) are the first square of `word`: codes, with THROUGH or the
        letter itself for a tile already there. Tiles before and after the word belong to it,
        said or not. A play of one tile counts the same for either direction. Raises PlayError.
        """
        at = self._first_place(row, column, across, len(word))
        cells, points, (stride, letter_times, word_times, squares, _) = self._tables
        step, cross = (1, stride) if across else (stride, 1)
        first, laid, words = at, [], []
        spelled, score, main, times = "", 0, 0, 1
        for code in word:
            there = cells[at]
            if there:
                if code not in (THROUGH, there) and not _same_letter(code, there):
                    raise PlayError("play.conflict", square=squares[at], there=there, tile=code)
                spelled += there
                main += points[there]
            elif code == THROUGH:
                raise PlayError("play.no_tile", square=squares[at])
            else:
                laid.append((squares[at], code))
                spelled += code
                worth = points[code] * letter_times[at]
                main += worth
                times *= word_times[at]
                if cells[at - cross] or cells[at + cross]:
                    before, after = self._around(at, at, cross)
                    words.append(before + code + after)
                    score += (worth + self.tiling.worth(before + after)) * word_times[at]
            at += step
        if cells[first - step] or cells[at]:
            before, after = self._around(first, at - step, step)
            main += self.tiling.worth(before + after)
            spelled = before + spelled + after
        if not laid or (len(laid) == len(spelled) and not words):
            self._begins(laid)
        return self._placed(laid, words, score, spelled, main * times)

    def _first_place(self, row: int, column: int, across: bool, length: int) -> int:
        size = self._size
        if not (0 <= row < size and 0 <= column < size):
            raise PlayError("play.coordinate", row=row, column=column)
        over = (column if across else row) + length - size
        if over > 0:
            raise PlayError("play.off_board", over=over)
        return (row + 1) * (size + 1) + column

    def _placed(
        self, laid: list[tuple[int, str]], words: list[str], score: int, spelled: str, main: int
    ) -> Placed:
        """Returns a play of `words` across it with their `score`, and of the main word with its."""
        # A single tile makes no word along the line it was written on unless others lie there.
        if len(spelled) > 1 or not words:
            words.insert(0, spelled)
            score += main
        longer = len(laid) - self._bingo_tiles
        if longer >= 0 and self._bingo_points:
            score += self._bingo_points[min(longer, len(self._bingo_points) - 1)]
        return Placed(tuple(laid), tuple(words), score, longer >= 0, words[0])

    def _begins(self, laid: list[tuple[int, str]]) -> None:
        """Passes a play that touches no tile only as the opening, over the centre."""
        if not laid:
            raise PlayError("play.nothing_new")
        if self._tiles:
            raise PlayError("play.apart")
        if all(square != self._centre for square, _ in laid):
            raise PlayError("play.centre")

    def _around(self, first: int, last: int, step: int) -> tuple[str, str]:
        """Returns the tiles without a gap before `first` and after `last`, as they read."""
        cells, before, after = self._cells, "", ""
        while there := cells[first := first - step]:
            before = there + before
        while there := cells[last := last + step]:
            after += there
        return before, after


def _same_letter(one: str, other: str) -> bool:
    """Whether two tiles show the same letter; either may be a blank."""
    return (ord(one) ^ ord(other)) in (0, AS_BLANK)
