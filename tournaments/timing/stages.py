"""The stages that a division goes through by itself from now on, if nobody gives a command.

They depend on no moment, so a page that has them is right at every moment until the next command.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.timing.records import (
    BreakKind,
    ClockState,
    CountDirection,
    DayPhase,
    DayStage,
    RoundsProgress,
    StageKind,
)


def stages_of(progress: RoundsProgress, clock: ClockState | None) -> tuple[DayStage, ...]:
    """Returns the stages of a division in their order; the last one is for good."""
    if progress.is_over:
        return (DayStage(StageKind.FINISHED, DayPhase.FINISHED),)
    if clock is None:
        return (_untimed(progress),)
    return (*_break(clock), *(_timed(progress, clock) or (_untimed(progress),)))


def stage_at(stages: Sequence[DayStage], now: datetime) -> DayStage:
    """Returns the stage of a moment."""
    return next(one for one in stages if one.until is None or now < one.until)


def _untimed(progress: RoundsProgress) -> DayStage:
    """Returns what is so of a division of which no clock is known."""
    ahead = progress.ahead
    if progress.published and not progress.complete:
        return DayStage(StageKind.PLAYING, DayPhase.RUNNING, ahead)
    if progress.draft:
        return DayStage(StageKind.PAIRING, DayPhase.PAIRING, progress.draft)
    if not progress.published:
        return DayStage(StageKind.CHECK_IN, DayPhase.CHECK_IN, ahead)
    return DayStage(StageKind.NEXT, DayPhase.BETWEEN, ahead)


def _break(clock: ClockState) -> tuple[DayStage, ...]:
    if not clock.break_kind:
        return ()
    kind = StageKind.LUNCH if clock.break_kind == BreakKind.LUNCH else StageKind.BREAK
    until = clock.break_until
    return (DayStage(kind, DayPhase.BREAK, until=until, target=until),)


def _timed(progress: RoundsProgress, clock: ClockState) -> tuple[DayStage, ...]:
    """Returns the stages of the round that is timed, none where there is no such round."""
    starts, ends, number = clock.starts_at, clock.ends_at, clock.round
    if starts is None or ends is None or not clock.times(progress):
        return ()
    before = DayStage(
        StageKind.STARTS, DayPhase.COMING, number, starts, CountDirection.DOWN, starts
    )
    if number > progress.published:
        # Nobody can play what is not published, whatever time it is.
        return before, DayStage(StageKind.SOON, DayPhase.COMING, number)
    if clock.paused_at is not None:
        left = clock.left_s(clock.paused_at)
        return (DayStage(StageKind.PAUSED, DayPhase.RUNNING, number, left_s=left),)
    return (
        before,
        DayStage(StageKind.LEFT, DayPhase.RUNNING, number, ends, CountDirection.DOWN, ends),
        DayStage(StageKind.OVER, DayPhase.RUNNING, number, None, CountDirection.UP, ends),
    )
