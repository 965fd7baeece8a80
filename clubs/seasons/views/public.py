"""Seasons as everybody may see them: pages that are stored until a night or the club changes."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from clubs.kernel.queries.clubs import KnownClub, club_named
from clubs.seasons.pages.season import poster_page, season_csv, season_page
from clubs.seasons.queries.computed import ComputedSeason, computed
from clubs.seasons.queries.versions import VersionedSeason, versioned_season
from core.web.pages import serve, serve_unstored
from core.web.site import WEB, Site
from core.web.store import Made, NoSuchPage
from core.web.view_access import reads

CSV = "text/csv; charset=utf-8"


@reads
def show_season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Shows the table of a season, its charts, awards and milestones."""
    return _served(request, club, season, season_page)


@reads
def show_poster(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Shows the poster of a season, to be printed."""
    return _served(request, club, season, poster_page)


@reads
def show_season_csv(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Sends the table of a season for spreadsheets."""
    versioned = _need_season(club, season)
    response = serve_unstored(
        request,
        version=versioned.version,
        make=lambda: season_csv(computed(versioned.season)),
        content_type=CSV,
    )
    response["Content-Disposition"] = f'attachment; filename="{club}-{season}.csv"'
    return response


def _served(
    request: HttpRequest,
    club: str,
    key: str,
    page: Callable[[KnownClub, ComputedSeason, Site], str],
) -> HttpResponse:
    versioned = _need_season(club, key)

    def draft() -> Made:
        known, now = club_named(club), versioned_season(club, key)
        if known is None or now is None:
            raise NoSuchPage(request.path)
        return Made(now.version, page(known, computed(now.season), WEB))

    return serve(request, version=versioned.version, draft=draft)


def _need_season(club: str, key: str) -> VersionedSeason:
    versioned = versioned_season(club, key)
    if versioned is None:
        raise Http404
    return versioned
