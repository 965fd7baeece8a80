"""Lists that are tables: tab-separated, CSV, and the list files of tsh."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from core.phrases import phrase
from ratings.formats import columns as of
from ratings.formats.lines import (
    ListError,
    ListFault,
    ListLine,
    impossible,
    known_deviation,
    no_deviation,
    no_games,
    no_rating,
)

LINE_LIMIT = 1000
_NO_RATING = {"", "0", "-", "\N{EN DASH}", "none", "unrated", "new", "n/a"}
_NO_DAY = {"", "-", "\N{EN DASH}", "none", "never", "n/a"}
_WHOLE = re.compile(r"(\d{1,9})(\.0+)?", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)
_MARKS = re.compile(r"(?<!\s)\s*+\((?:EXP|GM)\)", re.IGNORECASE)
_WITH_ID = re.compile(r"(?P<name>[^:]+):(?P<id>[\w-]{1,20})", re.ASCII | re.DOTALL)
_COMPACT_DAY = re.compile(r"\d{8}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

Cells = tuple[int, str, list[str]]


class ListTable:
    """A table read line by line; faults and oddities gather on the way. It has no title."""

    title = ""
    held_on: date | None = None

    def __init__(self, lines: Sequence[str], delimiter: str) -> None:
        self.faults: list[ListFault] = []
        self.oddities: list[ListFault] = []
        self._delimiter = delimiter
        rows: list[Cells] = [
            (number, line, cells_of(line, delimiter))
            for number, line in enumerate(lines, 1)
            if line.strip() and not line.startswith("#")
        ]
        self.has_header = bool(rows) and of.is_header(rows[0][2])
        self.columns = self._headed(rows[0]) if self.has_header else of.USUAL
        self.lines = tuple(self._read(rows[self.has_header :]))

    def _headed(self, row: Cells) -> tuple[str, ...]:
        number, _, cells = row
        columns = of.headed(cells)
        if not any(columns) and self._delimiter == "\t":
            # tsh takes any line without a digit for a header, whatever it says.
            return of.USUAL
        if of.NAME not in columns and of.FAMILY not in columns:
            raise ListError(
                "no_name",
                phrase("Line {number} has no column for the name.", number=number),
                number,
            )
        if of.RATING not in columns:
            raise ListError(
                "no_rating",
                phrase("Line {number} has no column for the rating.", number=number),
                number,
            )
        for place, (cell, column) in enumerate(zip(cells, columns, strict=True)):
            if column and column in columns[:place]:
                said = phrase(
                    "Line {number} has two columns for the {column}.",
                    number=number,
                    column=of.NAMES.get(column, column),
                )
                raise ListError("column.twice", said, number)
            if cell and not column:
                said = phrase("The column {cell!r} is not known and was ignored.", cell=cell[:40])
                self.oddities.append(ListFault(number, "column.unknown", said))
        return columns

    def _read(self, rows: Sequence[Cells]) -> Iterator[ListLine]:
        for number, text, cells in rows:
            if len(text) > LINE_LIMIT:
                said = phrase(
                    "A line can have at most {line_limit} characters.", line_limit=LINE_LIMIT
                )
                self.faults.append(ListFault(number, "line.long", said))
                continue
            told = self._held(number, cells)
            line = None if told is None else self._line(number, told)
            if line is not None:
                self.faults += impossible(line)
                yield line

    def _held(self, number: int, cells: list[str]) -> Mapping[str, str] | None:
        """Returns the cells of a line by column; None, with a fault, where it has too many."""
        found = cells
        if self._delimiter == "," and of.NAME in self.columns:
            found = _joined(cells, len(self.columns), self.columns.index(of.NAME))
        if any(found[len(self.columns) :]):
            said = phrase(
                "{cells} cells, but the list has {columns} columns.",
                cells=len(found),
                columns=len(self.columns),
            )
            self.faults.append(ListFault(number, "cells", said))
            return None
        return {column: cell for column, cell in zip(self.columns, found, strict=False) if column}

    def _line(self, number: int, cells: Mapping[str, str]) -> ListLine | None:
        """Returns a line; None where it has no rating or a number that is none."""
        name, association_number = _person(cells)
        rating, games = cells.get(of.RATING, ""), cells.get(of.GAMES, "")
        deviation = cells.get(of.DEVIATION, "")
        wrong: list[ListFault] = []
        if rating.casefold() in _NO_RATING:
            said = phrase("A line without a name has no rating and is left out.")
            if name:
                said = phrase("{name} has no rating and is left out.", name=name[:60])
            self.oddities.append(ListFault(number, "unrated", said))
            return None
        if not _WHOLE.fullmatch(rating):
            wrong.append(no_rating(number, name, rating))
        if games and not _WHOLE.fullmatch(games):
            wrong.append(no_games(number, name, games))
        if deviation and not _NUMBER.fullmatch(deviation):
            wrong.append(no_deviation(number, name, deviation))
        self.faults += wrong
        if wrong:
            return None
        return ListLine(
            line=number,
            name=name,
            rating=int(rating.partition(".")[0]),
            association_number=association_number,
            deviation=known_deviation(float(deviation)) if deviation else None,
            games=int(games.partition(".")[0]) if games else None,
            expires_on=self._expiry(number, cells.get(of.EXPIRY, "")),
        )

    def _expiry(self, number: int, cell: str) -> date | None:
        if cell.casefold() in _NO_DAY:
            return None
        found = day_of(cell)
        if found is None:
            said = phrase(
                "The expiry {cell!r} is not a date such as 2026-12-31 and is left out.",
                cell=cell[:40],
            )
            self.oddities.append(ListFault(number, "expiry", said))
        return found


def cells_of(line: str, delimiter: str) -> list[str]:
    """Returns the cells of a line; a quotation mark that nothing closes is a letter."""
    if delimiter == "\t" or '"' not in line:
        return [cell.strip() for cell in line.split(delimiter)]
    try:
        cells = next(csv.reader([line[:LINE_LIMIT]], delimiter=delimiter, strict=True))
    except csv.Error:
        cells = line.split(delimiter)
    return [cell.strip() for cell in cells]


def day_of(cell: str) -> date | None:
    """Returns the day that 2026-12-31 or 20261231 names, None for anything else."""
    if not (_DAY.fullmatch(cell) or _COMPACT_DAY.fullmatch(cell)):
        return None
    try:
        return date.fromisoformat(cell)
    except ValueError:
        return None


def _joined(cells: list[str], width: int, at: int) -> list[str]:
    """Returns the cells with a name put together that its own comma cut in two."""
    if len(cells) == width + 1 or (len(cells) > at + 2 and _is_cut(cells[at + 1 :])):
        return [*cells[:at], f"{cells[at]}, {cells[at + 1]}", *cells[at + 2 :]]
    return cells


def _is_cut(rest: Sequence[str]) -> bool:
    """Returns whether the cell after a name goes on with it, and the rating comes after."""
    return rest[0][:1].isalpha() and bool(_WHOLE.fullmatch(rest[1]))


def _person(cells: Mapping[str, str]) -> tuple[str, str]:
    """Returns the name and the association number of a line; a name may carry the number."""
    family, given = cells.get(of.FAMILY, ""), cells.get(of.GIVEN, "")
    name = cells.get(of.NAME, "") or (f"{family}, {given}" if family and given else family or given)
    name = " ".join(_MARKS.sub("", name).split())
    number = cells.get(of.NUMBER, "")
    carried = _WITH_ID.fullmatch(name)
    if carried is None:
        return name, number
    return carried["name"].strip(), number or carried["id"]
