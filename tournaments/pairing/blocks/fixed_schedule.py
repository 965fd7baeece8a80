"""A schedule that was made elsewhere, as a file states it."""

from __future__ import annotations

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.blocks.playing import play_round
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Pool


def pair_fixed_schedule(pool: Pool, _request: Request) -> Draw:
    """The games that the schedule of the division names for the round.

    Returns the games of the round.

    Raises PairingError `schedule.none` (round) without a schedule, `schedule.no_round` (round,
    first, last) where it does not hold the round, and those of `play_round`.
    """
    schedule, number = pool.position.schedule, pool.position.round_number
    if schedule is None:
        raise PairingError("schedule.none", round=number)
    if schedule.of_round(number) is None:
        raise PairingError(
            "schedule.no_round", round=number, first=schedule.begins, last=schedule.ends
        )
    return play_round(pool, schedule)
