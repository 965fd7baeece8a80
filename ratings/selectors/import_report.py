"""The report on an import of a list: the players its lines mean, the doubts, the oddities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet

from core.names import name_mark, number_mark
from core.phrases import phrase, phrase_count
from people.models import Player
from people.register import Register, RegisteredPlayer
from ratings.formats.lines import ListFault, ListLine
from ratings.formats.reading import TSH, ListReading
from ratings.models import ImportedRating, ListImport, NameMatch, RatingList
from ratings.selectors.matching import (
    NUMBER,
    Matching,
    automatic,
    matched,
    matches_by_hand,
    nearest,
    ways_in_words,
)
from ratings.selectors.openings import import_in_force


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of which it is not known who is meant: why, and who comes near."""

    line: int
    name: str
    rating: int
    association_number: str
    why: str
    near: tuple[RegisteredPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The findings on the lines of a list before it is imported.

    `by` counts the lines matched in each way. `open_lines` are those of nobody; only the first
    have somebody `near`.
    """

    by: dict[str, int]
    nobody: int
    open_lines: tuple[OpenLine, ...]
    oddities: tuple[ListFault, ...]

    @property
    def known(self) -> int:
        """The number of lines that mean a player of the register."""
        return sum(self.by.values())

    @property
    def ways(self) -> str:
        """The ways in which lines were matched, in words."""
        return ways_in_words(self.by)


def report_of(
    rating_list: RatingList, reading: ListReading, *, on: date, suggest: int
) -> ImportReport:
    """Returns the effect of taking a reading into a list; the register is read in one query.

    `on` is the day that the list will have. The first `suggest` open lines have the players who
    come nearest.
    """
    register = Register()
    facts = automatic(register, reading.lines, reading.format)
    matching = matched(reading.lines, facts, matches_by_hand(rating_list))
    open_lines = [
        _open(register, line, reading.format, matching.doubts.get(line.line, ""))
        for line in matching.open_lines(reading.lines)
    ]
    oddities = [
        *_shrinking(rating_list, len(reading.lines), on),
        *reading.oddities,
        *_strangers(register, reading.lines, matching),
    ]
    return ImportReport(
        by=dict(Counter(matching.by.values())),
        nobody=len(matching.nobody),
        open_lines=tuple(_with_near(register, open_lines, suggest)),
        oddities=tuple(oddities),
    )


def open_rows(publication: ListImport) -> QuerySet[ImportedRating]:
    """Returns the lines of an import that mean nobody yet, in their order.

    Those of whom somebody said that they are in no register are not among them.
    """
    nobody = NameMatch.objects.filter(rating_list=publication.rating_list_id, player="")
    rows = ImportedRating.objects.filter(list_import=publication, player="")
    return rows.exclude(name__in=nobody.values("name")).order_by("line")


def numbered_now(publication: ListImport) -> int:
    """Returns of how many open lines the register has the number by now: importing finds them."""
    wanted = open_rows(publication).exclude(association_number="")
    numbers = [number_mark(one) for one in wanted.values_list("association_number", flat=True)]
    if not numbers:
        return 0
    known = Player.objects.exclude(association_number="").values_list("association_number")
    marks = {number_mark(number) for (number,) in known}
    return sum(number in marks for number in numbers)


def open_lines(publication: ListImport, rows: Iterable[ImportedRating]) -> list[OpenLine]:
    """Returns rows of an import with why it is open who is meant, and who comes near."""
    register = Register()
    shown = [
        _open(
            register,
            ListLine(row.line, row.name, row.rating, row.association_number),
            publication.format,
            "",
        )
        for row in rows
    ]
    return _with_near(register, shown, len(shown))


def _open(
    register: Register,
    line: ListLine,
    format: str,  # noqa: A002 - what it is called
    doubt: str,
) -> OpenLine:
    alike = register.named(line.name, turned=format == TSH)
    why = doubt
    if number_mark(line.association_number) in register.by_number:
        why = phrase("The register now has this number.")
    elif not why and len(alike) > 1:
        why = phrase("{count} players in the register have this name.", count=len(alike))
    elif not why and alike:
        why = phrase("The register has this name, but it may be another person.")
    return OpenLine(line.line, line.name, line.rating, line.association_number, why)


def _with_near(register: Register, lines: list[OpenLine], count: int) -> list[OpenLine]:
    near = nearest(register, [line.name for line in lines[:count]])
    return [replace(line, near=near.get(line.name, ())) for line in lines]


def _shrinking(rating_list: RatingList, lines: int, on: date) -> list[ListFault]:
    """Returns that a list would lose most of its lines: a file of one event takes its place, say.

    An import of an earlier day takes nobody's place.
    """
    replaced = import_in_force(rating_list)
    if replaced is None or on < replaced.effective_on:
        return []
    before = replaced.rows.count()
    if 2 * lines >= before:
        return []
    if rating_list.is_imported:
        said = phrase_count(
            "This file has {count} player; the list has {before}. The others will no longer be in "
            "it.",
            "This file has {count} players; the list has {before}. The others will no longer be in "
            "it.",
            count=lines,
            before=before,
        )
    else:
        said = phrase_count(
            "This file has {count} player; the import in force has {before}. The others will start "
            "without a rating.",
            "This file has {count} players; the import in force has {before}. The others will "
            "start without a rating.",
            count=lines,
            before=before,
        )
    return [ListFault(0, "import.shrinks", said)]


def _strangers(
    register: Register, lines: tuple[ListLine, ...], matching: Matching
) -> list[ListFault]:
    """Returns the lines whose number belongs to somebody of quite another name."""
    odd = []
    for line in lines:
        if matching.by.get(line.line) != NUMBER:
            continue
        person = register.people[matching.players[line.line]]
        if not set(name_mark(person.full_name).split()) & set(name_mark(line.name).split()):
            said = phrase(
                "Number {number} is {registered} in the register, and {name} on the list.",
                number=line.association_number,
                registered=person.full_name,
                name=line.name,
            )
            odd.append(ListFault(line.line, "stranger", said))
    return odd
