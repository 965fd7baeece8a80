"""A club's own page: when it meets next, its season and records, its nights and members."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from clubs.club.queries.meetings import coming_meetings, days_off_of, meetings_of
from clubs.club.wording import meeting_day_words, meeting_words, rule_lines, weekday_and_day
from clubs.kernel.queries.clubs import KnownClub
from clubs.leagues.pages.public import league_path, trophy_path, year_path
from clubs.leagues.queries.leagues import leagues_of
from clubs.leagues.queries.trophies import trophies_of
from clubs.leagues.queries.years import years_of
from clubs.models import ClubHome
from clubs.nights.pages.report import report_path
from clubs.overview.pages.frame import (
    calendar_path,
    club_path,
    clubs_frame,
    render,
)
from clubs.overview.pages.highlights import club_records, leading_season
from clubs.overview.queries.last_nights import ListedNight, listed_nights
from clubs.overview.queries.listed_members import listed_of
from clubs.seasons.pages.season import season_path
from clubs.seasons.queries.seasons import seasons_of
from core.phrases import phrase, phrase_count
from core.web.sharing import PICTURE, shared_as
from core.web.site import WEB, Site
from ratings.pages.frame import player_path
from tournaments.readmodel.addresses import hub_path

NIGHTS = 8
MEETINGS = 4


class ShownNight(NamedTuple):
    """A night in the list."""

    day: str
    href: str | None
    players: str
    games: str
    is_open: bool


def club_page(club: KnownClub, site: Site, at: datetime) -> str:
    """Returns the page of a club."""
    home = club.home
    coming = [meeting_day_words(one) for one in coming_meetings(home, at)[:MEETINGS]]
    nights = [_shown(site, club.slug, night) for night in listed_nights(club.slug, NIGHTS)]
    context = {
        **clubs_frame(site, club.name, at),
        **shared_as(
            site,
            club_path(club.slug),
            title=club.name,
            about=_about(club),
            picture=f"{club_path(club.slug)}{PICTURE}" if site is WEB else "",
        ),
        "club": club,
        "calendar": site.href(calendar_path(club.slug)),
        "next": coming[0] if coming else "",
        "later": coming[1:],
        "off": _days_off(home, at),
        "meets": [(meeting_words(one), one.note) for one in meetings_of(home)],
        "rules": rule_lines(home),
        "nights": nights,
        "seasons": [
            (one.name, site.href(season_path(club.slug, one.key))) for one in seasons_of(club.slug)
        ],
        "leading": leading_season(club.slug, timezone.localdate(at), site),
        "highlights": club_records(club.slug, site),
        "honours": _honours(club.slug, site),
        "members": [
            (one.public_name, site.href(player_path(one.number)) if one.number else None)
            for one in listed_of(club, timezone.localdate(at))
        ],
    }
    return render("public_club", context)


def _honours(club: str, site: Site) -> list[tuple[str, str | None]]:
    """Returns the leagues, players of the year and trophies of a club, with their pages."""
    return [
        *((one.name, site.href(league_path(club, one.key))) for one in leagues_of(club)),
        *((one.name, site.href(year_path(club, one.key))) for one in years_of(club)),
        *((one.name, site.href(trophy_path(club, one.key))) for one in trophies_of(club)),
    ]


def _days_off(home: ClubHome, at: datetime) -> list[tuple[str, str]]:
    found = days_off_of(home, timezone.localdate(at))
    return [(weekday_and_day(one.day), one.note) for one in found[:MEETINGS]]


def _shown(site: Site, club: str, night: ListedNight) -> ShownNight:
    return ShownNight(
        day=weekday_and_day(night.day) if night.day else night.slug,
        href=site.href(report_path(club, night.day) if night.day else hub_path(night.slug)),
        players=phrase_count("{count} player", "{count} players", count=night.players),
        games=phrase_count("{count} game", "{count} games", count=night.games),
        is_open=night.is_open,
    )


def _about(club: KnownClub) -> str:
    """Returns what the page tells those who share it: nothing that a night would change."""
    said = phrase("When the club meets, its nights, seasons and records")
    return f"{club.town} · {said}" if club.town else said
