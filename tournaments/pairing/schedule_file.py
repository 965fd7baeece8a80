"""A schedule of games as a text or CSV file: a line for every game, `round, one, two, first`.

`one` and `two` are entry numbers; `bye`, `0` or nothing as the second says that the first sits out.
`first` names who goes first, and may be left out. Cells are parted by commas, semicolons or tabs. A
heading on the first line, empty lines and what follows a # are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import UserError
from core.phrases import phrase
from tournaments.pairing.schedule import Schedule, ScheduledGame

MAX_BYTES = 1024 * 1024
FIELDS = ("round", "one", "two", "first")
_BYE = {"", "0", "bye"}


class ScheduleError(UserError):
    """A schedule that cannot be read, with the line and the field that are wrong."""

    def __init__(self, code: str, what: str, *, file: str, line: int | None, field: str | None):
        place = file if line is None else phrase("{file}, line {line}", file=file, line=line)
        super().__init__(
            f"{place}: {what}.", code=f"schedule.{code}", file=file, line=line, field=field
        )


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that names a game, and its place."""

    file: str
    number: int
    cells: tuple[str, ...]

    def error(self, code: str, what: str, field: str | None) -> ScheduleError:
        return ScheduleError(code, what, file=self.file, line=self.number, field=field)

    def cell(self, field: str) -> str:
        """Returns the text of a field, empty where the line is shorter."""
        place = FIELDS.index(field)
        return self.cells[place] if place < len(self.cells) else ""

    def count(self, field: str) -> int:
        """Returns the number in a field, from 1. Raises ScheduleError `number`."""
        cell = self.cell(field)
        if not re.fullmatch(r"[0-9]{1,6}", cell) or not int(cell):
            said = (
                phrase("{field} is “{text}”; it is a number from 1", field=field, text=cell[:40])
                if cell
                else phrase("{field} is nothing; it is a number from 1", field=field)
            )
            raise self.error("number", said, field)
        return int(cell)


def read_schedule(data: bytes, *, file: str = "schedule") -> Schedule:
    """Returns the schedule that a file in UTF-8 states; it begins with the lowest round.

    Raises ScheduleError: `not_text`, `too_large`, `empty`; of a line `fields`, `number`,
    `own_opponent`, `first`, `twice` for a player who stands in a round twice; `gap` for a round
    between the first and the last that has no game.
    """
    games: dict[int, list[ScheduledGame]] = {}
    stood: dict[tuple[int, int], int] = {}
    for line in _lines(data, file):
        round_number, game = line.count("round"), _game(line)
        for field, number in (("one", game.one), ("two", game.two)):
            if number is None:
                continue
            before = stood.setdefault((round_number, number), line.number)
            if before != line.number:
                what = phrase(
                    "{player} is already in round {round}, on line {line}",
                    player=number,
                    round=round_number,
                    line=before,
                )
                raise line.error("twice", what, field)
        games.setdefault(round_number, []).append(game)
    if not games:
        raise ScheduleError(
            "empty", phrase("it contains no game"), file=file, line=None, field=None
        )
    begins, ends = min(games), max(games)
    for number in range(begins, ends):
        if number not in games:
            what = phrase(
                "round {round} has no game, though there are some in round {last}",
                round=number,
                last=ends,
            )
            raise ScheduleError("gap", what, file=file, line=None, field="round")
    return Schedule(begins, tuple(tuple(games[number]) for number in range(begins, ends + 1)))


def _game(line: _Line) -> ScheduledGame:
    one = line.count("one")
    if line.cell("two").casefold() in _BYE:
        if line.cell("first"):
            raise line.error(
                "first", phrase("{one} sits out, so nobody goes first", one=one), "first"
            )
        return ScheduledGame(one)
    two = line.count("two")
    if one == two:
        raise line.error(
            "own_opponent", phrase("{one} cannot be their own opponent", one=one), "two"
        )
    if not line.cell("first"):
        return ScheduledGame(one, two)
    first = line.count("first")
    if first not in (one, two):
        what = phrase("{first} goes first, but {one} and {two} play", first=first, one=one, two=two)
        raise line.error("first", what, "first")
    return ScheduledGame(one, two, first)


def _lines(data: bytes, file: str) -> Iterator[_Line]:
    """Yields the lines that name games. Raises ScheduleError."""
    if len(data) > MAX_BYTES:
        raise ScheduleError(
            "too_large", phrase("it is larger than a mebibyte"), file=file, line=None, field=None
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ScheduleError(
            "not_text", phrase("it is not UTF-8 text"), file=file, line=None, field=None
        ) from None
    headed = False
    for number, row in enumerate(re.split("\r?\n", text), start=1):
        said = row.partition("#")[0].strip()
        if not said:
            continue
        cells = tuple(cell.strip().strip('"') for cell in re.split(r"[,;\t]", said))
        if not headed and cells[0].casefold() == "round":
            headed = True
            continue
        headed = True
        line = _Line(file, number, cells)
        if not 2 <= len(cells) <= len(FIELDS):
            what = phrase(
                "it has {fields} fields; expected round, one, two and perhaps first",
                fields=len(cells),
            )
            raise line.error("fields", what, None)
        yield line
