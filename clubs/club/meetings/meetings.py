"""When a club meets: on which weekday, from when to when, and on which days of the calendar."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any

LAST = -1
WEEKS = (1, 2, 3, 4, LAST)
"""Which of its weekdays in a month a meeting may be on."""
MOST_MEETINGS = 14
NOTE_LIMIT = 120
_WEEK = timedelta(days=7)


class MeetingError(ValueError):
    """A meeting that cannot be, by the code of what is wrong and the field that says so."""

    def __init__(self, code: str, field: str) -> None:
        super().__init__(code)
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class MeetingTime:
    """A time at which a club meets again and again.

    `weekday` is 0 for Monday to 6 for Sunday; `weeks` are which of these in a month, -1 for the
    last one, empty for all. It begins and ends on one day.
    """

    weekday: int
    begins: time
    ends: time
    weeks: tuple[int, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class MeetingDay:
    """A day on which a club meets, and the meeting of that day."""

    day: date
    meeting: MeetingTime


def check_meetings(meetings: Sequence[MeetingTime]) -> None:
    """Raises MeetingError for a meeting that cannot be, or for two that begin together."""
    if len(meetings) > MOST_MEETINGS:
        raise MeetingError("meetings.too_many", "meetings")
    for meeting in meetings:
        if not 0 <= meeting.weekday <= 6:
            raise MeetingError("weekday.unknown", "weekday")
        if not set(meeting.weeks) <= set(WEEKS) or len(set(meeting.weeks)) != len(meeting.weeks):
            raise MeetingError("weeks.unknown", "weeks")
        if meeting.ends <= meeting.begins:
            raise MeetingError("meeting.ends_before_it_begins", "ends")
        if len(meeting.note) > NOTE_LIMIT:
            raise MeetingError("note.too_long", "note")
    if len({_place(meeting) for meeting in meetings}) != len(meetings):
        raise MeetingError("meeting.twice", "meetings")


def is_on(meeting: MeetingTime, day: date) -> bool:
    """Returns whether a meeting is held on a day, as far as its times say."""
    if day.weekday() != meeting.weekday:
        return False
    if not meeting.weeks:
        return True
    is_last = (day + _WEEK).month != day.month
    return (day.day - 1) // 7 + 1 in meeting.weeks or (is_last and LAST in meeting.weeks)


def meeting_days(
    meetings: Sequence[MeetingTime], first: date, last: date, *, called_off: Collection[date] = ()
) -> Iterator[MeetingDay]:
    """Yields the days from the first to the last, both included, on which there is a meeting.

    In the order of time; a day that is called off is left out.
    """
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        if day in called_off:
            continue
        today = (meeting for meeting in meetings if is_on(meeting, day))
        for meeting in sorted(today, key=lambda one: one.begins):
            yield MeetingDay(day, meeting)


def meeting_values(meeting: MeetingTime) -> dict[str, Any]:
    """Returns a meeting in JSON values, as a club's row keeps it."""
    return {
        "weekday": meeting.weekday,
        "begins": meeting.begins.isoformat("minutes"),
        "ends": meeting.ends.isoformat("minutes"),
        "weeks": list(meeting.weeks),
        "note": meeting.note,
    }


def meeting_from(values: dict[str, Any]) -> MeetingTime:
    """Returns the meeting that a club's row keeps."""
    return MeetingTime(
        weekday=values["weekday"],
        begins=time.fromisoformat(values["begins"]),
        ends=time.fromisoformat(values["ends"]),
        weeks=tuple(values["weeks"]),
        note=values["note"],
    )


def _place(meeting: MeetingTime) -> tuple[int, time, tuple[int, ...]]:
    return meeting.weekday, meeting.begins, tuple(sorted(meeting.weeks))
