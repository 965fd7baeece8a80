"""A timetable moved: all that is to come of a day, because a hall is late, or to another day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from core.phrases import phrase
from tournaments.timetabling.records import (
    DAY_MINUTES,
    LineKind,
    Timetable,
    TimetableError,
    TimetableLine,
    in_order,
    is_time,
    minute_of,
    time_at,
)

MOST_MINUTES: Final = 300


def delayed(table: Timetable, day: date, since: str, minutes: int) -> Timetable:
    """Returns the timetable with all of a day from a time of day on so many minutes later.

    Fewer than 0 are earlier. Raises TimetableError where nothing is to come, or where a line would
    pass midnight or come before one that stays.
    """
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise TimetableError(
            phrase("Give 1 to {most} minutes, or as many with a minus.", most=MOST_MINUTES),
            code="timetable.minutes",
            field="minutes",
        )
    from_minute = minute_of(since) if is_time(since) else -1
    to_come = [one for one in table.lines if one.day == day and one.starts >= from_minute]
    if from_minute < 0 or not to_come:
        raise TimetableError(
            phrase("The timetable has nothing at or after that time on that day."),
            code="timetable.nothing",
            field="since",
        )
    stays = [one for one in table.lines if one.day == day and one.starts < from_minute]
    moved = [_moved(one, minutes) for one in to_come]
    if stays and moved[0].starts < stays[-1].starts:
        raise TimetableError(
            phrase(
                "The line at {at} would come before the one at {before}.",
                at=to_come[0].at,
                before=stays[-1].at,
            ),
            code="timetable.order",
            field="minutes",
        )
    others = [one for one in table.lines if one.day != day]
    return replace(table, lines=in_order([*others, *stays, *moved]))


def on_day(table: Timetable, first: date) -> Timetable:
    """Returns the timetable as it is when its first day is another one; nothing is late in it.

    Days that a calendar does not have any more are left out.
    """
    days = table.days
    if not days:
        return table
    by = first - days[0]
    try:
        lines = tuple(
            replace(
                one,
                day=one.day + by,
                at=_back(one.at, one.late),
                until=_back(one.until, one.late),
                late=0,
            )
            for one in table.lines
        )
    except OverflowError:
        return replace(table, lines=())
    return replace(table, lines=in_order(lines))


def fitting(lines: Sequence[TimetableLine], rounds: Mapping[str, int]) -> tuple[TimetableLine, ...]:
    """Returns lines as far as they fit divisions with so many rounds by their names.

    Divisions and rounds that there are not are left out, and lines that were about nothing else.
    """
    kept = []
    for line in lines:
        names = tuple(name for name in line.divisions if name in rounds)
        if line.divisions and not names:
            continue
        fitted = replace(line, divisions=names)
        if line.kind is LineKind.ROUNDS:
            last = max((rounds[name] for name in names or rounds), default=0)
            if line.first_round > last:
                continue
            fitted = replace(fitted, last_round=min(line.last_round, last))
        kept.append(fitted)
    return tuple(kept)


def with_late_of(lines: Sequence[TimetableLine], before: Timetable) -> tuple[TimetableLine, ...]:
    """Returns lines, those that are as they were before with how late they are.

    One that only is at another place is as it was, unless there are several of that time.
    """
    late = {(one.day, one.at, one.place, one.says): one.late for one in before.lines}
    elsewhere: dict[tuple[object, ...], set[int]] = {}
    for one in before.lines:
        elsewhere.setdefault((one.day, one.at, one.says), set()).add(one.late)

    def late_of(one: TimetableLine) -> int:
        known = elsewhere.get((one.day, one.at, one.says), set())
        usual = min(known) if len(known) == 1 else 0
        return late.get((one.day, one.at, one.place, one.says), usual)

    return tuple(replace(one, late=late_of(one)) for one in lines)


def _moved(line: TimetableLine, minutes: int) -> TimetableLine:
    ends = [minute_of(one) + minutes for one in (line.at, line.until) if one]
    if ends[-1] >= DAY_MINUTES or ends[0] < 0:
        raise TimetableError(
            phrase("The line at {at} would pass midnight.", at=line.at),
            code="timetable.midnight",
            field="minutes",
        )
    until = time_at(ends[-1]) if line.until else ""
    return replace(line, at=time_at(ends[0]), until=until, late=line.late + minutes)


def _back(at: str, late: int) -> str:
    """Returns a time of day as it was said first; one of another day stays."""
    if not at or not 0 <= minute_of(at) - late < DAY_MINUTES:
        return at
    return time_at(minute_of(at) - late)
