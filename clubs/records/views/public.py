"""The book of records as everybody may see it: stored pages, made from what a worker stored."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from clubs.records.book.scopes import BookScope, ScopeKind
from clubs.records.pages.addresses import CLEAN
from clubs.records.pages.book import Shelf, first_shelf, records_csv, records_page, shelf_named
from clubs.records.pages.event import event_records_page
from clubs.records.pages.news import news_page
from clubs.records.pages.pictures import book_picture
from clubs.records.pages.player import player_records_page
from clubs.records.queries.personal import is_in_book
from clubs.records.queries.stored_book import pages_version
from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads
from people.models import Player
from people.selectors import ShownPlayer, shown_players
from ratings.selectors.profile import with_profile
from tournaments.readmodel.page_versions import versioned_event

CSV = "text/csv; charset=utf-8"
UNTIL_MORE_S = 60.0
"""The least age of a picture before it is drawn again."""


@reads
def show_book(request: HttpRequest) -> HttpResponse:
    """Shows what the book begins with: everything, in the family with the most."""
    return _serve(request, lambda: records_page(first_shelf(), WEB))


@reads
def show_book_picture(request: HttpRequest) -> HttpResponse:
    """Sends the picture of the book."""
    version = pages_version()
    return serve(
        request,
        version=version,
        draft=lambda: book_picture(version),
        until_more_s=UNTIL_MORE_S,
    )


@reads
def show_shelf(
    request: HttpRequest, scope: str, family: str = "", club: str = "", kind: str = ""
) -> HttpResponse:
    """Shows the lists of a scope and a family; of a club by itself, those with the most."""
    of = BookScope(ScopeKind(scope), club)
    shelf = _need_shelf(of, family or first_shelf(of).family, kind)
    return _serve(request, lambda: records_page(shelf, WEB))


@reads
def show_shelf_csv(
    request: HttpRequest, scope: str, family: str, club: str = "", kind: str = ""
) -> HttpResponse:
    """Sends the lists of a scope and a family as a table for spreadsheets."""
    shelf = _need_shelf(BookScope(ScopeKind(scope), club), family, kind)
    response = serve_unstored(
        request,
        version=pages_version(),
        make=lambda: records_csv(shelf, WEB),
        content_type=CSV,
    )
    response["Content-Disposition"] = 'attachment; filename="records.csv"'
    return response


@reads
def show_event_records(request: HttpRequest, slug: str, kind: str = "") -> HttpResponse:
    """Shows the records of an event, 404 where there is none or it is a rehearsal."""
    versioned = versioned_event(slug)
    if versioned is None or versioned.event.rehearsal:
        raise Http404
    version = f"{pages_version()}.{versioned.version.rpartition('!')[2]}"
    return serve(
        request,
        version=version,
        draft=lambda: Made(
            version, event_records_page(versioned.event, WEB, is_clean=kind == CLEAN)
        ),
    )


@reads
def show_news(request: HttpRequest) -> HttpResponse:
    """Shows what has happened in the book lately."""
    return _serve(request, lambda: news_page(WEB))


@reads
def show_player_records(request: HttpRequest, player: int) -> HttpResponse:
    """Shows a player's own records; 404 for who has no game in the book."""
    shown = _need_player(player)
    has_profile = with_profile().filter(pk=player).exists()
    return _serve(request, lambda: player_records_page(shown, WEB, has_profile=has_profile))


def _need_shelf(scope: BookScope, family: str, kind: str) -> Shelf:
    shelf = shelf_named(scope, family, is_clean=kind == CLEAN)
    if shelf is None:
        raise Http404
    return shelf


def _need_player(number: int) -> ShownPlayer:
    shown = shown_players(Player.objects.filter(pk=number).values_list("key", flat=True))
    for player in shown.values():
        if is_in_book(player.key):
            return player
    raise Http404


def _serve(request: HttpRequest, make: Callable[[], str]) -> HttpResponse:
    version = pages_version()
    return serve(request, version=version, draft=lambda: Made(version, make()))
