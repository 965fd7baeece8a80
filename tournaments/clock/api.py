"""The clocks of an event as programs read them, and every command on them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404
from django.utils import timezone

from api.operations import Give, Stored, VersionedAnswer, register_api
from tournaments.clock.commands.notices import Announce, CallBreak, EndBreak
from tournaments.clock.commands.timing import (
    AddTime,
    AnnounceStart,
    ContinueClock,
    PauseClock,
    StartClock,
    StopClock,
)
from tournaments.kernel.api_addresses import EVENT
from tournaments.kernel.wording.clock import counted_words, line_of
from tournaments.readmodel.clocks import public_clocks
from tournaments.readmodel.page_versions import versioned_event
from tournaments.timing.now import ClockNow
from tournaments.timing.records import ClockState, DayStage

CLOCK = f"{EVENT}/clock"


@dataclass(frozen=True, slots=True)
class ClockStage:
    """What is so of a division until an instant, null for good; the stages follow by themselves.

    `line` says it with the time of day, `counted` with `{time}` where a count stands, empty where
    none does: `counts` is "down" to the `target`, or "up" from it. `left_s` is what is left of a
    round that rests.
    """

    phase: str
    round: int
    line: str
    counted: str
    counts: str
    target: datetime | None
    until: datetime | None
    left_s: int | None


@dataclass(frozen=True, slots=True)
class BoardTime:
    """The seconds that a board has more than the others."""

    board: int
    seconds: int


@dataclass(frozen=True, slots=True)
class ClockOfDivision:
    """The clock of a division; `round` is 0 where none is timed. Lengths are in seconds.

    `known_at` is when the last command on it was given: no moment is before that. `stages` are in
    their order; the one of now is the first whose `until` is ahead.
    """

    division: str
    round: int
    starts_at: datetime | None
    ends_at: datetime | None
    length_s: int
    added_s: int
    boards: list[BoardTime]
    paused_at: datetime | None
    break_kind: str
    break_until: datetime | None
    announcement: str
    announced_until: datetime | None
    known_at: datetime | None
    stages: list[ClockStage]


@dataclass(frozen=True, slots=True)
class ClocksOfEvent:
    """The clocks of an event in the order of its divisions."""

    event: str
    divisions: list[ClockOfDivision]


def clock_told(clock: ClockNow) -> ClockOfDivision:
    """Returns the clock of a division as programs read it, right until the next command."""
    state = clock.state or ClockState(known_at=clock.at)
    timed = clock.is_timed
    return ClockOfDivision(
        division=clock.division,
        round=state.round if timed else 0,
        starts_at=state.starts_at if timed else None,
        ends_at=state.ends_at if timed and state.paused_at is None else None,
        length_s=state.length_s if timed else 0,
        added_s=state.added_s if timed else 0,
        boards=[BoardTime(*one) for one in state.boards_s.items()] if timed else [],
        paused_at=state.paused_at if timed else None,
        break_kind=state.break_kind,
        break_until=state.break_until,
        announcement=state.said,
        announced_until=state.said_until,
        known_at=clock.state.known_at if clock.state else None,
        stages=[_stage(one, clock.at) for one in clock.stages],
    )


def _stage(stage: DayStage, now: datetime) -> ClockStage:
    return ClockStage(
        phase=str(stage.phase),
        round=stage.round,
        line=str(line_of(stage, now)),
        counted=str(counted_words(stage)),
        counts=str(stage.counts),
        target=stage.target,
        until=stage.until,
        left_s=stage.left_s,
    )


def _public(event: str) -> VersionedAnswer:
    versioned = versioned_event(event)
    if versioned is None:
        raise Http404

    def made() -> tuple[str, Any]:
        told = [clock_told(one) for one in public_clocks(versioned, timezone.now())]
        return versioned.version, ClocksOfEvent(versioned.event.slug, told)

    return VersionedAnswer(versioned.version, made)


register_api(
    "clock",
    Stored(
        path=CLOCK,
        name="clock_read",
        says="Shows the clocks of an event: phases, starts, time left, breaks, announcements.",
        shape=ClocksOfEvent,
        page=_public,
        rows="divisions",
    ),
    Give(path=f"{CLOCK}/start", name="clock_start", command=StartClock),
    Give(path=f"{CLOCK}/announced-start", name="clock_announce_start", command=AnnounceStart),
    Give(path=f"{CLOCK}/time", name="clock_add_time", command=AddTime),
    Give(path=f"{CLOCK}/pause", name="clock_pause", command=PauseClock),
    Give(path=f"{CLOCK}/continuation", name="clock_continue", command=ContinueClock),
    Give(path=f"{CLOCK}/stop", name="clock_stop", command=StopClock),
    Give(path=f"{CLOCK}/break", name="clock_call_break", command=CallBreak),
    Give(path=f"{CLOCK}/break-end", name="clock_end_break", command=EndBreak),
    Give(path=f"{CLOCK}/announcement", name="clock_announce", command=Announce),
)
