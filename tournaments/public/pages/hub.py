"""An event's own page: its divisions, how far they are, and where everything is."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.site import Site
from core.wording import moment
from games.medals import records_page_of
from tournaments.claiming import Mode
from tournaments.kernel.queries.lexicon import lexicon_words
from tournaments.kernel.queries.pairing_terms import pairing_rules_of
from tournaments.models import Division
from tournaments.prizes.pages.public import prizes_are_public, prizes_path
from tournaments.readmodel.addresses import (
    clock_path,
    division_path,
    film_path,
    go_path,
    hub_path,
)
from tournaments.readmodel.clocks import has_clock
from tournaments.readmodel.frame import REPORTS, SECTIONS, WINNERS, render, section_words
from tournaments.readmodel.live import live
from tournaments.readmodel.page_versions import VersionedDivision, VersionedEvent, rating_of
from tournaments.readmodel.sharing import event_shared
from tournaments.readmodel.summary import Leader, Summary, summaries
from tournaments.readmodel.wording import rules_in_force
from tournaments.reports.pages import reports_path

Link = tuple[str, str | None]

STRIPS = (("Pairings", "pairings"), ("Results", "results"), ("Standings", "standings"))


class HubDivision(NamedTuple):
    """A division on the page."""

    name: str
    summary: Summary
    leaders: list[tuple[Leader, str | None]]
    links: list[Link]
    strips: list[tuple[str, list[tuple[int, str | None]]]]
    rules: list[tuple[str, str]]


def hub_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the page of an event."""
    event = versioned.event
    known = summaries(versioned.divisions)
    has_begun = not event.rehearsal and any(summary.published for summary in known.values())
    context = {
        **readers_frame(site, at=at),
        **live(site, closed=event.closed),
        **event_shared(event, site, hub_path(event.slug)),
        "title": event.name,
        "event": event.name,
        "facts": [fact for fact in (event.when, event.place) if fact],
        "closed": event.closed,
        "rehearsal": event.rehearsal,
        "records": _records_of(event.slug, site) if has_begun else None,
        "reports": site.href(reports_path(event.slug))
        if len(versioned.divisions) > 1 and any(one.published for one in known.values())
        else None,
        "clock_href": site.href(clock_path(event.slug)) if has_clock(versioned) else "",
        "go_href": site.href(go_path(event.slug)) if _takes_phones(versioned) else None,
        "film": site.href(film_path(event.slug)) if has_begun and event.closed else None,
        "prizes": site.href(prizes_path(event.slug)) if prizes_are_public(event) else "",
        "parts": [_part(site, part, known[part.division.pk]) for part in versioned.divisions],
        "footer": phrase("{name} · as at {at}", name=event.name, at=moment(at)),
    }
    return render("public/event", context)


def _takes_phones(versioned: VersionedEvent) -> bool:
    """Returns whether players of a division report their results by phone."""
    modes = {part.division.phone_mode for part in versioned.divisions}
    return not versioned.event.closed and modes - {Mode.OFF} != set()


def _records_of(slug: str, site: Site) -> str | None:
    path = records_page_of(slug)
    return site.href(path) if path else None


def _part(site: Site, versioned: VersionedDivision, summary: Summary) -> HubDivision:
    division = versioned.division
    rounds = range(1, summary.published + 1)
    return HubDivision(
        name=division.name,
        summary=summary,
        leaders=[
            (leader, site.href(division_path(division, "player", leader.number)))
            for leader in summary.leaders
        ],
        links=_links(site, division, summary),
        strips=[
            (
                section_words(word),
                [(n, site.href(division_path(division, place, n))) for n in rounds],
            )
            for word, place in STRIPS
            if rounds
        ],
        rules=rules_in_force(division.rules, division.rating_system, lexicon_words(division)),
    )


def _links(site: Site, division: Division, summary: Summary) -> list[Link]:
    rated = division.rating_system or rating_of(division)
    played = {"Pairings", "Results", "Wall chart", REPORTS, WINNERS}
    hidden = set() if rated else {"Ratings"}
    hidden |= set() if pairing_rules_of(division).contention_is_public else {WINNERS}
    return [
        (
            (
                phrase("Entries")
                if name == "Standings" and not summary.published
                else section_words(name)
            ),
            site.href(division_path(division, *place)),
        )
        for name, place in SECTIONS
        if (summary.published or name not in played) and name not in hidden
    ]
