"""What a reader looks for by name, over events, players and clubs."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from clubs.overview.pages.frame import club_path, render
from clubs.overview.queries.searching import (
    CLUBS,
    EVENTS,
    PLAYERS,
    FoundPlayer,
    LastEntry,
    found_by,
)
from core.phrases import phrase
from core.web.frame import readers_frame
from core.web.site import SEARCH, Site
from ratings.pages.frame import player_path
from tournaments.public.pages.finding import entry_in_short
from tournaments.readmodel.addresses import hub_path

IN_FULL = 3
"""Of how many players it is told where they sit: of more, who they are is enough to choose one."""


class FoundLine(NamedTuple):
    """Something that was found: its page, and what else there is to say of it, with its page.

    `now` is the place and the next game of who is playing.
    """

    name: str
    href: str | None
    told: str
    told_href: str | None
    now: str = ""


class FoundGroup(NamedTuple):
    """What was found of one kind; `is_cut` where there is more."""

    heading: str
    lines: list[FoundLine]
    is_cut: bool


def search_page(site: Site, words: str, at: datetime) -> str:
    """Returns what has these words in its name, at most twenty of each kind."""
    found = found_by(words)
    groups = [
        _group(phrase("Events"), [event_line(site, *one) for one in found.events], EVENTS),
        _group(phrase("Players"), _players(site, found.players), PLAYERS),
        _group(
            phrase("Clubs"),
            [
                FoundLine(one.name, site.href(club_path(one.slug)), one.town, None)
                for one in found.clubs
            ],
            CLUBS,
        ),
    ]
    context = {
        **readers_frame(site, at=at),
        "title": phrase("Search"),
        "words": words,
        "action": site.href(SEARCH),
        "groups": [group for group in groups if group.lines],
    }
    return render("search", context)


def _group(heading: str, lines: list[FoundLine], most: int) -> FoundGroup:
    return FoundGroup(heading, lines[:most], len(lines) > most)


def _players(site: Site, found: list[FoundPlayer]) -> list[FoundLine]:
    lines = [player_line(site, one) for one in found]
    if len(found) > IN_FULL:
        return lines
    return [
        FoundLine(*line[:-1], now=_now(site, one.played))
        for line, one in zip(lines, found, strict=True)
    ]


def event_line(site: Site, slug: str, name: str, facts: list[str]) -> FoundLine:
    """Returns the line of an event."""
    return FoundLine(name, site.href(hub_path(slug)), " · ".join(facts), None)


def player_line(site: Site, found: FoundPlayer) -> FoundLine:
    """Returns the line of a player: the profile, else the last card; beside it the last event."""
    card = _card(site, found.played) if found.played else None
    told = (
        phrase(
            "{event}, division {division}",
            event=found.played.event,
            division=found.played.division,
        )
        if found.played
        else ""
    )
    if found.profile is None:
        return FoundLine(found.name, card, told, None)
    return FoundLine(found.name, site.href(player_path(found.profile)), told, card)


def _card(site: Site, played: LastEntry) -> str | None:
    return site.href(f"{hub_path(played.slug)}{played.division}/player/{played.number}/")


def _now(site: Site, played: LastEntry | None) -> str:
    if played is None:
        return ""
    return entry_in_short(site, played.slug, played.division, played.number, played.key)
