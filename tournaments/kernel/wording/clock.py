"""The clock of a division in words: a line that stays right, and lines with a running count."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from core.phrases import phrase
from core.wording import time_zone, whole_day
from tournaments.timing.now import ClockNow
from tournaments.timing.records import CountDirection, DayPhase, DayStage, StageKind

COUNT = "{time}"
"""Where a line has the count, until it is filled in where it is shown."""


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock of a division as a page shows it.

    `line` is right without a count, at whatever moment it is read; `stages` is JSON with the lines
    that are counted, `known` the instant before which no time is. `said` is what is announced.
    `is_timed` says that there is more to tell than how far the rounds are.
    """

    division: str
    phase: str
    line: str
    stages: str
    known: str
    said: str
    said_until: str
    set_back: str
    boards: str
    now: str
    is_timed: bool


def clock_shown(clock: ClockNow) -> ClockShown:
    """Returns the clock of a division as pages show it."""
    state = clock.state
    until = state.said_until if state is not None and clock.said else None
    return ClockShown(
        division=clock.division,
        phase=str(clock.stage.phase),
        line=line_of(clock.stage, clock.at),
        stages=json.dumps([_stage(one, clock.at) for one in clock.stages], default=str),
        known=instant(state.known_at) if state is not None else "",
        said=clock.said,
        said_until=instant(until) if until else "",
        set_back=set_back_words(clock),
        boards=boards_words(clock),
        now=instant(clock.at),
        is_timed=clock.is_timed or clock.stage.phase == DayPhase.BREAK or bool(clock.said),
    )


def counted_words(stage: DayStage) -> str:
    """Returns the line of a stage with `COUNT` where the time stands that is counted."""
    words = _COUNTED.get(stage.kind)
    return words(stage.round, COUNT) if words is not None else ""


def line_of(stage: DayStage, now: datetime) -> str:
    """Returns the line of a stage without a count: it names the instant, in local time."""
    if stage.kind == StageKind.PAUSED:
        return _paused(stage)
    at = time_of_day(stage.target, now) if stage.target is not None else ""
    return (_AT if at else _PLAIN)[stage.kind](stage.round, at)


def length(seconds: int) -> str:
    """Returns a length as clocks show it: 4:12, 1:04:12."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def instant(at: datetime) -> str:
    """Returns an instant in UTC as programs read it, whole seconds."""
    return at.astimezone(timezone.get_fixed_timezone(0)).strftime("%Y-%m-%dT%H:%M:%SZ")


def time_of_day(at: datetime, now: datetime) -> str:
    """Returns an instant as people say it: "13:40 CET (Paris)", with the date on another day."""
    local = timezone.localtime(at)
    said = f"{local:%H:%M} {time_zone(at)}"
    if local.date() == timezone.localtime(now).date():
        return said
    return f"{said}, {whole_day(local)}"


def set_back_words(clock: ClockNow) -> str:
    """Returns that the machine's clock was set back, empty where it was not."""
    if not clock.is_set_back or clock.state is None:
        return ""
    return phrase(
        "The clock of this machine was set back, so the time rests at {time} until the next "
        "command on the clock.",
        time=time_of_day(clock.state.known_at, clock.at),
    )


def boards_words(clock: ClockNow) -> str:
    """Returns which boards have time of their own, empty where none has."""
    state = clock.state
    if state is None or not clock.is_timed:
        return ""
    return ", ".join(
        phrase("board {board}: {time} more", board=board, time=length(seconds))
        for board, seconds in state.boards_s.items()
    )


def _paused(stage: DayStage) -> str:
    left = stage.left_s or 0
    if left < 0:
        return phrase(
            "Round {round} rests, {time} over its time", round=stage.round, time=length(-left)
        )
    return phrase("Round {round} rests, {time} left", round=stage.round, time=length(left))


def _stage(stage: DayStage, now: datetime) -> dict[str, Any]:
    """Returns a stage as the script reads it."""
    return {
        "line": str(line_of(stage, now)),
        "counted": str(counted_words(stage)) if stage.counts != CountDirection.NONE else "",
        "phase": str(stage.phase),
        "until": instant(stage.until) if stage.until else "",
        "target": instant(stage.target) if stage.target else "",
    }


_Words = Callable[[int, str], str]

_COUNTED: Mapping[StageKind, _Words] = MappingProxyType(
    {
        StageKind.STARTS: lambda r, t: phrase("Round {round} starts in {time}", round=r, time=t),
        StageKind.LEFT: lambda r, t: phrase("Round {round}: {time} left", round=r, time=t),
        StageKind.OVER: lambda r, t: phrase("Round {round}: {time} over", round=r, time=t),
    }
)
_AT: Mapping[StageKind, _Words] = MappingProxyType(
    {
        StageKind.STARTS: lambda r, at: phrase("Round {round} starts at {at}", round=r, at=at),
        StageKind.LEFT: lambda r, at: phrase("Round {round} runs until {at}", round=r, at=at),
        StageKind.OVER: lambda r, at: phrase(
            "The time of round {round} is up since {at}", round=r, at=at
        ),
        StageKind.LUNCH: lambda _, at: phrase("Lunch until {at}", at=at),
        StageKind.BREAK: lambda _, at: phrase("Break until {at}", at=at),
    }
)
_PLAIN: Mapping[StageKind, _Words] = MappingProxyType(
    {
        StageKind.CHECK_IN: lambda _r, _at: phrase("Check-in is open"),
        StageKind.PAIRING: lambda r, _: phrase("Round {round} is being paired", round=r),
        StageKind.SOON: lambda r, _: phrase("Round {round} starts soon", round=r),
        StageKind.PLAYING: lambda r, _: phrase("Round {round} is being played", round=r),
        StageKind.LUNCH: lambda _r, _at: phrase("Lunch"),
        StageKind.BREAK: lambda _r, _at: phrase("Break"),
        StageKind.NEXT: lambda r, _: phrase("Round {round} comes next", round=r),
        StageKind.FINISHED: lambda _r, _at: phrase("All rounds are played"),
    }
)
