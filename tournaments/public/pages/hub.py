"""An event's own page, its match centre: find yourself, what is just in, who leads, what comes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from core.phrases import phrase, phrase_count
from core.web.frame import Context, readers_frame
from core.web.query_values import search_text
from core.web.site import GAMES, HOME, WEB, Site
from core.wording import moment
from games.medals import records_page_of
from games.pages.addresses import query
from tournaments.claiming import Mode
from tournaments.models import Tournament
from tournaments.prizes.pages.public import prizes_are_public, prizes_in_short, prizes_path
from tournaments.public.pages.centre import (
    CENTRE_STYLES,
    CentreStart,
    centre_division,
    centre_tabs,
    just_in,
    rules_by_division,
    starts,
)
from tournaments.public.queries.recorded import games_on_record
from tournaments.readmodel.addresses import (
    clock_path,
    event_calendar_path,
    film_path,
    find_path,
    go_path,
    hub_path,
    statistics_path,
    timetable_table_path,
)
from tournaments.readmodel.clocks import clock_scripts
from tournaments.readmodel.frame import render
from tournaments.readmodel.glance import glances
from tournaments.readmodel.live import live
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.sharing import event_shared
from tournaments.readmodel.summary import Summary, summaries
from tournaments.readmodel.timetable import timetable_days, timetable_of, zone_words

Link = tuple[str, str | None]


def hub_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the page of an event."""
    event, divisions = versioned.event, versioned.divisions
    known, seen = summaries(divisions), glances(divisions)
    parts = [
        centre_division(site, one, known[one.division.pk], seen[one.division.pk])
        for one in divisions
    ]
    is_over = event.closed or bool(known and {one.state for one in known.values()} == {"finished"})
    told = [] if is_over else starts(versioned, known, at)
    context = {
        **readers_frame(site, at=at, sheets=[CENTRE_STYLES]),
        **live(site, closed=event.closed),
        **event_shared(event, site, hub_path(event.slug)),
        "title": event.name,
        "event": event.name,
        "back": site.href(HOME),
        "facts": _facts(event),
        "rehearsal": event.rehearsal,
        "follow_script": site.asset("js/follow.js") if site is WEB else "",
        # A page that follows nothing any more has no light, beside which they would be.
        "follow_here": event.slug if event.closed and site is WEB else "",
        "tabs": centre_tabs(parts, _prizes_tab(versioned, site)),
        "find_script": site.asset("js/find-player.js") if site is WEB else "",
        "find": site.href(find_path(event.slug)) if _has_entries(known.values()) else "",
        "go_href": site.href(go_path(event.slug)) if _takes_phones(versioned) else None,
        "news": [] if is_over else just_in(site, divisions, seen),
        "parts": parts,
        "several": len(parts) > 1,
        "rules": rules_by_division(divisions),
        "links": [
            *(_recorded(versioned, site) if is_over else []),
            *_links(versioned, site, has_begun=any(one.published for one in known.values())),
        ],
        **_prizes(versioned, site, is_over=is_over),
        **_starts(versioned, site, told),
        **_timetable(versioned, site, at, has_zone=any(one.start for one in told)),
        "footer": phrase("{name} · as at {at}", name=event.name, at=moment(at)),
    }
    return render("public/event", context)


def _facts(event: Tournament) -> list[str]:
    """Returns when and where an event is, and that it is closed."""
    return [*filter(None, (event.when, event.place)), *([phrase("Closed")] if event.closed else [])]


def _has_entries(known: Iterable[Summary]) -> bool:
    return any(one.entries for one in known)


def _takes_phones(versioned: VersionedEvent) -> bool:
    """Returns whether players of a division report their results by phone."""
    modes = {part.division.phone_mode for part in versioned.divisions}
    return not versioned.event.closed and modes - {Mode.OFF} != set()


def _starts(versioned: VersionedEvent, site: Site, told: list[CentreStart]) -> Context:
    """Returns when rounds begin; of clocks what counts them, and the way to their own page."""
    if not any(one.clock for one in told):
        return {"starts": told}
    slug = versioned.event.slug
    return {
        "starts": told,
        "clock_href": site.href(clock_path(slug)),
        **clock_scripts(site, slug),
    }


def _timetable(versioned: VersionedEvent, site: Site, at: datetime, *, has_zone: bool) -> Context:
    """Returns the timetable and the way to it as files, nothing where none is set.

    The zone of its times is said once: not where the page `has_zone` already.
    """
    event = versioned.event
    if not event.timetable:
        return {}
    linked = (
        (f"{phrase('Calendar')} (iCal)", site.href(event_calendar_path(event.slug))),
        (phrase("Timetable (CSV)"), site.href(timetable_table_path(event.slug))),
    )
    return {
        "days": timetable_days(event, at, every=len(versioned.divisions), site=site),
        "day_zone": "" if has_zone else zone_words(timetable_of(event)),
        "day_files": [] if event.rehearsal else [one for one in linked if one[1]],
    }


def _prizes(versioned: VersionedEvent, site: Site, *, is_over: bool) -> Context:
    """Returns the first prizes and the way to all, nothing where the director keeps them back."""
    event = versioned.event
    if not prizes_are_public(event):
        return {}
    return {
        "prizes": prizes_in_short(event, site, is_over=is_over),
        "prizes_href": site.href(prizes_path(event.slug)),
    }


def _prizes_tab(versioned: VersionedEvent, site: Site) -> list[Link]:
    """Returns the tab of the prizes, nothing where there are none that everybody may see."""
    event = versioned.event
    href = site.href(prizes_path(event.slug)) if prizes_are_public(event) else None
    return [(phrase("Prizes"), href)] if href else []


def _links(versioned: VersionedEvent, site: Site, *, has_begun: bool) -> list[Link]:
    """Returns the ways to what there is of the whole event beside this page."""
    event = versioned.event
    if not has_begun:
        return []
    records = "" if event.rehearsal else records_page_of(event.slug)
    found = [
        (phrase("Statistics over all divisions"), statistics_path(event.slug))
        if len(versioned.divisions) > 1
        else None,
        (phrase("Records"), records) if records else None,
        (phrase("Download the film of the event"), film_path(event.slug))
        if event.closed and not event.rehearsal
        else None,
    ]
    linked = [(name, site.href(path)) for name, path in filter(None, found)]
    return [one for one in linked if one[1]]


def _recorded(versioned: VersionedEvent, site: Site) -> list[Link]:
    """Returns the way to the recorded games of an event among all, nothing where none is there."""
    event = versioned.event
    named = search_text(event.name)
    count = 0 if event.rehearsal or site is not WEB else games_on_record(event, named)
    if not count:
        return []
    words = phrase_count("{count} recorded game", "{count} recorded games", count=count)
    return [(words, f"{site.href(GAMES)}{query({'event': named})}")]
