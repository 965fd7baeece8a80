"""What everybody may see: pages served as they were stored, made by who finds them missing.

Drafts are in none of them, for no page is made from an unpublished round.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse

from core.web.doors import reads
from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from tournaments.models import Division
from tournaments.pages.book import Book, PageMissing
from tournaments.pages.catalogue import event_page
from tournaments.pages.contention import contention_page
from tournaments.pages.editions import (
    card_version,
    contention_version,
    division_edition,
    event_edition,
)
from tournaments.pages.live import home
from tournaments.pages.pairings import board_pairings_page, name_pairings_page
from tournaments.pages.ratings import ratings_page
from tournaments.pages.results import results_page
from tournaments.pages.scorecard import scorecard_page
from tournaments.pages.standings import standings_page
from tournaments.pages.wallchart import wallchart_page


@reads
def show_home(request: HttpRequest) -> HttpResponse:
    """Shows the list of events."""
    page = home()
    return serve(request, version=page.version, make=page.make)


@reads
def show_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows an event's own page."""
    edition = event_edition(slug)
    if edition is None:
        raise Http404
    page = event_page(edition)
    return serve(request, version=page.version, make=partial(page.make, WEB))


@reads
def show_board_pairings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the pairings of a round by board."""
    return show_page(request, slug, division, lambda book: board_pairings_page(book, WEB, number))


@reads
def show_name_pairings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the pairings of a round from A to Z."""
    return show_page(request, slug, division, lambda book: name_pairings_page(book, WEB, number))


@reads
def show_results(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the results of a round."""
    return show_page(request, slug, division, lambda book: results_page(book, WEB, number))


@reads
def show_standings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the standings after a round."""
    return show_page(request, slug, division, lambda book: standings_page(book, WEB, number))


@reads
def show_wallchart(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the wall chart."""
    return show_page(request, slug, division, lambda book: wallchart_page(book, WEB))


@reads
def show_ratings(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the ratings."""
    return show_page(request, slug, division, lambda book: ratings_page(book, WEB))


@reads
def show_contention(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows who can still win, where the director lets everybody see it."""
    return show_page(
        request,
        slug,
        division,
        lambda book: contention_page(book, WEB),
        version=contention_version,
    )


@reads
def show_scorecard(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Shows the scorecard of an entry."""
    return show_page(
        request,
        slug,
        division,
        lambda book: scorecard_page(book, WEB, number),
        version=card_version,
    )


def show_page(
    request: HttpRequest,
    slug: str,
    division: str,
    make: Callable[[Book], str],
    *,
    version: Callable[[Division, str], str] = lambda _, version: version,
    stored: bool = True,
) -> HttpResponse:
    """Returns a page of a division, 404 where there is none; not `stored` where one asks alone."""
    edition = division_edition(slug, division)
    if edition is None:
        raise Http404
    held = version(edition.division, edition.version)
    try:
        if stored:
            return serve(request, version=held, make=lambda: make(Book(edition)))
        return serve_unstored(request, version=held, make=lambda: make(Book(edition)).encode())
    except PageMissing as missing:
        raise Http404 from missing
