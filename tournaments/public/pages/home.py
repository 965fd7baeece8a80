"""The way in: what is being played, what comes, what is over."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.sharing import shared_as
from core.web.site import HOME, Site
from people.selectors import register_version
from ratings.pages.frame import list_path
from ratings.selectors.page_versions import public_lists
from tournaments.models import Division, Tournament
from tournaments.readmodel.addresses import EVENTS_CALENDAR, division_path, hub_path
from tournaments.readmodel.frame import render
from tournaments.readmodel.page_versions import VersionedEvent, versioned_of
from tournaments.readmodel.summary import Summary, summaries

ICAL = "text/calendar"


class ListedDivision(NamedTuple):
    """A division of an event in the list."""

    name: str
    href: str | None
    summary: Summary


class ListedEvent(NamedTuple):
    """An event in the list."""

    name: str
    href: str | None
    facts: list[object]
    entries: int
    parts: list[ListedDivision]


def home_page(site: Site, *, at: datetime) -> str:
    """Returns the list of all events, those being played first."""
    groups: dict[str, list[ListedEvent]] = {"playing": [], "coming": [], "finished": []}
    events = _events()
    known = summaries(part for versioned in events for part in versioned.divisions)
    for versioned in events:
        parts = [
            _part(site, part.division, known[part.division.pk]) for part in versioned.divisions
        ]
        groups[_state(versioned.event, parts)].append(_listed(site, versioned.event, parts))
    calendar = site.href(EVENTS_CALENDAR)
    context = {
        **readers_frame(site, at=at),
        **shared_as(site, HOME, title="Wallchart", about=phrase("Standings, pairings and results")),
        "title": phrase("Events"),
        "groups": [
            (phrase("Being played"), groups["playing"], True),
            (phrase("Coming"), groups["coming"], False),
            (phrase("Finished"), groups["finished"], False),
        ],
        "empty": not events,
        "calendar": calendar,
        "alternates": [(calendar, ICAL, phrase("Calendar of events"))] if calendar else [],
        "lists": [(one.name, site.href(list_path(one.key))) for one in public_lists()],
    }
    return render("public/home", context)


def _events() -> list[VersionedEvent]:
    """Returns the found of all events but rehearsals, the latest first, in three queries."""
    register = register_version()
    of_event: dict[int, list[Division]] = defaultdict(list)
    rows = Division.objects.select_related("tournament", "rated").order_by("position", "name")
    for division in rows.filter(tournament__rehearsal=False, tournament__night_of=""):
        of_event[division.tournament_id].append(division)
    # Databases differ on where an empty date belongs: here it is last.
    latest = F("starts_on").desc(nulls_last=True), "-pk"
    events = Tournament.objects.filter(rehearsal=False, night_of="").order_by(*latest)
    return [versioned_of(event, of_event[event.pk], register) for event in events]


def _state(event: Tournament, parts: list[ListedDivision]) -> str:
    states = {part.summary.state for part in parts}
    if event.closed or states == {"finished"}:
        return "finished"
    return "playing" if states & {"playing", "finished"} else "coming"


def _part(site: Site, division: Division, summary: Summary) -> ListedDivision:
    href = site.href(division_path(division, "standings"))
    return ListedDivision(division.name, href, summary)


def _listed(site: Site, event: Tournament, parts: list[ListedDivision]) -> ListedEvent:
    return ListedEvent(
        name=event.name,
        href=site.href(hub_path(event.slug)),
        facts=[fact for fact in (event.when, event.place) if fact],
        entries=sum(part.summary.entries for part in parts),
        parts=parts,
    )
