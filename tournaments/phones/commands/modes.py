"""Say how the players of a division report their results."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import phrase
from tournaments.claiming import Mode
from tournaments.kernel.commands.base import DivisionCommand
from tournaments.phones.wording.standing import REPORTING


@register
@dataclass(frozen=True, kw_only=True)
class SetPhones(DivisionCommand):
    """Says how the players of a division report; what they have said stays as it is."""

    code = "division.phones_set"
    mode: Mode

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        if not work.ledger.update(division, phone_mode=str(self.mode)):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="mode"
            )
        return {}

    def sentence(self, answer: Row) -> str:
        return REPORTING[self.mode].format(division=self.division)
