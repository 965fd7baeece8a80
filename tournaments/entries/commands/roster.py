"""Enter a whole roster in one command: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.names import shown_name
from core.phrases import phrase
from people.handles import masked
from tournaments.entries.commands.late_entry import (
    RosterLine,
    check_entering_again,
    check_line,
    enter,
    missed_rounds,
)
from tournaments.formats.roster.text import MAX_LINES
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division, Entry

NAMES_SAID = 3


@register
@dataclass(frozen=True, kw_only=True)
class AddRoster(DivisionCommand):
    """Enters many at once in a division; one line that cannot be entered refuses them all."""

    code = "roster.added"
    entries: tuple[RosterLine, ...]

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        if not self.entries:
            raise Refused(phrase("The roster is empty."), code="roster.empty", field="roster")
        if len(self.entries) > MAX_LINES:
            raise Refused(
                phrase(
                    "A roster can have at most {max_lines} lines; this one has {count}.",
                    max_lines=MAX_LINES,
                    count=len(self.entries),
                ),
                code="roster.long",
                field="roster",
            )
        self._check(division)
        key, missed = enter(work, division, self.entries)
        return {"key": key, "missed": missed, "published": last_published(division)}

    def _check(self, division: Division) -> None:
        """Raises Refused with a sentence for each line that is wrong."""
        wrong = sorted({*self._wrong_lines(division), *self._doubled(division)})
        if wrong:
            raise Refused(
                " ".join(
                    phrase("Line {line}: {said}", line=line, said=said) for line, said in wrong
                ),
                code="roster.lines",
                line=wrong[0][0],
                field="roster",
            )

    def _wrong_lines(self, division: Division) -> Iterator[tuple[int, str]]:
        for place, line in enumerate(self.entries, 1):
            try:
                check_line(division, line)
            except Refused as refused:
                yield place, refused.message

    def _doubled(self, division: Division) -> Iterator[tuple[int, str]]:
        """Yields who stands twice in the roster, or stands in the event by their number already.

        Names say nothing here: two people may have the same.
        """
        numbers = [line.association_number.strip() for line in self.entries]
        entries = Entry.objects.filter(
            tournament=division.tournament, association_number__in={*numbers} - {""}
        )
        entered = {entry.association_number: entry for entry in entries}
        seen: dict[str, int] = {}
        for place, (line, number) in enumerate(zip(self.entries, numbers, strict=True), 1):
            if number in entered:
                yield (
                    place,
                    phrase(
                        "{name} is already entered, as {entered}.",
                        name=shown_name(line.name),
                        entered=entered[number],
                    ),
                )
            marks = {phrase("number {number}", number=number)} if number else set()
            marks |= {
                phrase("player {player}", player=member.player)
                for member in line.members
                if member.player
            }
            for mark in sorted(marks):
                if seen.setdefault(mark, place) != place:
                    said = phrase(
                        "is already in line {seen} ({called}).",
                        seen=seen[mark],
                        called=_called(mark),
                    )
                    yield place, f"{shown_name(line.name)} {said}"

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        check_entering_again(self, entry, self.entries)
        self._check(self.find_division())

    def sentence(self, answer: Row) -> str:
        names = [shown_name(line.name) for line in self.entries]
        more = len(names) - NAMES_SAID
        said = ", ".join(names[:NAMES_SAID]) + (
            phrase(" and {more} more", more=more) if more > 0 else ""
        )
        missed = f", {missed_rounds(answer['missed'])}" if answer["missed"] else ""
        count = "1 entry" if len(names) == 1 else phrase("{count} entries", count=len(names))
        return phrase(
            "Roster of division {division}: {count} added ({said}){missed}",
            division=self.division,
            count=count,
            said=said,
            missed=missed,
        )


def _called(mark: str) -> str:
    """Returns a mark as a refusal names it: a key may hold a number that directors do not see."""
    return masked(mark) if mark.startswith("player ") else mark
