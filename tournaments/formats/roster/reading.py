"""Reading a roster: lines of cells, with or without a header, into people."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.names import name_parts
from core.phrases import phrase
from tournaments.entry_details import DETAILS, Detail, EntryDetails
from tournaments.formats.roster import columns as of
from tournaments.formats.roster.columns import cleared, without_brackets, without_list_number
from tournaments.formats.roster.spaced import (
    TSH_COLUMNS,
    can_be_parted,
    is_comment,
    is_rating,
    is_surely_tsh,
    is_tsh,
    spaced,
    spaced_cells,
    spaced_header,
    tsh_line,
)
from tournaments.formats.roster.text import RosterError, RosterFault, lines_of

NAME_LIMIT = 60
LINE_LIMIT = 1000
_NOT_WHOLE = phrase("The {column} is a whole number from 0 to {most}, not {cell!r}.")
_LONGEST = {detail.column: detail.most for detail in DETAILS if not detail.is_number} | {
    of.CLUB: 120,
    of.PLAYER: 60,
    of.DIVISION: 40,
}
_HEADINGS = RosterFault(
    of.NAME,
    "headings",
    (
        phrase(
            "This looks like headings that are not known. Replace them with name (or last name and "
            "first name), rating, number, class, team or club, or empty the line."
        )
    ),
)
_NOT_PARTED = RosterFault(
    of.NAME,
    "headings",
    (
        phrase(
            "These headings are separated only by spaces, but the lines below cannot be split like "
            "that. Put commas between the headings and between the cells, or empty the line."
        )
    ),
)
_FORMULA = re.compile(r"[=@\t]|[-+](?!\d)\S")
Row = tuple[int, str, list[str]]
_WHOLE = re.compile(r"(\d+)(\.0+)?")


@dataclass(frozen=True, slots=True)
class RosterPerson(EntryDetails):
    """One line of a roster. `name` is as typed; a fault says what cannot be taken.

    `line` counts from 1 over all lines of the text, empty ones included.
    """

    line: int
    text: str
    name: str
    given_name: str
    family_name: str
    club: str = ""
    player: str = ""
    division: str = ""
    faults: tuple[RosterFault, ...] = ()

    @property
    def has_digits(self) -> bool:
        """Whether the name has digits: seldom a name, mostly a cell that was read as one."""
        return any(letter.isdigit() for letter in self.name)


@dataclass(frozen=True, slots=True)
class Roster:
    """The result: the people, the columns found, and the headings that were not used.

    `with_games` counts the lines of a tsh file whose opponents and scores are left out.
    """

    people: tuple[RosterPerson, ...]
    columns: tuple[str, ...]
    has_header: bool
    ignored: tuple[str, ...] = ()
    with_games: int = 0


def read_roster(text: str) -> Roster:
    """Returns the people of a roster; cells part at tabs, semicolons or commas.

    A name and a rating may have spaces alone between them, and lines of a tsh division file are
    understood. Raises RosterError for a text that is no roster. What is wrong with a single line is
    among that line's faults, and the others are read.
    """
    lines = lines_of(text)
    typed = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if is_tsh(lines):
        return _read_mixed(
            [one for one in typed if not _is_listed(one[1])],
            [one for one in typed if _is_listed(one[1])],
        )
    delimiter = _delimiter(lines)
    apart = spaced_header(typed[0][1]) if not any(mark in text for mark in "\t;") else None
    if apart is not None and can_be_parted(apart):
        return _under(apart, [(n, line, spaced_cells(line, apart)) for n, line in typed[1:]])
    rows = [(number, line, _cells(line, delimiter)) for number, line in typed]
    header = of.headed(rows[0][2])
    if header is not None:
        ignored = tuple(
            cell for cell, column in zip(rows[0][2], header, strict=True) if cell and not column
        )
        return _under(header, rows[1:], ignored)
    tsh = [(number, line) for number, line in typed if is_surely_tsh(line)]
    if tsh:
        return _read_mixed(tsh, [one for one in typed if not is_surely_tsh(one[1])])
    return _read_bare(typed, None if apart is None else _NOT_PARTED)


def _read_bare(typed: Sequence[tuple[int, str]], fault: RosterFault | None = None) -> Roster:
    """Returns the people of lines without a header; `fault` is that of the first line."""
    bare = [(number, line, without_list_number(line)) for number, line in typed]
    delimiter = _delimiter([text for _, _, text in bare])
    peeled = [
        (number, line, *_name_first([*map(without_brackets, _cells(text, delimiter))], delimiter))
        for number, line, text in bare
    ]
    columns = of.guessed([rest for _, _, _, rest in peeled])
    people = tuple(
        _person(number, line, {of.NAME: name} | _held(columns, rest))
        for number, line, name, rest in peeled
    )
    if fault is not None or of.looks_headed([rest for _, _, _, rest in peeled]):
        people = (replace(people[0], faults=(fault or _HEADINGS,)), *people[1:])
    return Roster(people, (of.NAME, *columns), False)


def _read_mixed(tsh: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> Roster:
    """Returns the people of lines of which some are those of a tsh file."""
    read = _read_tsh(tsh)
    listed = [one for one in others if _is_listed(one[1]) or not is_comment(one[1])]
    if not listed:
        return read
    more = _read_bare(listed)
    people = sorted((*read.people, *more.people), key=lambda person: person.line)
    return replace(read, people=tuple(people), columns=more.columns)


def _is_listed(line: str) -> bool:
    """Returns whether what tsh would pass over is a line of a list: "#1 Ann Lee"."""
    return is_comment(line) and without_list_number(line) != line


def _under(header: tuple[str, ...], rows: Sequence[Row], ignored: tuple[str, ...] = ()) -> Roster:
    """Returns the people of the lines under a header; RosterError where there is none."""
    if not rows:
        raise RosterError("empty", phrase("The roster has a header but no lines after it."))
    people = tuple(_headed(number, line, cells, header) for number, line, cells in rows)
    return Roster(people, header, True, ignored)


def _read_tsh(typed: Sequence[tuple[int, str]]) -> Roster:
    people, with_games = [], 0
    for number, line in typed:
        if not is_comment(line):
            said = tsh_line(line)
            with_games += said.has_games
            person = _person(number, line, said.cells)
            if said.fault:
                person = replace(person, faults=(RosterFault(of.NAME, "tsh", said.fault),))
            people.append(person)
    return Roster(tuple(people), TSH_COLUMNS, False, with_games=with_games)


def _delimiter(lines: Sequence[str]) -> str:
    """Returns the delimiter of most lines; on a tie tab, then semicolon."""
    counts = {mark: sum(mark in line for line in lines) for mark in "\t;,"}
    return max(counts, key=lambda mark: counts[mark])


def _cells(line: str, delimiter: str) -> list[str]:
    if len(line) > LINE_LIMIT:
        return [line[:LINE_LIMIT]]
    try:
        cells = next(csv.reader([line.strip("\n ")], delimiter=delimiter, strict=True))
    except csv.Error:
        # A quotation mark that nothing closes is a letter like another.
        cells = line.split(delimiter)
    return [cell.strip() for cell in cells]


def _name_first(cells: list[str], delimiter: str) -> tuple[str, list[str]]:
    """Returns the name and the rest; "Surname, Given" is one name that the comma cut in two.

    A rating may follow either with nothing but a space between them.
    """
    name, *rest = cells
    if not any(rest):
        name, *rest = spaced(name)
        return name, rest
    if delimiter == ",":
        begun, *more = rest if any(rest[1:]) else spaced(rest[0])
        if _is_given_name([name, begun, *more]):
            return f"{name}, {begun}", more
    if rest[0] and not is_rating(rest[0]):
        name, *rated = spaced(name)
        return name, [*rated, *rest]
    return name, rest


def _is_given_name(cells: Sequence[str]) -> bool:
    second = cells[1]
    if (
        len(second) < 2
        or of.says_none(second)
        or any(letter.isdigit() for letter in second)
        or not second[0].isalpha()
    ):
        return False
    return " " not in cells[0] or (len(cells) > 2 and cells[2].isdecimal())


def _headed(number: int, line: str, cells: list[str], header: Sequence[str]) -> RosterPerson:
    if of.NAME in header and len(cells) == len(header) + 1 and "," in line:
        at = header.index(of.NAME)
        cells = [*cells[:at], f"{cells[at]}, {cells[at + 1]}", *cells[at + 2 :]]
    surplus = [cell for cell in cells[len(header) :] if cell]
    person = _person(number, line, cleared(_held(header, cells)))
    if not surplus:
        return person
    sentence = phrase(
        "{surplus!r} is beyond the last column of the header.", surplus=surplus[0][:40]
    )
    fault = RosterFault(of.NAME, "surplus", sentence)
    return replace(person, faults=(*person.faults, fault))


def _held(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    return {column: cell for column, cell in zip(columns, cells, strict=False) if column}


def _person(number: int, line: str, cells: Mapping[str, str]) -> RosterPerson:
    name, given, family = _names(cells)
    return RosterPerson(
        line=number,
        text=line.strip("\n"),
        name=name,
        given_name=given,
        family_name=family,
        **{detail.name: _said(detail, cells.get(detail.column, "")) for detail in DETAILS},
        club=cells.get(of.CLUB, ""),
        player=cells.get(of.PLAYER, ""),
        division=cells.get(of.DIVISION, ""),
        faults=tuple(_faults(line, name, cells)),
    )


def _names(cells: Mapping[str, str]) -> tuple[str, str, str]:
    given, family = cells.get(of.GIVEN, ""), cells.get(of.FAMILY, "")
    if given or family:
        told = f"{family}, {given}" if given and family else given or family
        return (
            cells.get(of.NAME) or told,
            given or family,
            family if given else "",
        )
    name = cells.get(of.NAME, "")
    return name, *name_parts(name)


def _said(detail: Detail, cell: str) -> Any:
    if not detail.is_number:
        return cell
    whole = _whole(cell)
    return detail.default if whole is None else whole


def _whole(cell: str) -> int | None:
    found = _WHOLE.fullmatch(cell)
    return int(found[1]) if found and len(found[1]) < 8 else None


def _faults(line: str, name: str, cells: Mapping[str, str]) -> Iterator[RosterFault]:
    """Yields the faults of a line; the first fault of a cell is enough."""
    if len(line) > LINE_LIMIT:
        yield RosterFault(
            of.NAME,
            "line_long",
            phrase("A line can have at most {most} characters.", most=LINE_LIMIT),
        )
        return
    for column, cell in cells.items():
        if _FORMULA.match(cell):
            sentence = phrase("{cell!r} looks like a formula; give its value.", cell=cell[:40])
            yield RosterFault(column, "formula", sentence)
        elif not cell.isprintable():
            sentence = phrase(
                "The {column} contains a character that cannot be printed.",
                column=of.column_words(column),
            )
            yield RosterFault(column, "control", sentence)
        elif column in _LONGEST and len(cell) > _LONGEST[column]:
            sentence = phrase(
                "The {column} can have at most {most} characters.",
                column=of.column_words(column),
                most=_LONGEST[column],
            )
            yield RosterFault(column, "long", sentence)
    if not any(letter.isalnum() for letter in name):
        yield RosterFault(of.NAME, "nameless", phrase("The line has no name."))
    elif len(name) > NAME_LIMIT:
        sentence = phrase(
            "A name can have at most {most} characters; this one has {count}.",
            most=NAME_LIMIT,
            count=len(name),
        )
        yield RosterFault(of.NAME, "long", sentence)
    yield from _wrong_numbers(cells)


def _wrong_numbers(cells: Mapping[str, str]) -> Iterator[RosterFault]:
    for detail in DETAILS:
        cell = cells.get(detail.column, "") if detail.is_number else ""
        if not cell or (detail.column == of.RATING and of.says_none(cell)):
            continue
        if not 0 <= _or_too_much(cell) <= detail.most:
            says = detail.whole_words or _NOT_WHOLE
            sentence = says.format(
                column=of.column_words(detail.column), most=detail.most, cell=cell[:40]
            )
            yield RosterFault(detail.column, detail.column.split()[-1], sentence)


def _or_too_much(cell: str) -> int:
    whole = _whole(cell)
    return 10_000_000 if whole is None else whole
