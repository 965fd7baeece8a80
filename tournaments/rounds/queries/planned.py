"""The pairing planned for a round, or the one that the director asks for now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.kernel.queries.sheet import Sheet
from tournaments.kernel.queries.standings_and_starts import complete_rounds
from tournaments.models import Division, Round
from tournaments.pairing.answer import PairingWarning, Request
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow, plan_from_values, row_of
from tournaments.pairing.plans.plan_check import BLOCK_LENGTH
from tournaments.pairing.schedule import Schedule, renamed_schedule, schedule_from_values


@dataclass(frozen=True)
class Planned:
    """The row that pairs a round, and the block drawn up before, if it is in one.

    `number` is the round, `based_on` the last one whose results count.
    """

    row: PlanRow
    number: int
    based_on: int
    schedule: Schedule | None

    def request(self, seed: str) -> Request:
        """Returns the request to the row's method; a block is as long as the row, if it may be."""
        request, method = self.row.request(seed), METHODS.get(self.row.method)
        if method is None or not method.is_block or request.option(BLOCK_LENGTH) is not None:
            return request
        begins = self.number if self.schedule is None else self.schedule.begins
        length = self.row.last - begins + 1
        fits = [o for o in method.options if o.key == BLOCK_LENGTH and o.least <= length <= o.most]
        if length == 1 or not fits:
            return request
        return replace(request, options=tuple(sorted((*request.options, (BLOCK_LENGTH, length)))))


def plan_of(division: Division) -> tuple[PlanRow, ...]:
    """Returns the plan of a division, in the order of the rounds, with entries by key."""
    return plan_from_values(division.plan)


def planned_row(division: Division, number: int) -> PlanRow | None:
    """Returns the row of the plan that covers a round, None where none does."""
    return row_of(plan_of(division), number)


def planned(sheet: Sheet, row: PlanRow, number: int) -> Planned:
    """Returns the plan of round `number` by a row, with the block it belongs to.

    A block is based on the results before its first round, whatever was played in it since.
    """
    numbers = {entry.key: entry.number for entry in sheet.entries.values()}
    if row.schedule is not None:
        # Nothing hangs on results, so none is waited for.
        based_on = min(row.first - 1, complete_rounds(sheet))
        return Planned(row, number, based_on, renamed_schedule(row.schedule, numbers))
    schedule = _drawn_up(sheet, row, number, numbers)
    is_block = row.method in METHODS and METHODS[row.method].is_block
    begins = number if schedule is None else schedule.begins
    based_on = begins - 1 if is_block else row.based_on(number)
    return Planned(row, number, based_on, schedule)


def _drawn_up(
    sheet: Sheet, row: PlanRow, number: int, numbers: Mapping[int, int]
) -> Schedule | None:
    """Returns the last block that this method drew up and that covers the round."""
    before = sheet.division.rounds.filter(number__lt=number, stage=Round.Stage.PUBLISHED)
    for earlier in before.order_by("-number"):
        pairing = earlier.pairing
        if pairing.get("method") == row.method and pairing.get("schedule"):
            schedule = renamed_schedule(schedule_from_values(pairing["schedule"]), numbers)
            return schedule if schedule.of_round(number) is not None else None
    return None


def interrupted(sheet: Sheet, how: Planned) -> list[PairingWarning]:
    """Returns a warning where a round of the block before this one was paired otherwise."""
    if how.schedule is None or how.row.schedule is not None:
        return []
    rounds = sheet.division.rounds.filter(
        number__gte=how.schedule.begins, number__lt=how.number, stage=Round.Stage.PUBLISHED
    )
    other = [row.number for row in rounds if row.pairing.get("method") != how.row.method]
    if not other:
        return []
    params = {"rounds": tuple(other), "begins": how.schedule.begins}
    return [PairingWarning("block.interrupted", params)]
