"""The calendar of events, and that of each, for other programs to subscribe to."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime, timedelta
from urllib.parse import quote

from django.utils import timezone

from core.ical import CalendarEvent, calendar_text
from core.web.store import NoSuchPage
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.timetable import late_words, timetable_of, what_words
from tournaments.sharing.pages.feed import lasting_name
from tournaments.sharing.queries.moments import founded_at
from tournaments.timetabling.now import spans

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


def event_calendar(event: Tournament, base: str, now: datetime) -> str:
    """Returns an event as a calendar: each line of its timetable, else its first day; one query.

    A line keeps its name when it is moved, so that calendars move it and have it once. Raises
    NoSuchPage where neither is known, and for a rehearsal.
    """
    table = timetable_of(event)
    if event.rehearsal or not (table.lines or event.starts_on):
        raise NoSuchPage("calendar")
    name = lasting_name(founded_at([event.slug]).get(event.slug, now), event.slug)
    url = f"{base}{quote(hub_path(event.slug))}"
    if not table.lines:
        day = event.starts_on or now.date()
        whole = CalendarEvent(
            uid=name,
            begins=day,
            ends=day + timedelta(days=1),
            title=event.name,
            place=event.place,
            text=event.dates,
            url=url,
        )
        return calendar_text(event.name, [whole], stamp=now)
    many: Counter[object] = Counter()
    shown = []
    for line, (begins, ends) in zip(table.lines, spans(table), strict=True):
        many[line.says] += 1
        said = hashlib.sha256(repr((line.says, many[line.says])).encode()).hexdigest()[:12]
        of = f" ({', '.join(line.divisions)})" if line.divisions else ""
        shown.append(
            CalendarEvent(
                uid=f"{said}-{name}",
                begins=begins,
                ends=ends,
                title=f"{what_words(line)}{of} · {event.name}",
                place=", ".join(filter(None, (line.place, event.place))),
                text=str(late_words(line)),
                url=url,
            )
        )
    return calendar_text(event.name, shown, stamp=now)
