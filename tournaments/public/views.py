"""The public pages: served as they were stored, made by whoever finds them missing.

Drafts are in none of them, for no page is made from an unpublished round.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.web.pages import answer, renewed, serve, serve_unstored, stored_here
from core.web.query_values import search_text
from core.web.site import WEB
from core.web.store import NoSuchPage
from core.web.view_access import reads
from tournaments.contention.pages import contention_page
from tournaments.event_ratings.pages.ratings import ratings_page
from tournaments.public.pages.awaited import home
from tournaments.public.pages.catalogue import (
    clock_page,
    event_page,
    prize_page,
    reports_page_of_event,
)
from tournaments.public.pages.changed_cards import card_made, mark_in, marks_made, marks_path
from tournaments.public.pages.finding import finding_page
from tournaments.public.pages.pairings import board_pairings_page, name_pairings_page
from tournaments.public.pages.results import results_page
from tournaments.public.pages.standings import standings_page
from tournaments.public.pages.wallchart import wallchart_page, whole_wallchart_page
from tournaments.readmodel.page_versions import card_version
from tournaments.readmodel.serving import missing_in, need_division, need_event, show_page
from tournaments.reports.pages import report_list_page, reports_page
from tournaments.wall.pages import wall_index_page, wall_page, wall_version


@reads
def show_home(request: HttpRequest) -> HttpResponse:
    """Shows the list of events."""
    page = home()
    return serve(request, version=page.version, draft=page.draft)


@reads
def show_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows an event's own page."""
    versioned = need_event(slug)
    page = event_page(versioned)
    return serve(request, version=page.version, draft=page.draft, good_until=page.good_until)


@reads
def show_finding(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the players of an event that somebody looks for by name."""
    versioned = need_event(slug)
    words = search_text(request.GET.get("q", ""))
    return serve_unstored(
        request,
        version=versioned.version,
        make=lambda: finding_page(versioned, WEB, words, at=timezone.now()).encode(),
    )


@reads
def show_clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the clocks of an event, for a screen in the hall or a telephone."""
    versioned = need_event(slug)
    page = clock_page(versioned)
    return serve(request, version=page.version, draft=page.draft)


@reads
def show_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the prizes of an event, where the director lets everybody see them."""
    versioned = need_event(slug)
    page = prize_page(versioned)
    try:
        return serve(request, version=page.version, draft=page.draft)
    except NoSuchPage as missing:
        raise missing_in(versioned.event) from missing


@reads
def show_event_reports(request: HttpRequest, slug: str, name: str = "") -> HttpResponse:
    """Shows the lists over all divisions of an event, or the whole of one of them."""
    versioned = need_event(slug)
    page = reports_page_of_event(versioned, name)
    try:
        return serve(request, version=page.version, draft=page.draft)
    except NoSuchPage as missing:
        raise missing_in(versioned.event) from missing


@reads
def show_division(request: HttpRequest, slug: str, division: str) -> HttpResponse:  # noqa: ARG001 - every view is given it
    """Leads from the address of a division, as people type it, to its standings."""
    versioned = need_event(slug)
    names = [one.division.name for one in versioned.divisions]
    alike = (name for name in names if name.casefold() == division.casefold())
    name = division if division in names else next(alike, None)
    if name is None:
        raise missing_in(versioned.event)
    return redirect("latest-standings", slug=slug, division=name)


@reads
def show_reports(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the lists of a division, of all rounds or of one."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: reports_page(read_model, WEB, number),
        version=lambda versioned: versioned.rated,
    )


@reads
def show_report_list(request: HttpRequest, slug: str, division: str, name: str) -> HttpResponse:
    """Shows the whole of one list of a division."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: report_list_page(read_model, WEB, name),
        version=lambda versioned: versioned.rated,
    )


@reads
def show_wall_index(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the names of a division, each leading to the answers to that player."""
    return show_page(request, slug, division, lambda read_model: wall_index_page(read_model, WEB))


@reads
def show_wall(
    request: HttpRequest, slug: str, division: str, entry: int, number: int | None = None
) -> HttpResponse:
    """Shows why an entry meets whom in a round, goes first or second, and is where it is."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: wall_page(read_model, WEB, entry, number),
        version=wall_version,
    )


@reads
def show_board_pairings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the pairings of a round by board."""
    return show_page(
        request, slug, division, lambda read_model: board_pairings_page(read_model, WEB, number)
    )


@reads
def show_name_pairings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the pairings of a round from A to Z."""
    return show_page(
        request, slug, division, lambda read_model: name_pairings_page(read_model, WEB, number)
    )


@reads
def show_results(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the results of a round."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: results_page(read_model, WEB, number),
        version=lambda versioned: versioned.honoured,
    )


@reads
def show_standings(
    request: HttpRequest, slug: str, division: str, number: int | None = None
) -> HttpResponse:
    """Shows the standings after a round."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: standings_page(read_model, WEB, number),
        version=lambda versioned: versioned.rated,
    )


@reads
def show_wallchart(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the wall chart, of a large division its last rounds."""
    return show_page(request, slug, division, lambda read_model: wallchart_page(read_model, WEB))


@reads
def show_whole_wallchart(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows all rounds of the wall chart of a large division."""
    return show_page(
        request, slug, division, lambda read_model: whole_wallchart_page(read_model, WEB)
    )


@reads
def show_ratings(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows the ratings."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: ratings_page(read_model, WEB),
        version=lambda versioned: versioned.rated,
    )


@reads
def show_contention(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Shows who can still win, where the director lets everybody see it."""
    return show_page(
        request,
        slug,
        division,
        lambda read_model: contention_page(read_model, WEB),
        version=lambda versioned: versioned.foreseen,
    )


@reads
def show_scorecard(request: HttpRequest, slug: str, division: str, number: int) -> HttpResponse:
    """Shows the scorecard of an entry."""
    versioned = need_division(slug, division)
    marks = marks_path(versioned)
    pages = stored_here(marks, request.path)
    page = renewed(request, marks, versioned.rated, lambda: marks_made(versioned), pages.get(marks))
    if page is not None:
        version = card_version(versioned, mark_in(page, number))
        try:
            page = renewed(
                request,
                request.path,
                version,
                lambda: card_made(versioned, number),
                pages.get(request.path),
            )
        except NoSuchPage as missing:
            raise missing_in(versioned.division.tournament) from missing
    return answer(request, page)
