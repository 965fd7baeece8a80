"""The meetings of a club, from its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone

from clubs.club.meetings.meetings import MeetingDay, MeetingTime, meeting_days, meeting_from
from clubs.models import ClubHome, DayOff

AHEAD = timedelta(days=183)
"""How far ahead the meetings of a club are told."""


def meetings_of(home: ClubHome) -> list[MeetingTime]:
    """Returns when a club meets, in the order in which it says so."""
    return [meeting_from(one) for one in home.meetings]


def days_off_of(home: ClubHome, since: date) -> list[DayOff]:
    """Returns the days that are called off from a day on, one query."""
    return list(DayOff.objects.filter(home=home, day__gte=since))


def coming_meetings(home: ClubHome, now: datetime) -> list[MeetingDay]:
    """Returns the meetings of the coming half year that are not over yet, in one query."""
    today = timezone.localdate(now)
    off = {one.day for one in days_off_of(home, today)}
    days = meeting_days(meetings_of(home), today, today + AHEAD, called_off=off)
    return [one for one in days if ends_at(one) > now]


def first_of_each(homes: Sequence[ClubHome], now: datetime) -> dict[str, MeetingDay]:
    """Returns the next meeting of each of these clubs that has one, by slug; in one query."""
    today = timezone.localdate(now)
    off: dict[int, set[date]] = defaultdict(set)
    for one in DayOff.objects.filter(day__gte=today):
        off[one.home_id].add(one.day)
    found = {}
    for home in homes:
        days = meeting_days(meetings_of(home), today, today + AHEAD, called_off=off[home.pk])
        first = next((one for one in days if ends_at(one) > now), None)
        if first is not None:
            found[home.slug] = first
    return found


def begins_at(found: MeetingDay) -> datetime:
    """Returns the moment at which a meeting begins, in the time zone of this installation."""
    return timezone.make_aware(datetime.combine(found.day, found.meeting.begins))


def ends_at(found: MeetingDay) -> datetime:
    """Returns the moment at which a meeting ends, in the time zone of this installation."""
    return timezone.make_aware(datetime.combine(found.day, found.meeting.ends))
