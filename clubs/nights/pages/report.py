"""The report of a night: its table, its games, and what is told of them; as a page and on paper."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.template.loader import get_template

from clubs.kernel.queries.clubs import KnownClub
from clubs.nights.pages.highlights import bingos_told, highlights_of, milestones_of, words_told
from clubs.nights.queries.reached import reached_on
from clubs.nights.queries.recorded_plays import plays_of
from clubs.nights.queries.tonight import PlayedGame, tonight
from clubs.nights.telling.plays import words_of_week
from clubs.records.pages.news import news_lines
from clubs.records.queries.news import news_of
from core.phrases import phrase
from core.web.frame import Context, readers_frame
from core.web.sharing import shared_as
from core.web.site import CLUBS, Site
from core.wording import moment
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path

STYLES = "css/public.css"
PAPERS = "css/papers.css"
SIZES: Mapping[str, str] = {"a4": phrase("A4"), "letter": phrase("Letter")}


class OnPaper:
    """The links of paper: none, but for what draws it."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def href(self, path: str) -> str | None:
        """Returns no address: nothing on paper leads anywhere."""
        return None

    def asset(self, name: str) -> str:
        """Returns the reference to a static file."""
        return self._site.asset(name)


class ReportedGame(NamedTuple):
    """A game in the report: who played it with which scores, and what was not as usual."""

    sides: list[tuple[str, str]]
    notes: str


def report_path(club: str, day: date) -> str:
    """Returns the path of the report of a club's night on a day."""
    return f"{CLUBS}{club}/nights/{day}/"


def report_told(club: KnownClub, night: Tournament, site: Site) -> Context:
    """Returns all that a night's report tells, with everybody under their public name."""
    now = tonight(night, public=True)
    reached, words = reached_on(night), words_of_week(plays_of(now.division))
    return {
        "title": night.name,
        "club": club.name,
        "is_open": not night.closed,
        "standings": now.standings,
        "games": [_reported(game) for game in now.over],
        "playing": len(now.playing),
        "players": len(now.people),
        "highlights": highlights_of(now, reached),
        "milestones": milestones_of(now, reached),
        "words": words_told(words, now, site),
        "bingos": bingos_told(words, now),
        "news": news_lines(news_of(night.slug), site),
    }


def report_page(club: KnownClub, night: Tournament, site: Site, at: datetime) -> str:
    """Returns the page of a night's report."""
    context = _framed(club, night, site, at)
    assert night.starts_on is not None
    path = report_path(club.slug, night.starts_on)
    about = phrase("Standings and games of a night")
    context |= shared_as(site, path, title=f"{night.name} · {club.name}", about=about)
    context |= {
        "club_home": site.href(f"{CLUBS}{club.slug}/"),
        "event_home": site.href(hub_path(night.slug)),
        "paper": site.href(f"{path}paper/"),
    }
    return get_template("clubs/nights/public_report.html").render(context)


def report_paper(club: KnownClub, night: Tournament, site: Site, at: datetime, size: str) -> str:
    """Returns a night's report as it will look on paper of a size of `SIZES`."""
    context = _framed(club, night, OnPaper(site), at)
    assert night.starts_on is not None
    path = report_path(club.slug, night.starts_on)
    context |= {
        "size": size,
        "sizes": [(key, words, key == size) for key, words in SIZES.items()],
        "back": site.href(path),
        "script": site.asset("js/print.js"),
        "styles": [*context["styles"], (site.asset(PAPERS), "")],
    }
    return get_template("clubs/nights/public_paper.html").render(context)


def _framed(club: KnownClub, night: Tournament, site: Site, at: datetime) -> dict[str, Any]:
    frame = readers_frame(site, at=at)
    return {
        **frame,
        "told": report_told(club, night, site),
        "title": night.name,
        "styles": [*frame["styles"], (site.asset(STYLES), "")],
        "footer": phrase("{title} · as at {as_at}", title=night.name, as_at=moment(at)),
    }


def _reported(game: PlayedGame) -> ReportedGame:
    sides = [
        (side.person.name, phrase("–") if side.score is None else str(side.score))
        for side in game.sides
    ]
    notes = [phrase("three-handed")] if game.three else []
    if game.terms.lexicon:
        notes.append(game.terms.lexicon)
    if not game.terms.rated:
        notes.append(phrase("unrated"))
    notes += [
        phrase("{name} began with {points}", name=side.person.name, points=side.start)
        for side in game.sides
        if side.start
    ]
    return ReportedGame(sides, ", ".join(map(str, notes)))
