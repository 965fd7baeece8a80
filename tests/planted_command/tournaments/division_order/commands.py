"""The command that lists a division in another place."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.kernel.commands.base import DivisionCommand, find_tournament


@register
@dataclass(frozen=True, kw_only=True)
class ListDivision(DivisionCommand):
    """Lists a division in another place among those of its event; 1 is the first."""

    code = "division.listed"
    place: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        listed = list(division.tournament.divisions.all())
        if not 1 <= self.place <= len(listed):
            raise Refused(
                phrase("Give a place from 1 to {most}.", most=len(listed)),
                code="place.unknown",
                field="place",
            )
        before = listed.index(division) + 1
        if before == self.place:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        listed.insert(self.place - 1, listed.pop(before - 1))
        for position, one in enumerate(listed):
            work.ledger.update(one, position=position)
        return {"before": before}

    def divisions_touched(self) -> tuple[str, ...]:
        """Returns the names of all divisions of the event: each may move."""
        return tuple(d.name for d in find_tournament(self.event).divisions.all())

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Division {division} listed in place {place} (before: {before})",
            division=self.division,
            place=self.place,
            before=answer["before"],
        )
