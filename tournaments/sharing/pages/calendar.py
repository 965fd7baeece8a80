"""The calendar of events, for other programs to subscribe to."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import quote

from django.utils import timezone

from core.ical import CalendarEvent, calendar_text
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path
from tournaments.sharing.pages.feed import lasting_name
from tournaments.sharing.queries.moments import founded_at

BEHIND = timedelta(days=31)
MOST = 500


def events_calendar(base: str, now: datetime) -> str:
    """Returns the events that begin from a month ago on; `base` is the site's address; two queries.

    Each is on its first day. How long it takes is said in its director's own words, if at all.
    """
    since = timezone.localdate(now) - BEHIND
    rows = Tournament.objects.filter(rehearsal=False, night_of="", starts_on__gte=since)
    events = list(rows.order_by("starts_on", "pk")[:MOST])
    founded = founded_at([event.slug for event in events])
    shown = [
        CalendarEvent(
            uid=lasting_name(founded.get(event.slug, now), event.slug),
            begins=event.starts_on,
            ends=event.starts_on + timedelta(days=1),
            title=event.name,
            place=event.place,
            text=event.dates,
            url=f"{base}{quote(hub_path(event.slug))}",
        )
        for event in events
        if event.starts_on is not None
    ]
    return calendar_text("Wallchart", shown, stamp=now)
