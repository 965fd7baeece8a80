"""What the pages of an event tell programs that share or list them.

Nothing of it changes with a result: no page is made again for what it says here.
"""

from __future__ import annotations

from core.phrases import phrase
from core.web.frame import Context
from core.web.sharing import PICTURE, has_own_picture, shared_as
from core.web.site import Site
from tournaments.models import Division, Tournament
from tournaments.readmodel.addresses import (
    division_path,
    feed_path,
    hub_path,
    reports_table_path,
    standings_data_path,
    table_path,
)

Place = tuple[str | int, ...]
ATOM, CSV = "application/atom+xml", "text/csv"


def event_shared(event: Tournament, site: Site, path: str, *, title: str = "") -> Context:
    """Returns what a page of an event says of itself; its own page has no title but the event's.

    Nothing for a rehearsal, which is no news.
    """
    if event.rehearsal:
        return {}
    name = f"{title} · {event.name}" if title else event.name
    about = " · ".join(
        part for part in (phrase("Standings, pairings and results"), *_facts(event)) if part
    )
    picture = f"{hub_path(event.slug)}{PICTURE}"
    shared = shared_as(site, path, title=name, about=about, picture=picture)
    return {**shared, **_feed(event, site)}


def division_shared(division: Division, site: Site, own: Place, *, title: str) -> Context:
    """Returns what a page of a division says of itself; `own` is its path below the division."""
    event = division.tournament
    if event.rehearsal:
        return {}
    where = phrase("Division {name} of {event}", name=division.name, event=event.name)
    of_card = own[:2] if own[:1] == ("player",) and has_own_picture(site) else ()
    shared = shared_as(
        site,
        division_path(division, *own),
        title=f"{title} · {event.name}",
        about=" · ".join((where, *_facts(event))),
        picture=f"{division_path(division, *of_card)}{PICTURE}",
    )
    tables = [
        (site.href(table_path(division, "standings.csv")), phrase("Standings (CSV)")),
        (site.href(table_path(division, "results.csv")), phrase("Results (CSV)")),
    ]
    for_programs = (
        (standings_data_path(event.slug, division.name), "application/json", phrase("Standings")),
        (reports_table_path(event.slug, division.name), CSV, phrase("Reports")),
    )
    feed = _feed(event, site)
    found = [
        *feed["alternates"],
        *((href, CSV, name) for href, name in tables),
        *((site.href(path), kind, name) for path, kind, name in for_programs),
    ]
    return {
        **shared,
        **feed,
        "tables": [one for one in tables if one[0]],
        "alternates": [one for one in found if one[0]],
    }


def _feed(event: Tournament, site: Site) -> Context:
    """Returns the way to the news of an event, for programs and for readers."""
    feed = site.href(feed_path(event.slug))
    return {
        "feed": feed,
        "alternates": [(feed, ATOM, phrase("News of {event}", event=event.name))] if feed else [],
    }


def _facts(event: Tournament) -> list[str]:
    return [fact for fact in (event.when, event.place) if fact]
