"""The report of a night for everybody: its table, its games, the high game, what was broken."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple

from django.template.loader import get_template

from clubs.kernel.queries.clubs import KnownClub
from clubs.nights.queries.tonight import PlayedGame, tonight
from clubs.records.pages.news import news_lines
from clubs.records.queries.news import news_of
from core.phrases import joined_by_and, phrase
from core.web.frame import site_frame
from core.web.site import CLUBS, Site
from core.wording import moment
from tournaments.models import Tournament
from tournaments.readmodel.addresses import hub_path

STYLES = "css/public.css"


class ReportedGame(NamedTuple):
    """A game in the report: who played it with which scores, and what was not as usual."""

    sides: list[tuple[str, str]]
    notes: str


def report_path(club: str, day: date) -> str:
    """Returns the path of the report of a club's night on a day."""
    return f"{CLUBS}{club}/nights/{day}/"


def report_page(club: KnownClub, night: Tournament, site: Site, at: datetime) -> str:
    """Returns the page of a night's report, with everybody under their public name."""
    now = tonight(night, public=True)
    frame = site_frame(site, at=at)
    best = now.high_game
    context: dict[str, Any] = {
        **frame,
        "styles": [*frame["styles"], (site.asset(STYLES), "")],
        "title": night.name,
        "footer": phrase("{title} · as at {as_at}", title=night.name, as_at=moment(at)),
        "club": club.name,
        "club_home": site.href(f"{CLUBS}{club.slug}/"),
        "event_home": site.href(hub_path(night.slug)),
        "is_open": not night.closed,
        "standings": now.standings,
        "games": [_reported(game) for game in now.over],
        "playing": len(now.playing),
        "players": len(now.people),
        "high": best[0][1] if best else None,
        "high_by": joined_by_and(person.name for person, _ in best),
        "news": news_lines(news_of(night.slug), site),
    }
    return get_template("clubs/nights/public_report.html").render(context)


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
