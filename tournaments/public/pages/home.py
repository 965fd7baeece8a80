"""The way in: what is being played, what comes, what is over, and where to look for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from core.demonstration import how_far_made
from core.phrases import phrase, phrase_count
from core.web.frame import readers_frame
from core.web.sharing import shared_as
from core.web.site import HOME, SEARCH, WEB, Site
from ratings.pages.frame import list_path
from ratings.selectors.page_versions import public_lists
from tournaments.models import Division
from tournaments.public.queries.shelves import (
    BANDS,
    LINES,
    OVER,
    PARTS,
    WINNERS,
    shelves,
    year_of,
)
from tournaments.readmodel.addresses import EVENTS_CALENDAR, division_path, hub_path
from tournaments.readmodel.frame import render
from tournaments.readmodel.glance import Glance, TopLine, glances
from tournaments.readmodel.live import HOME_S, live
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.summary import Summary, summaries

ICAL = "text/calendar"
RELOAD_S = 2
"""After how many seconds the page is loaded again while the demonstration is being made."""
Summaries = Mapping[int, Summary]


class ListedDivision(NamedTuple):
    """A division of an event in play; `first` leads it by what is in so far."""

    name: str
    href: str | None
    summary: Summary
    first: TopLine | None


class EventBand(NamedTuple):
    """An event in play: how far its divisions are and who leads; `more` divisions are not named."""

    slug: str
    name: str
    href: str | None
    facts: list[str]
    parts: list[ListedDivision]
    more: int


class LineOfEvent(NamedTuple):
    """Another event, in a line: `facts` are when and where, `winners` of its divisions by name."""

    name: str
    href: str | None
    facts: list[str]
    winners: list[tuple[str, str]]


class EventGroup(NamedTuple):
    """Events under a heading; `note` says of which kind they are where the heading does not."""

    heading: str
    note: str
    lines: list[LineOfEvent]


def home_page(site: Site, *, at: datetime) -> str:
    """Returns the page on which everybody begins: its size is bounded, and so are its queries."""
    found = shelves()
    bands, told = found.playing[:BANDS], found.finished[:WINNERS]
    known = summaries(part for one in (*bands, *told) for part in one.divisions[:PARTS])
    seen = glances(part for one in bands for part in one.divisions[:PARTS])
    groups = [
        _group(site, phrase("Also being played"), found.playing[BANDS:]),
        _group(site, phrase("Coming"), found.coming),
        *_years(site, found.finished[:OVER], known),
        _group(
            site,
            phrase("Unfinished"),
            found.unfinished,
            note=phrase("Nothing has come in for seven days."),
        ),
    ]
    calendar = site.href(EVENTS_CALENDAR)
    shown = len(bands) + sum(len(group.lines) for group in groups)
    context = {
        **readers_frame(site, at=at),
        **live(site, closed=site is not WEB or not bands, every=HOME_S),
        **shared_as(site, HOME, title="Wallchart", about=phrase("Standings, pairings and results")),
        "title": phrase("Events"),
        "bands": [_band(site, one, known, seen) for one in bands],
        "follow_script": site.asset("js/follow.js") if bands and site is WEB else "",
        "groups": [group for group in groups if group.lines],
        "more": _more(found.all - shown),
        "empty": not found.all,
        "making": how_far_made(),
        "reload_s": RELOAD_S,
        "search": site.href(SEARCH),
        "calendar": calendar,
        "alternates": [(calendar, ICAL, phrase("Calendar of events"))] if calendar else [],
        "lists": [(one.name, site.href(list_path(one.key))) for one in public_lists()],
    }
    return render("public/home", context)


def _more(count: int) -> str:
    """Returns how many events the page does not show; empty where it shows all."""
    return (
        phrase_count(
            "One more event is found by its name.",
            "{count} more events are found by their names.",
            count=count,
        )
        if count > 0
        else ""
    )


def _group(site: Site, heading: str, events: list[VersionedEvent], note: str = "") -> EventGroup:
    return EventGroup(heading, note, [_line(site, one, {}) for one in events[:LINES]])


def _years(site: Site, events: Iterable[VersionedEvent], known: Summaries) -> list[EventGroup]:
    """Returns what is over by years, the latest first; what has no year is last."""
    return [
        EventGroup(
            phrase("Finished in {year}", year=str(year)) if year else phrase("Finished"),
            "",
            [_line(site, one, known) for one in of_year],
        )
        for year, of_year in groupby(events, key=lambda one: year_of(one.event))
    ]


def _band(
    site: Site, versioned: VersionedEvent, known: Summaries, seen: Mapping[int, Glance]
) -> EventBand:
    event, parts = versioned.event, versioned.divisions
    return EventBand(
        slug=event.slug,
        name=event.name,
        href=site.href(hub_path(event.slug)),
        facts=_facts(versioned),
        parts=[
            _part(site, part.division, known[part.division.pk], seen[part.division.pk])
            for part in parts[:PARTS]
        ],
        more=max(0, len(parts) - PARTS),
    )


def _part(site: Site, division: Division, summary: Summary, glance: Glance) -> ListedDivision:
    href = site.href(division_path(division, "standings"))
    first = glance.top[0] if glance.through and glance.top else None
    return ListedDivision(division.name, href, summary, first)


def _line(site: Site, versioned: VersionedEvent, known: Summaries) -> LineOfEvent:
    event = versioned.event
    told = [(part.division.name, known.get(part.division.pk)) for part in versioned.divisions]
    return LineOfEvent(
        name=event.name,
        href=site.href(hub_path(event.slug)),
        facts=_facts(versioned),
        winners=[
            (name, summary.leaders[0].name)
            for name, summary in told
            if summary is not None and summary.state == "finished" and summary.leaders
        ],
    )


def _facts(versioned: VersionedEvent) -> list[str]:
    event = versioned.event
    return [fact for fact in (event.when, event.place) if fact]
