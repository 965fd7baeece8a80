"""The faults of a round plan, before any round of it is paired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.catalogue.method import numbers_of
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, check_request
from tournaments.pairing.plans.plan import PlanRow, row_of
from tournaments.pairing.plans.plan_field import unfitting

MOST_LAG = 9
BLOCK_LENGTH = "rounds"
"""The option that tells a block how many rounds it draws up."""
SCHEDULE = "schedule"
"""The method whose games are in the plan itself."""


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Something wrong with a row, counted from 0 in the order given.

    A `doubtful` one depends on who plays: the plan can be kept, the director should know.
    """

    code: str
    row: int
    params: Mapping[str, object]
    doubtful: bool = False


def check_plan(
    rows: Sequence[PlanRow], planned_rounds: int, players: int | None = None
) -> list[PlanProblem]:
    """Returns the problems of the rows of a plan, row by row; a gap is decided by hand.

    Codes: those of `check_request`; `plan.order` (first, last), `plan.beyond` (last, planned),
    `plan.overlap` (round, other: the row from 1), `lag.range` (lag, most), `lag.block`,
    `lag.into_block` (round, based_on, block_first, block_last), `since.late` (since, first),
    `block.length` (rounds, least, most), `schedule.missing` (first, last), `schedule.surplus`
    (method), `schedule.round` (round); and doubtful, where the number of players is known, those
    of `unfitting`.
    """
    problems: list[PlanProblem] = []
    for at, row in enumerate(rows):
        outside = list(_outside(at, row, planned_rounds))
        if outside:
            # There is nothing else to say about missing rounds, however many they are.
            problems += outside
            continue
        problems += [
            *_overlaps(at, row, rows),
            *_request(at, row),
            *_lag(at, row, rows),
            *_length(at, row),
            *_games(at, row),
        ]
        # What cannot be kept is corrected first: whether it fits the field says nothing yet.
        if players and not any(problem.row == at for problem in problems):
            unfit = unfitting(row, players)
            problems += [PlanProblem(code, at, params, doubtful=True) for code, params in unfit]
    return problems


def _outside(at: int, row: PlanRow, planned: int) -> Iterator[PlanProblem]:
    if not 1 <= row.first <= row.last:
        yield PlanProblem("plan.order", at, {"first": row.first, "last": row.last})
    elif row.last > planned:
        yield PlanProblem("plan.beyond", at, {"last": row.last, "planned": planned})


def _overlaps(at: int, row: PlanRow, rows: Sequence[PlanRow]) -> Iterator[PlanProblem]:
    for place, earlier in enumerate(rows[:at]):
        if earlier.first <= row.last and row.first <= earlier.last:
            params = {"round": max(earlier.first, row.first), "other": place + 1}
            yield PlanProblem("plan.overlap", at, params)


def _request(at: int, row: PlanRow) -> Iterator[PlanProblem]:
    try:
        check_request(row.request(seed=""))
    except PairingError as wrong:
        yield PlanProblem(wrong.code, at, wrong.params)
    if row.since > max(row.first, 1):
        yield PlanProblem("since.late", at, {"since": row.since, "first": row.first})


def _lag(at: int, row: PlanRow, rows: Sequence[PlanRow]) -> Iterator[PlanProblem]:
    if not 0 <= row.lag <= MOST_LAG:
        yield PlanProblem("lag.range", at, {"lag": row.lag, "most": MOST_LAG})
        return
    if not row.lag:
        return
    if is_block(row):
        yield PlanProblem("lag.block", at, {})
        return
    for number in row.rounds:
        based_on = row.based_on(number)
        block = row_of(rows, based_on)
        if block is None or block.method == SCHEDULE:
            continue
        if is_block(block) and based_on < block.last:
            params = {"round": number, "based_on": based_on}
            params |= {"block_first": block.first, "block_last": block.last}
            yield PlanProblem("lag.into_block", at, params)
            return


def _length(at: int, row: PlanRow) -> Iterator[PlanProblem]:
    """Yields that a block cannot be as long as its row, where the method is not told otherwise."""
    method = METHODS.get(row.method)
    if method is None or not method.is_block or BLOCK_LENGTH in dict(row.options):
        return
    for option in method.options:
        if option.key == BLOCK_LENGTH:
            most = option.most
            if method.most_rounds is not None:
                most = min(most, method.most_rounds(numbers_of(method, dict(row.options))))
            if not option.least <= len(row.rounds) <= most:
                params = {"rounds": len(row.rounds), "least": option.least, "most": most}
                yield PlanProblem("block.length", at, params)


def _games(at: int, row: PlanRow) -> Iterator[PlanProblem]:
    if row.method != SCHEDULE:
        if row.schedule is not None:
            yield PlanProblem("schedule.surplus", at, {"method": row.method})
        return
    if row.schedule is None:
        yield PlanProblem("schedule.missing", at, {"first": row.first, "last": row.last})
        return
    lacking = [number for number in row.rounds if not row.schedule.of_round(number)]
    if lacking:
        yield PlanProblem("schedule.round", at, {"round": lacking[0]})


def is_block(row: PlanRow) -> bool:
    """Returns whether the rounds of a row are drawn up together; no if there is no such method."""
    method = METHODS.get(row.method)
    return method is not None and method.is_block
