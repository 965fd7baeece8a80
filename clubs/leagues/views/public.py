"""Leagues, players of the year and trophies for everybody: pages stored until something changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse

from clubs.leagues.pages.public import league_page, match_page, trophy_page, year_page
from clubs.leagues.queries.tables import computed_league
from clubs.leagues.queries.trophies import computed_trophy
from clubs.leagues.queries.versions import (
    VersionedLeague,
    VersionedMatch,
    VersionedTrophy,
    VersionedYear,
    versioned_league,
    versioned_match,
    versioned_trophy,
    versioned_year,
)
from clubs.leagues.queries.years import computed_year
from core.web.pages import serve
from core.web.site import WEB
from core.web.store import Made, NoSuchPage
from core.web.view_access import reads

Versioned = TypeVar("Versioned", VersionedLeague, VersionedMatch, VersionedYear, VersionedTrophy)


@reads
def show_league(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Shows a league: its table, its matches and its teams."""
    return _served(
        request,
        lambda: versioned_league(club, league),
        lambda now: league_page(now.club, computed_league(now.row), WEB),
    )


@reads
def show_match(request: HttpRequest, club: str, league: str, match: int) -> HttpResponse:
    """Shows a match of a league, board by board."""
    return _served(
        request,
        lambda: versioned_match(club, league, match),
        lambda now: match_page(now.club, now.match, WEB),
    )


@reads
def show_year(request: HttpRequest, club: str, year: str) -> HttpResponse:
    """Shows a player of the year."""
    return _served(
        request,
        lambda: versioned_year(club, year),
        lambda now: year_page(now.club, computed_year(now.row), WEB),
    )


@reads
def show_trophy(request: HttpRequest, club: str, trophy: str) -> HttpResponse:
    """Shows a trophy: who holds it, since when, and how often they defended it."""
    return _served(
        request,
        lambda: versioned_trophy(club, trophy),
        lambda now: trophy_page(now.club, computed_trophy(now.row), WEB),
    )


def _served(
    request: HttpRequest,
    find: Callable[[], Versioned | None],
    page: Callable[[Versioned], str],
) -> HttpResponse:
    found = find()
    if found is None:
        raise Http404

    def draft() -> Made:
        now = find()
        if now is None:
            raise NoSuchPage(request.path)
        return Made(now.version, page(now))

    return serve(request, version=found.version, draft=draft)
