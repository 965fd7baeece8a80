"""A club's calendar, for other programs to subscribe to."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

from clubs.club.meetings.meetings import MeetingDay, meeting_days
from clubs.club.queries.meetings import AHEAD, begins_at, days_off_of, ends_at, meetings_of
from clubs.kernel.queries.clubs import KnownClub
from core.ical import CalendarEvent, calendar_text
from core.phrases import phrase

BEHIND = timedelta(days=31)


def club_calendar(club: KnownClub, url: str, now: datetime) -> str:
    """Returns the meetings of the last month and the coming half year; `url` is the club's page.

    A meeting that is called off stays in it and says so: a calendar that has it already is told.
    """
    today = timezone.localdate(now)
    since = today - BEHIND
    off = {one.day: one.note for one in days_off_of(club.home, since)}
    found = meeting_days(meetings_of(club.home), since, today + AHEAD)
    events = [_event(club, one, url, off) for one in found]
    return calendar_text(club.name, events, stamp=now)


def _event(club: KnownClub, one: MeetingDay, url: str, off: dict[date, str]) -> CalendarEvent:
    home, begins = club.home, one.meeting.begins
    is_off = one.day in off
    name = phrase("{club}: called off", club=club.name) if is_off else club.name
    said = [off.get(one.day, ""), one.meeting.note]
    return CalendarEvent(
        uid=f"{club.slug}.{one.day:%Y%m%d}.{begins:%H%M}.wallchart",
        begins=begins_at(one),
        ends=ends_at(one),
        title=str(name),
        place=", ".join(part for part in (home.venue, home.address) if part),
        text="\n".join(part for part in said if part),
        url=url,
        is_called_off=is_off,
    )
