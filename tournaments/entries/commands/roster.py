"""Enter a whole roster in one command: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.names import shown_name
from core.phrases import phrase, phrase_count
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
from tournaments.kernel.wording.listing import some_of
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
                    "A roster can have at most {most} lines; this one has {count}.",
                    most=MAX_LINES,
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
                    str(phrase("Line {line}: {fault}", line=line, fault=said))
                    for line, said in wrong
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
        seen: dict[tuple[str, str], int] = {}
        for place, (line, number) in enumerate(zip(self.entries, numbers, strict=True), 1):
            if number in entered:
                yield (
                    place,
                    phrase(
                        "{name} is already entered, as {entry}.",
                        name=shown_name(line.name),
                        entry=entered[number],
                    ),
                )
            marks = {("number", number)} if number else set()
            marks |= {("player", member.player) for member in line.members if member.player}
            for mark in sorted(marks):
                if (first := seen.setdefault(mark, place)) != place:
                    yield place, _again(shown_name(line.name), first, *mark)

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        check_entering_again(self, entry, self.entries)
        self._check(self.find_division())

    def sentence(self, answer: Row) -> str:
        names = [shown_name(line.name) for line in self.entries]
        said = phrase_count(
            "Roster of division {division}: {count} entry added ({names})",
            "Roster of division {division}: {count} entries added ({names})",
            count=len(names),
            division=self.division,
            names=some_of(names, NAMES_SAID),
        )
        return f"{said}, {missed_rounds(answer['missed'])}" if answer["missed"] else said


def _again(name: str, line: int, kind: str, mark: str) -> str:
    """Returns that somebody is in a line already, by their number or key.

    A key may hold a number that directors do not see.
    """
    if kind == "number":
        return phrase(
            "{name} is already in line {line} (number {number}).",
            name=name,
            line=line,
            number=mark,
        )
    return phrase(
        "{name} is already in line {line} (player {player}).",
        name=name,
        line=line,
        player=masked(mark),
    )
