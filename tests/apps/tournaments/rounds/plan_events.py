"""Round plans that the tests of the command and of its page share."""

from __future__ import annotations

from typing import Any

from tests.apps.tournaments.desk_events import SLUG, division
from tournaments.rounds.commands.planning import PlannedGame, PlannedRounds, PlanPairing
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.wording.plans import plan_sentence

SWISS = PlannedRounds(first=1, last=2, method="swiss")
HILL = PlannedRounds(first=3, last=3, method="koth", lag=1)
GAMES = (
    PlannedGame(round=1, one=1, two=4, first=4),
    PlannedGame(round=1, one=2, two=3),
    PlannedGame(round=2, one=1, two=2),
    PlannedGame(round=2, one=3),
)


def plan(*rows: PlannedRounds, **more: Any) -> PlanPairing:
    """Returns the command that plans division A of the event so."""
    return PlanPairing(event=SLUG, division="A", rows=rows, **more)


def held() -> str:
    """Returns the plan of division A in words."""
    return plan_sentence(plan_of(division()))
