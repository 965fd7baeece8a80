"""What is wrong with a round plan, before any round of it is paired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS, check_request
from tournaments.pairing.plan import PlanRow, row_of

MOST_LAG = 9
BLOCK_LENGTH = "rounds"
"""The option by which a block is told how many rounds it draws up."""
SCHEDULE = "schedule"
"""The method whose games the plan itself holds."""
_LEAST_PLAYERS = {"australian": 4, "groups": 4, "fontes": 4, "factor": 4}


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
    """Returns what is wrong with the rows of a plan, row by row; a gap is decided by hand.

    Codes: those of `check_request`; `plan.order` (first, last), `plan.beyond` (last, planned),
    `plan.overlap` (round, other: the row from 1), `lag.range` (lag, most), `lag.block`,
    `lag.into_block` (round, based_on, block_first, block_last), `since.late` (since, first),
    `schedule.missing` (first, last), `schedule.surplus`, `schedule.round` (round); and doubtful,
    where the number of players is known: `field.too_few` (players, least), `repeats.impossible`
    (players, round, repeats), `roundrobin.short` and `roundrobin.long` (players, rounds, cycle).
    """
    found: list[PlanProblem] = []
    for at, row in enumerate(rows):
        found += [
            *_rounds(at, row, rows, planned_rounds),
            *_request(at, row),
            *_lag(at, row, rows),
            *_games(at, row),
        ]
        # What cannot be kept is mended first: whether it fits the field says nothing yet.
        if players and not any(problem.row == at for problem in found):
            found += _field(at, row, players)
    return found


def _rounds(at: int, row: PlanRow, rows: Sequence[PlanRow], planned: int) -> Iterator[PlanProblem]:
    if not 1 <= row.first <= row.last:
        yield PlanProblem("plan.order", at, {"first": row.first, "last": row.last})
        return
    if row.last > planned:
        yield PlanProblem("plan.beyond", at, {"last": row.last, "planned": planned})
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
        if block is not None and is_block(block) and based_on < block.last:
            params = {"round": number, "based_on": based_on}
            params |= {"block_first": block.first, "block_last": block.last}
            yield PlanProblem("lag.into_block", at, params)
            return


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


def _field(at: int, row: PlanRow, players: int) -> Iterator[PlanProblem]:
    """Yields what does not fit so many players."""
    least = _LEAST_PLAYERS.get(row.method, 2)
    if players < least:
        yield PlanProblem("field.too_few", at, {"players": players, "least": least}, True)
    elif row.method == "roundrobin":
        yield from _round_robin(at, row, players)
    elif row.repeats is not None and row.method != SCHEDULE:
        # In so many rounds everybody can meet everybody else no more than so often.
        most = cycle_of(players) * (row.repeats + 1) + row.since - 1
        if row.last > most:
            params = {"players": players, "round": max(most + 1, row.first)}
            yield PlanProblem("repeats.impossible", at, params | {"repeats": row.repeats}, True)


def _round_robin(at: int, row: PlanRow, players: int) -> Iterator[PlanProblem]:
    length, cycle = len(row.rounds), cycle_of(players)
    params = {"players": players, "rounds": length, "cycle": cycle}
    if row.variant == "partial":
        return
    if length < cycle:
        yield PlanProblem("roundrobin.short", at, params, True)
    elif length % cycle:
        yield PlanProblem("roundrobin.long", at, params, True)


def cycle_of(players: int) -> int:
    """Returns how many rounds a round robin of so many players takes; in an odd one each byes."""
    return players - 1 if players % 2 == 0 else players


def is_block(row: PlanRow) -> bool:
    """Returns whether the rounds of a row are drawn up together; no if there is no such method."""
    method = METHODS.get(row.method)
    return method is not None and method.is_block
