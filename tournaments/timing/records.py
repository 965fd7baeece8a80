"""What the clock of a division holds, how far its rounds are, and what is said of both.

Instants are aware datetimes and come in as arguments; lengths are whole seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

JITTER: Final = timedelta(seconds=2)
"""The clocks of machines that share a database differ by this much without being set."""


class DayPhase(StrEnum):
    """Where a division is on its day."""

    CHECK_IN = "check_in"
    PAIRING = "pairing"
    COMING = "coming"
    RUNNING = "running"
    BREAK = "break"
    BETWEEN = "between"
    FINISHED = "finished"


class StageKind(StrEnum):
    """What is said of a division while a stage lasts."""

    CHECK_IN = "check_in"
    PAIRING = "pairing"
    STARTS = "starts"
    SOON = "soon"
    LEFT = "left"
    OVER = "over"
    PAUSED = "paused"
    PLAYING = "playing"
    LUNCH = "lunch"
    BREAK = "break"
    NEXT = "next"
    FINISHED = "finished"


class BreakKind(StrEnum):
    """For what play rests between rounds."""

    LUNCH = "lunch"
    BREAK = "break"


class CountDirection(StrEnum):
    """Whether the time to an instant is counted down, that since it up, or none is shown."""

    DOWN = "down"
    UP = "up"
    NONE = ""


@dataclass(frozen=True, slots=True)
class RoundsProgress:
    """How far the rounds of a division are: the last one published, and whether all of it is in.

    `draft` is the round that is paired and not published, 0 for none.
    """

    planned: int
    published: int = 0
    complete: bool = False
    draft: int = 0
    closed: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return self.closed or (self.complete and self.published >= self.planned)

    @property
    def ahead(self) -> int:
        """The round that is played or comes next; the last one once all are played."""
        if self.published and not self.complete:
            return self.published
        return min(self.published + 1, self.planned)

    def is_open(self, number: int) -> bool:
        """Returns whether a round is still to be played, or played now."""
        if self.closed or not 1 <= number <= self.planned:
            return False
        return number > self.published or (number == self.published and not self.complete)


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock of a division as the commands on it left it; `known_at` is when the last was given.

    The round of number `round` starts at `starts_at` and has `length_s`, with `added_s` more for
    all boards and `boards_s` more for some; `paused_s` is how long it rested before `paused_at`.
    `break_kind` is empty without a break, and a break without `break_until` lasts until it is
    ended. `said` is an announcement, which without `said_until` stays.
    """

    known_at: datetime
    round: int = 0
    starts_at: datetime | None = None
    length_s: int = 0
    added_s: int = 0
    boards_s: Mapping[int, int] = field(default_factory=dict)
    paused_at: datetime | None = None
    paused_s: int = 0
    break_kind: str = ""
    break_until: datetime | None = None
    said: str = ""
    said_until: datetime | None = None

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the round is up, unless it rests; None without a start."""
        if self.starts_at is None:
            return None
        return self.starts_at + timedelta(seconds=self.length_s + self.added_s + self.paused_s)

    def times(self, progress: RoundsProgress) -> bool:
        """Returns whether it times a round that is not over yet."""
        return self.starts_at is not None and progress.is_open(self.round)

    def elapsed_s(self, now: datetime) -> int:
        """Returns for how many seconds the round has been played, never fewer than 0.

        A moment before the last command is no moment: the machine's clock was set back.
        """
        if self.starts_at is None:
            return 0
        end = self.paused_at or max(now, self.known_at)
        return max(0, int((end - self.starts_at).total_seconds()) - self.paused_s)

    def left_s(self, now: datetime) -> int:
        """Returns how many seconds are left of the round, negative once its time is up."""
        return self.length_s + self.added_s - self.elapsed_s(now)

    def said_at(self, now: datetime) -> str:
        """Returns what is announced at a moment, empty where nothing is."""
        return "" if self.said_until is not None and now >= self.said_until else self.said


@dataclass(frozen=True, slots=True)
class DayStage:
    """What is so of a division until an instant, None for good, and what time is counted with it.

    `target` is the instant that is named, and counted to or from. `left_s` is what is left of a
    round that rests, negative past its time.
    """

    kind: StageKind
    phase: DayPhase
    round: int = 0
    until: datetime | None = None
    counts: CountDirection = CountDirection.NONE
    target: datetime | None = None
    left_s: int | None = None
