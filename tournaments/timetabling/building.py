"""A timetable proposed from a few figures: when round 1 begins, how long a round takes, lunch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from core.phrases import phrase
from tournaments.timetabling.records import (
    DAY_MINUTES,
    LineKind,
    TimetableError,
    TimetableLine,
    minute_of,
    time_at,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickPlan:
    """What a timetable is proposed from. Every round takes `minutes`, pairing and a rest included.

    `a_day` rounds are played on each day but the last. Lunch is after that round of each day, 0 for
    none. On the first day check-in is at a time, empty for none; prizes are given at the end.
    """

    first_day: date
    rounds: int
    a_day: int
    starts: str = "09:30"
    minutes: int = 50
    lunch_after: int = 0
    lunch_minutes: int = 60
    check_in: str = ""
    prizes: bool = True


def built(plan: QuickPlan) -> tuple[TimetableLine, ...]:
    """Returns the lines of a plan in order; TimetableError for one that does not fit its days."""
    lines: list[TimetableLine] = []
    if plan.check_in:
        if minute_of(plan.check_in) >= minute_of(plan.starts):
            raise TimetableError(
                phrase("Check-in begins before round 1."),
                code="timetable.check_in",
                field="check_in",
            )
        lines.append(TimetableLine(day=plan.first_day, at=plan.check_in, kind=LineKind.CHECK_IN))
    for place, first in enumerate(range(1, plan.rounds + 1, plan.a_day)):
        lines += _day(plan, plan.first_day + timedelta(days=place), first)
    return tuple(lines)


def _day(plan: QuickPlan, day: date, first: int) -> Iterator[TimetableLine]:
    last, at = min(first + plan.a_day - 1, plan.rounds), minute_of(plan.starts)
    for number in range(first, last + 1):
        yield TimetableLine(
            day=day,
            at=_time(at, day),
            kind=LineKind.ROUNDS,
            first_round=number,
            last_round=number,
        )
        at += plan.minutes
        if number - first + 1 == plan.lunch_after and number < last:
            yield TimetableLine(day=day, at=_time(at, day), kind=LineKind.LUNCH)
            at += plan.lunch_minutes
    if plan.prizes and last == plan.rounds:
        yield TimetableLine(day=day, at=_time(at, day), kind=LineKind.PRIZES)


def _time(minute: int, day: date) -> str:
    if minute >= DAY_MINUTES:
        raise TimetableError(
            phrase(
                "So many rounds do not fit into {day}: the last would begin after midnight.",
                day=day.isoformat(),
            ),
            code="timetable.midnight",
            field="a_day",
        )
    return time_at(minute)
