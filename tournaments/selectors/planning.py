"""What the round plan of a division says, and what of it does not fit any more."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Division
from tournaments.pairing.plan import PlanRow, renamed_plan, row_of
from tournaments.pairing.plan_check import PlanProblem, check_plan
from tournaments.pairing.schedule import Schedule
from tournaments.selectors.planned import plan_of
from tournaments.selectors.play import last_published
from tournaments.selectors.sheet import Sheet
from tournaments.standings.attendance import takes_part


def players_to_pair(division: Division) -> int:
    """Returns how many entries take part in the first round that is not published."""
    number = last_published(division) + 1
    away = division.entries.values_list("away", flat=True)
    return sum(takes_part(periods, number) for periods in away)


def problems_of(division: Division, rows: Sequence[PlanRow]) -> list[PlanProblem]:
    """Returns what is wrong with rows for the rounds and the players as they are now.

    Who plays now says nothing of rows that were begun with others.
    """
    begun = last_published(division)
    problems = check_plan(rows, division.planned_rounds, players_to_pair(division))
    return [p for p in problems if not p.doubtful or rows[p.row].first > begun]


def plan_by_number(division: Division, sheet: Sheet) -> tuple[PlanRow, ...]:
    """Returns the plan with the entries of its schedules by number; it is kept with their keys."""
    numbers = {entry.key: entry.number for entry in sheet.entries.values()}
    return renamed_plan(plan_of(division), numbers)


def schedule_in_plan(division: Division, sheet: Sheet, number: int) -> Schedule | None:
    """Returns the games that the plan holds for the row of a round, with entries by number.

    None where the plan says nothing of the round, or its method draws it up itself.
    """
    row = row_of(plan_by_number(division, sheet), number)
    return None if row is None else row.schedule
