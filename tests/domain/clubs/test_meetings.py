"""Meeting times give the days of the calendar, and the calendar is what RFC 5545 asks for."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.club.meetings.meetings import (
    LAST,
    MeetingError,
    MeetingTime,
    check_meetings,
    is_on,
    meeting_days,
    meeting_from,
    meeting_values,
)
from core.ical import CalendarEvent, calendar_text

TUESDAYS = MeetingTime(weekday=1, begins=time(19), ends=time(22))


def _monthly(*weeks: int) -> MeetingTime:
    return MeetingTime(weekday=0, begins=time(18, 30), ends=time(21), weeks=weeks, note="Beginners")


def test_a_weekly_meeting_is_on_every_such_weekday_but_those_called_off() -> None:
    off = {date(2026, 12, 22), date(2026, 12, 29)}
    found = meeting_days([TUESDAYS], date(2026, 12, 1), date(2026, 12, 31), called_off=off)
    assert [one.day.day for one in found] == [1, 8, 15]


def test_a_monthly_meeting_is_on_the_named_weeks_and_the_last_is_the_fourth_or_the_fifth() -> None:
    days = list(meeting_days([_monthly(1, LAST)], date(2026, 11, 1), date(2026, 12, 31)))
    assert [f"{one.day:%d.%m.}" for one in days] == ["02.11.", "30.11.", "07.12.", "28.12."]


def test_two_meetings_of_a_day_come_in_the_order_of_their_hours() -> None:
    late = MeetingTime(weekday=1, begins=time(20), ends=time(23))
    found = meeting_days([late, TUESDAYS], date(2026, 12, 1), date(2026, 12, 1))
    assert [one.meeting for one in found] == [TUESDAYS, late]


@pytest.mark.parametrize(
    ("meetings", "code", "field"),
    [
        ([MeetingTime(weekday=7, begins=time(19), ends=time(22))], "weekday.unknown", "weekday"),
        ([_monthly(5)], "weeks.unknown", "weeks"),
        ([_monthly(1, 1)], "weeks.unknown", "weeks"),
        (
            [MeetingTime(weekday=1, begins=time(22), ends=time(19))],
            "meeting.ends_before_it_begins",
            "ends",
        ),
        ([TUESDAYS, TUESDAYS], "meeting.twice", "meetings"),
        (
            [MeetingTime(weekday=1, begins=time(h), ends=time(23)) for h in range(15)],
            "meetings.too_many",
            "meetings",
        ),
        (
            [MeetingTime(weekday=1, begins=time(19), ends=time(20), note="x" * 121)],
            "note.too_long",
            "note",
        ),
    ],
)
def test_a_meeting_that_cannot_be_is_refused_by_its_field(
    meetings: list[MeetingTime], code: str, field: str
) -> None:
    with pytest.raises(MeetingError) as wrong:
        check_meetings(meetings)
    assert (wrong.value.code, wrong.value.field) == (code, field)


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_every_day_is_in_one_of_the_first_four_weeks_of_its_month_or_in_its_last(
    day: date,
) -> None:
    each = [
        MeetingTime(weekday=day.weekday(), begins=time(19), ends=time(20), weeks=(week,))
        for week in (1, 2, 3, 4, LAST)
    ]
    held = [meeting.weeks[0] for meeting in each if is_on(meeting, day)]
    is_last = (day + timedelta(7)).month != day.month
    assert (LAST in held) == is_last
    assert len(held) == 1 + (is_last and day.day <= 28)


def test_a_meeting_comes_back_from_the_values_that_a_row_keeps() -> None:
    for meeting in (TUESDAYS, _monthly(2, LAST)):
        assert meeting_from(meeting_values(meeting)) == meeting


def _event(day: date, **more: str) -> CalendarEvent:
    zone = ZoneInfo("Europe/Paris")
    begins = datetime.combine(day, time(19), zone)
    return CalendarEvent(
        uid=f"{day}@hill",
        begins=begins,
        ends=begins + timedelta(hours=3),
        title=more.get("title", "Club night"),
        place=more.get("place", ""),
        text=more.get("text", ""),
    )


STAMP = datetime(2026, 11, 1, tzinfo=UTC)


def test_a_meeting_stays_at_its_hour_on_the_clock_when_the_clocks_change() -> None:
    text = calendar_text(
        "Hill", [_event(date(2026, 10, 20)), _event(date(2026, 10, 27))], stamp=STAMP
    )
    assert "DTSTART:20261020T170000Z\r\n" in text
    assert "DTSTART:20261027T180000Z\r\n" in text


def test_commas_semicolons_backslashes_and_line_ends_in_texts_are_escaped() -> None:
    text = calendar_text("A, B; C\\", [_event(date(2026, 12, 1), text="one\r\ntwo")], stamp=STAMP)
    assert "NAME:A\\, B\\; C\\\\\r\n" in text
    assert "DESCRIPTION:one\\ntwo\r\n" in text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_no_line_is_longer_than_75_bytes_and_unfolding_gives_the_text_back(title: str) -> None:
    text = calendar_text("Hill", [_event(date(2026, 12, 1), title=title)], stamp=STAMP)
    lines = text.split("\r\n")
    assert lines[-1] == ""
    assert max(len(line.encode()) for line in lines) <= 75
    whole = text.replace("\r\n ", "").split("\r\n")
    (summary,) = [line for line in whole if line.startswith("SUMMARY:")]
    plain = summary.removeprefix("SUMMARY:").replace("\\\\", "\0")
    assert plain.replace("\\,", ",").replace("\\;", ";").replace("\0", "\\") == title
