"""The round plan of a division, and the parts of it that no longer fit."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.kernel.queries.play import last_published
from tournaments.models import Division
from tournaments.pairing.plans.plan import PlanRow, renamed_plan
from tournaments.pairing.plans.plan_check import PlanProblem, check_plan
from tournaments.rounds.queries.planned import plan_of
from tournaments.standings.attendance import takes_part


def players_to_pair(division: Division) -> int:
    """Returns how many entries take part in the first round that is not published."""
    number = last_published(division) + 1
    away = division.entries.values_list("away", flat=True)
    return sum(takes_part(periods, number) for periods in away)


def problems_of(division: Division, rows: Sequence[PlanRow]) -> list[PlanProblem]:
    """Returns the problems of rows for the rounds and the players as they are now.

    The current players say nothing about rows begun with others.
    """
    begun = last_published(division)
    problems = check_plan(rows, division.planned_rounds, players_to_pair(division))
    return [p for p in problems if not p.doubtful or rows[p.row].first > begun]


def plan_by_number(division: Division) -> tuple[PlanRow, ...]:
    """Returns the plan with the entries of its schedules by number; it is kept with their keys."""
    return renamed_plan(plan_of(division), dict(division.entries.values_list("key", "number")))
