"""Import a published list: its lines as one command, and who of the register they mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from core.journal.checked import fields_checked
from core.journal.command import Facts, Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from people.register import Register
from ratings.commands.base import ListCommand
from ratings.formats.lines import MAX_LINES, ListFault, ListLine, doubled, impossible
from ratings.formats.reading import FORMATS
from ratings.models import ImportedRating, ListImport, RatingList
from ratings.selectors.matching import (
    HAND,
    NAME,
    NUMBER,
    Matching,
    automatic,
    matched,
    matches_by_hand,
    ways_in_words,
)

FIRST_DAY = date(1950, 1, 1)
DAYS_AHEAD = 366


@register
@dataclass(frozen=True, kw_only=True)
class ImportRatings(ListCommand):
    """Takes a publication of a list in, all of it or nothing.

    In an imported list the last one by date is in force. In a computed list it says what players
    open with who have no rated event yet.
    """

    code = "list.imported"
    records_rows = False
    effective_on: date
    format: str
    rows: tuple[ListLine, ...]
    file_name: str = ""

    def apply(self, work: Work) -> Row:
        rating_list = self.find_list()
        if not FIRST_DAY <= self.effective_on <= work.at.date() + timedelta(days=DAYS_AHEAD):
            raise Refused(
                phrase(
                    "The date {effective_on} is too early, or in the future.",
                    effective_on=self.effective_on,
                ),
                code="import.day",
                field="effective_on",
            )
        if self.format not in FORMATS:
            raise Refused(
                phrase("No format is called {format!r}.", format=self.format[:40]),
                code="import.format",
            )
        _check(self.rows)
        facts = work.facts.decide("players", lambda: automatic(Register(), self.rows, self.format))
        number = work.facts.decide("import", lambda: _next_number(rating_list))
        publication = ListImport(
            rating_list=rating_list,
            number=number,
            effective_on=self.effective_on,
            format=self.format,
            file_name=self.file_name,
        )
        matching = matched(self.rows, facts, matches_by_hand(rating_list))
        work.ledger.create_unrecorded(ListImport, [fields_checked(publication)])
        work.ledger.create_unrecorded(
            ImportedRating, [_rating(publication, line, matching) for line in self.rows]
        )
        return {"import": number, "lines": len(self.rows), **_counted(matching)}

    def sentence(self, answer: Row) -> str:
        told = ways_in_words({how: answer[how] for how in (NUMBER, NAME, HAND)})
        known = phrase(
            "{count} of players in the register",
            count=sum(answer[how] for how in (NUMBER, NAME, HAND)),
        )
        return phrase_count(
            "List of {day} imported: {count} rating, {known}",
            "List of {day} imported: {count} ratings, {known}",
            count=answer["lines"],
            day=self.effective_on,
            known=f"{known} ({told})" if told else known,
        )

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        publication = ListImport.objects.filter(
            rating_list=self.find_list(), number=entry.facts["import"]
        )
        ImportedRating.objects.filter(list_import__in=publication).delete()
        publication.delete()

    def redo(self, work: Work, entry: JournalEntry) -> None:
        self.apply(Work(work.ledger, Facts(entry.facts), entry.at))


def settle(publication: ListImport, by_hand: dict[str, str]) -> None:
    """Writes whom the lines of an import mean, as its journal and what people said have it."""
    entry = JournalEntry.objects.get(
        stream__key=f"list:{publication.rating_list.key}",
        command=ImportRatings.code,
        answer__import=publication.number,
    )
    rows_by_line = {row.line: row for row in publication.rows.all()}
    lines = [
        ListLine(row.line, row.name, row.rating, row.association_number)
        for row in rows_by_line.values()
    ]
    matching = matched(lines, entry.facts["players"], by_hand)
    for line, row in rows_by_line.items():
        player = matching.players.get(line, "")
        if row.player != player:
            ImportedRating.objects.filter(pk=row.pk).update(player=player)


def _check(rows: Sequence[ListLine]) -> None:
    """Raises Refused with the first line that cannot be, or that stands for somebody again."""
    if not rows:
        raise Refused(phrase("The list is empty."), code="import.empty", field="rows")
    if len(rows) > MAX_LINES:
        raise Refused(
            phrase("A list can have at most {max_lines} lines.", max_lines=MAX_LINES),
            code="import.long",
            field="rows",
        )
    numbers = Counter(row.line for row in rows)
    twice = next((line for line, count in numbers.items() if count > 1 or line < 1), None)
    if twice is not None:
        raise Refused(
            phrase("Line {twice} occurs twice.", twice=twice), code="import.lines", field="rows"
        )
    fault: ListFault | None = next((one for row in rows for one in impossible(row)), None)
    if fault is None:
        fault = next(iter(doubled(rows)[0]), None)
    if fault is not None:
        raise Refused(str(fault), code=f"import.{fault.code}", line=fault.line, field="rows")


def _next_number(rating_list: RatingList) -> int:
    """Returns a number that no import of the list ever had, one taken back neither."""
    stream = f"list:{rating_list.key}"
    before = JournalEntry.objects.filter(stream__key=stream, command=ImportRatings.code)
    return before.count() + 1


def _rating(publication: ListImport, line: ListLine, matching: Matching) -> ImportedRating:
    return ImportedRating(
        list_import_id=publication.pk,
        line=line.line,
        name=line.name,
        player=matching.players.get(line.line, ""),
        association_number=line.association_number,
        rating=line.rating,
        deviation=line.deviation,
        games=line.games,
        expires_on=line.expires_on,
    )


def _counted(matching: Matching) -> dict[str, Any]:
    counts = Counter(matching.by.values())
    return {how: counts[how] for how in (NUMBER, NAME, HAND)}
