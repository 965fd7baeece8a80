"""The command that sets a penalty."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.table import Permission
from tournaments.kernel.commands.base import RoundCommand, find_entry
from tournaments.models import Penalty


@register
@dataclass(frozen=True, kw_only=True)
class SetPenalty(RoundCommand):
    """Sets the points added to (negative: taken from) an entry's spread in a round; 0 lifts it."""

    code = "penalty.set"
    permission = Permission.CORRECT
    needs_reason = True
    entry: int
    points: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.find_published(division)
        entry = find_entry(division, self.entry)
        if not -10_000 <= self.points <= 10_000:
            raise Refused(
                phrase("A penalty must be between -10000 and 10000 points."),
                code="penalty.range",
                field="points",
            )
        penalty = entry.penalties.filter(round_number=self.round).first()
        before = penalty.points if penalty else 0
        if before == self.points:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        if penalty is not None:
            penalty.entry = entry
        if penalty is None:
            work.ledger.create(Penalty(entry=entry, round_number=self.round, points=self.points))
        elif self.points == 0:
            work.ledger.delete(penalty)
        else:
            work.ledger.update(penalty, points=self.points)
        return {"name": entry.shown_name, "before": before}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Penalty of no. {entry} {name} in round {round}: {before:+d} to {points:+d}",
            entry=self.entry,
            name=answer["name"],
            round=self.round,
            before=answer["before"],
            points=self.points,
        )
