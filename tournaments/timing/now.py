"""The clock of a division at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.timing.records import JITTER, ClockState, DayStage, RoundsProgress
from tournaments.timing.stages import stage_at, stages_of


@dataclass(frozen=True, slots=True)
class ClockNow:
    """The clock of a division at a moment: the stage it is in, and those that follow by themselves.

    `state` is None where no command on the clock was ever given. `is_set_back` says that the
    machine's clock shows a moment before the last command, so that no time passes meanwhile.
    """

    division: str
    at: datetime
    stage: DayStage
    stages: tuple[DayStage, ...]
    progress: RoundsProgress
    state: ClockState | None
    is_set_back: bool

    @property
    def is_timed(self) -> bool:
        """Whether the clock times a round, announced or begun, that is not over."""
        return self.state is not None and self.state.times(self.progress)

    @property
    def said(self) -> str:
        """What is announced, empty where nothing is."""
        return self.state.said_at(self.at) if self.state is not None else ""

    @property
    def left_s(self) -> int | None:
        """The seconds left of the round that is timed, negative past its time, else None."""
        if self.state is None or not self.is_timed:
            return None
        return self.state.left_s(self.at)


def clock_now(
    division: str, progress: RoundsProgress, state: ClockState | None, now: datetime
) -> ClockNow:
    """Returns the clock of a division at a moment, never earlier than its last command."""
    is_set_back = state is not None and state.known_at - now >= JITTER
    at = max(now, state.known_at) if state is not None else now
    stages = stages_of(progress, state)
    return ClockNow(division, at, stage_at(stages, at), stages, progress, state, is_set_back)
