"""What commands make of a clock: each takes it as it is at a moment and returns it as it is then.

They raise ClockError with a code; who gives the command words it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from tournaments.timing.records import JITTER, ClockState, RoundsProgress

MOST_S: Final = 12 * 3600
"""The most that a round may last, and be given in addition."""
LEAST_S: Final = 60


class ClockError(ValueError):
    """A clock that cannot do what is asked; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Jump:
    """How far a machine's clock was set back, in all, and the latest instant that it showed."""

    by: timedelta
    latest: datetime


def jump_in(instants: Sequence[datetime]) -> Jump | None:
    """Returns how a clock was set back between instants in the journal's order, None if never."""
    steps = (one - other for one, other in pairwise(instants))
    back = sum((step for step in steps if step >= JITTER), timedelta())
    return Jump(back, max(instants)) if back else None


def rebased(clock: ClockState, now: datetime, jump: Jump | None) -> ClockState:
    """Returns the clock at the moment of a command; what jumped is the clock of the machine.

    What had begun counts on from the journal's entry before, as though no time had passed while it
    was set back; what was announced for a time of day stays at that time.
    """
    clock = replace(clock, known_at=now)
    if jump is None or clock.starts_at is None or clock.starts_at > jump.latest:
        return clock
    paused = None if clock.paused_at is None else clock.paused_at - jump.by
    return replace(clock, starts_at=clock.starts_at - jump.by, paused_at=paused)


def started(clock: ClockState, number: int, at: datetime, length_s: int) -> ClockState:
    """Returns the clock with a round that starts at an instant and has this long.

    A break ends when the round starts.
    """
    if not LEAST_S <= length_s <= MOST_S:
        raise ClockError("clock.length")
    until, kind = clock.break_until, clock.break_kind
    if at <= clock.known_at:
        until, kind = None, ""
    elif kind and (until is None or until > at):
        until = at
    return ClockState(
        known_at=clock.known_at,
        round=number,
        starts_at=at,
        length_s=length_s,
        break_kind=kind,
        break_until=until,
        said=clock.said,
        said_until=clock.said_until,
    )


def lengthened(
    clock: ClockState, progress: RoundsProgress, seconds: int, board: int = 0
) -> ClockState:
    """Returns the clock with more time (negative: less), for one board where one is named."""
    _must_time(clock, progress)
    if board:
        given = clock.boards_s.get(board, 0) + seconds
        if not seconds or not 0 <= given <= MOST_S:
            raise ClockError("clock.added")
        boards = {number: s for number, s in {**clock.boards_s, board: given}.items() if s}
        return replace(clock, boards_s=dict(sorted(boards.items())))
    added = clock.added_s + seconds
    if not seconds or clock.length_s + added < LEAST_S or added > MOST_S:
        raise ClockError("clock.added")
    return replace(clock, added_s=added)


def paused(clock: ClockState, progress: RoundsProgress) -> ClockState:
    """Returns the clock of a round that rests from now on."""
    _must_time(clock, progress)
    if clock.paused_at is not None:
        raise ClockError("clock.paused")
    assert clock.starts_at is not None, "A clock that times a round has a start."
    if clock.starts_at > clock.known_at or clock.round > progress.published:
        raise ClockError("clock.not_begun")
    return replace(clock, paused_at=clock.known_at)


def continued(clock: ClockState, progress: RoundsProgress) -> ClockState:
    """Returns the clock of a round that goes on after it rested."""
    _must_time(clock, progress)
    if clock.paused_at is None:
        raise ClockError("clock.not_paused")
    rested = max(0, int((clock.known_at - clock.paused_at).total_seconds()))
    return replace(clock, paused_at=None, paused_s=clock.paused_s + rested)


def stopped(clock: ClockState, progress: RoundsProgress) -> ClockState:
    """Returns the clock without the round that it timed, or that was announced."""
    _must_time(clock, progress)
    return ClockState(
        known_at=clock.known_at,
        break_kind=clock.break_kind,
        break_until=clock.break_until,
        said=clock.said,
        said_until=clock.said_until,
    )


def _must_time(clock: ClockState, progress: RoundsProgress) -> None:
    if not clock.times(progress):
        raise ClockError("clock.none")
