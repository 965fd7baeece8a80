"""The lines of a scoresheet as a person types them, and how their fields are read.

Every field is text as typed. What cannot be read raises LineError, which names field and code.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

import msgspec

from games.engine.boards import BoardLayout
from games.engine.gcg.tokens import Coordinate, place
from games.engine.play.bag import without
from games.engine.play.errors import MoveError
from games.engine.position import Placed, PlayError, Position
from games.engine.tiling import BLANK, THROUGH, TileError, Tiling


class What(StrEnum):
    """The kinds of line on a scoresheet."""

    PLAY = "play"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - a turn passed, no secret
    OFF = "off"
    LOST = "lost"
    BONUS = "bonus"
    END_RACK = "end"
    RACK_LOST = "rack"
    TIME = "time"


FIELDS = ("player", "what", "rack", "where", "word", "score")


class SheetLine(msgspec.Struct, frozen=True):
    """One line as typed, by `player` (from 0, in the order of the names given).

    `where` and `word` are a play's, `word` also the tiles exchanged (or how many) and those of a
    rack at the end. `score` is what the person says it scored, '' where they say nothing.
    """

    player: int = 0
    what: What = What.PLAY
    rack: str = ""
    where: str = ""
    word: str = ""
    score: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed in it; one that says it is a pass says something."""
        typed = self.rack or self.where or self.word or self.score
        return self.what is What.PLAY and not typed.strip()


class SheetLineError(ValueError):
    """A fault in a field of a line: `field` (of FIELDS), `code`, `params`.

    Codes: `where.missing`, `where.unreadable` (text), `word.missing`, `word.brackets` (text),
    `word.blanks` (count, most), `rack.many` (count, most), `rack.lacks` (tile), `exchange.many`
    (count, most), `points.missing`, `points.unreadable` (text), `line.surplus` (what),
    `off.no_play`, `bonus.no_play`, `end.nothing`, `tile.unknown` and `tile.bracket` (text) of
    `Tiling`, and those of `PlayError`.
    """

    def __init__(self, field: str, code: str, **params: Any) -> None:
        super().__init__(f"{field}: {code} {params}")
        self.field = field
        self.code = code
        self.params = params


_USELESS: dict[What, tuple[str, ...]] = {
    What.PLAY: (),
    What.EXCHANGE: ("where", "score"),
    What.PASS: ("where", "word", "score"),
    What.OFF: ("where", "word"),
    What.LOST: ("where", "word", "score"),
    What.BONUS: ("where", "word"),
    What.END_RACK: ("where",),
    What.RACK_LOST: ("where",),
    What.TIME: ("where", "word"),
}
_NOUGHT = ("", "0", "+0", "-0", "-", "--")
_POINTS = re.compile(r"[+-]?\d{1,4}", re.ASCII)
_COUNT = re.compile(r"\d{1,2}", re.ASCII)
_LAID_BEFORE = re.compile(r"\(([^()]*)\)")
_AT_FIELDS = dict.fromkeys(
    ("play.off_board", "play.coordinate", "play.apart", "play.centre"), "where"
)


def check_fields(line: SheetLine) -> None:
    """Raises LineError `line.surplus` for a field that says nothing in such a line.

    A nought or a dash may be anywhere: that is how people fill a sheet.
    """
    for field in _USELESS[line.what]:
        if getattr(line, field).strip() not in _NOUGHT:
            raise SheetLineError(field, "line.surplus", what=line.what.value)


def place_in(text: str, board: BoardLayout) -> Coordinate:
    """Returns the first square and the direction of a play; LineError of `where`."""
    typed = "".join(text.split())
    if not typed:
        raise SheetLineError("where", "where.missing")
    coordinate = place(typed)
    if coordinate is None:
        raise SheetLineError("where", "where.unreadable", text=text)
    if board.square(coordinate.row, coordinate.column) is None:
        raise SheetLineError(
            "where", "play.coordinate", row=coordinate.row, column=coordinate.column
        )
    return coordinate


