"""The public pages of clubs: served as they were stored, made by whoever finds them missing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from clubs.overview.pages.calendar import club_calendar
from clubs.overview.pages.club import club_page
from clubs.overview.pages.clubs import clubs_page
from clubs.overview.pages.frame import club_path
from clubs.overview.pages.pictures import club_picture
from clubs.overview.queries.page_versions import ClubVersion, club_version, clubs_version
from core.ical import CONTENT_TYPE
from core.web.pages import serve, serve_unstored
from core.web.query_values import search_text
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads

UNTIL_MORE_S = 60.0
"""The least age of a picture before it is drawn again."""


@reads
def show_clubs(request: HttpRequest) -> HttpResponse:
    """Shows all clubs; whoever looks for some gets those, which are not stored."""
    version, words = clubs_version(), search_text(request.GET.get("q", ""))

    def make() -> str:
        return clubs_page(WEB, words, timezone.now())

    if words:
        return serve_unstored(request, version=version, make=lambda: make().encode())
    return serve(request, version=version, draft=lambda: Made(version, make()))


@reads
def show_club(request: HttpRequest, club: str) -> HttpResponse:
    """Shows a club's own page."""
    known, version = _need(club)
    return serve(
        request,
        version=version,
        draft=lambda: Made(version, club_page(known, WEB, timezone.now())),
    )


@reads
def show_club_picture(request: HttpRequest, club: str) -> HttpResponse:
    """Sends the picture of a club."""
    known, version = _need(club)
    return serve(
        request,
        version=version,
        draft=lambda: club_picture(known, timezone.now(), version),
        until_more_s=UNTIL_MORE_S,
    )


@reads
def show_calendar(request: HttpRequest, club: str) -> HttpResponse:
    """Sends a club's calendar."""
    known, version = _need(club)
    url = request.build_absolute_uri(club_path(club))
    return serve_unstored(
        request,
        version=version,
        make=lambda: club_calendar(known, url, timezone.now()).encode(),
        content_type=CONTENT_TYPE,
    )


def _need(slug: str) -> ClubVersion:
    found = club_version(slug)
    if found is None:
        raise Http404
    return found
