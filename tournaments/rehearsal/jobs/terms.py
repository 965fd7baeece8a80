"""The terms of pairing that a rehearsal takes over: plan, conditions, rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from core.journal.command import Command
from tournaments.models import Division
from tournaments.pairing.plans.plan import PlanRow, renamed_plan, row_of
from tournaments.pairing.terms.conditions import Condition, conditions_from_values
from tournaments.pairing.terms.rules import PairingRules, rules_from_values
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlanPairing, planned_rounds
from tournaments.rounds.queries.planned import plan_of

OTHERWISE = "swiss"
"""The pairing of a round that the plan does not cover."""


@dataclass(frozen=True, slots=True)
class PairingTerms:
    """The terms of pairing a division, with its entries by their keys.

    `rules` None are those of the rule set.
    """

    plan: tuple[PlanRow, ...] = ()
    conditions: tuple[Condition, ...] = ()
    rules: PairingRules | None = None

    @classmethod
    def of(cls, division: Division) -> PairingTerms:
        """Returns the terms of a division."""
        return cls(
            plan_of(division),
            conditions_from_values(division.conditions),
            rules_from_values(division.pairing_rules),
        )

    def method(self, number: int) -> str:
        """Returns the method of `PairRound` for a round, empty where the plan says it."""
        return OTHERWISE if row_of(self.plan, number) is None else ""

    def commands(
        self, numbers: Mapping[int, int], place: Mapping[str, Any], preset: PairingRules
    ) -> Iterator[Command]:
        """Yields the commands that give another division these terms.

        `numbers` are those of the entries there, by the keys here; a condition on somebody who is
        not there is left out. `place` has the fields that say which division that is, which was
        made with the rules `preset`.
        """
        if self.plan:
            rows = tuple(map(planned_rounds, renamed_plan(self.plan, numbers)))
            yield PlanPairing(**place, rows=rows)
        for condition in self.conditions:
            if set(condition.keys) <= numbers.keys():
                two = None if condition.two is None else numbers[condition.two]
                said = {**asdict(condition), "one": numbers[condition.one], "two": two}
                yield SetCondition(**place, **said)
        if self.rules is not None and self.rules != preset:
            until = self.rules.team_mates_until or 0
            yield ChangePairingRules(**place, **{**asdict(self.rules), "team_mates_until": until})


NO_TERMS = PairingTerms()