def word_in(text: str, tiling: Tiling) -> tuple[str, frozenset[int]]:
    """Returns the codes of a play's word, and which of them are in parentheses.

    Those lay there before: `ALI(QUANT)`; dots and plain letters say it as well. Raises LineError
    of `word`.
    """
    typed = "".join(text.split())
    if not typed:
        raise SheetLineError("word", "word.missing")
    codes, before, at = "", set[int](), 0
    for found in _LAID_BEFORE.finditer(typed):
        codes += _tiles(tiling, typed[at : found.start()])
        lay_there = _tiles(tiling, found[1])
        before.update(range(len(codes), len(codes) + len(lay_there)))
        codes += lay_there
        at = found.end()
    codes += _tiles(tiling, typed[at:])
    if not codes:
        raise SheetLineError("word", "word.missing")
    return codes, frozenset(before)


def _tiles(tiling: Tiling, text: str) -> str:
    if "(" in text or ")" in text:
        raise SheetLineError("word", "word.brackets", text=text)
    try:
        return tiling.word(text)
    except TileError as wrong:
        raise SheetLineError("word", wrong.code, **wrong.params) from wrong


def rack_in(text: str, tiling: Tiling, most: int, field: str = "rack") -> str | None:
    """Returns the codes of the tiles on a rack, None where nothing was typed.

    Letters count as capitals, for a rack has none that a blank says. Raises LineError of `field`.
    """
    typed = "".join(text.split())
    if not typed:
        return None
    if THROUGH in typed:
        raise SheetLineError(field, "tile.unknown", text=text)
    try:
        codes = tiling.rack(_raised(typed, tiling))
    except TileError as wrong:
        raise SheetLineError(field, wrong.code, **wrong.params) from wrong
    if len(codes) > most:
        raise SheetLineError(field, "rack.many", count=len(codes), most=most)
    return codes


def _raised(text: str, tiling: Tiling) -> str:
    """Returns the text of tiles with letters in lower case as the tiles themselves."""
    try:
        codes = tiling.word(text.replace("_", BLANK).replace(BLANK, THROUGH))
    except TileError:
        return text
    return tiling.text(tiling.letters_of(codes)).replace(THROUGH, BLANK)


def exchanged(text: str, tiling: Tiling, most: int) -> tuple[str, int]:
    """Returns the codes of the tiles exchanged, '' where only their number is said, and how many.

    Raises LineError of `word`.
    """
    typed = text.strip().lstrip("-")
    if _COUNT.fullmatch(typed):
        count = int(typed)
        if not 1 <= count <= most:
            raise SheetLineError("word", "exchange.many", count=count, most=most)
        return "", count
    codes = rack_in(typed, tiling, most, "word")
    if codes is None:
        raise SheetLineError("word", "word.missing")
    return codes, len(codes)


def points_in(text: str) -> int | None:
    """Returns the points that a person gives, None where they give none; LineError of `score`."""
    typed = text.replace("\N{MINUS SIGN}", "-").replace(" ", "")
    if not typed:
        return None
    if not _POINTS.fullmatch(typed):
        raise SheetLineError("score", "points.unreadable", text=text)
    return int(typed)


def of_play(wrong: PlayError, tiling: Tiling) -> SheetLineError:
    """Returns a play that cannot be laid as the mistake of a field, its tiles as text."""
    params = {
        name: tiling.text(value) if isinstance(value, str) else value
        for name, value in wrong.params.items()
    }
    return SheetLineError(_AT_FIELDS.get(wrong.code, "word"), wrong.code, **params)


def check_before(
    position: Position, placed: Placed, there: Coordinate, before: frozenset[int]
) -> None:
    """Raises LineError where a tile in parentheses did not lie there before the play."""
    step = 1 if there.across else position.board.size
    start = there.row * position.board.size + there.column
    for square, _ in placed.laid:
        if (square - start) // step in before and (square - start) % step == 0:
            raise SheetLineError("word", "play.no_tile", square=square)


def left_of(rack: str, used: str, field: str, tiling: Tiling) -> str:
    """Returns the tiles left on a rack; LineError of `field` where it did not have those used."""
    try:
        return without(rack, used)
    except MoveError as wrong:
        missing = tiling.text(str(wrong.params["tiles"]))
        raise SheetLineError(field, "rack.lacks", tile=missing) from wrong
