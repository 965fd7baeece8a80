"""Ratings as everybody may see them; nothing is computed here that a worker has not stored."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from core.web.pages import serve, serve_unstored
from core.web.query_values import search_text
from core.web.site import WEB
from core.web.store import Made, NoSuchPage
from core.web.view_access import reads
from people.played import version_of_played
from people.player_pages import player_pages
from people.selectors import ShownPlayer
from ratings.pages.events import events_page
from ratings.pages.frame import events_path, heads_path, player_path
from ratings.pages.heads import choosing_page, heads_page
from ratings.pages.lists import lists_page
from ratings.pages.moves import moves_page
from ratings.pages.pictures import heads_picture, list_picture, player_picture
from ratings.pages.profile import profile_page
from ratings.pages.standings import read_choice, standings_csv, standings_page
from ratings.selectors.moves import LAST_EVENT, PERIODS
from ratings.selectors.page_versions import ListVersion, list_version_of, public_lists, version_of
from ratings.selectors.profile import player_with_profile, players_named

CSV = "text/csv; charset=utf-8"
AT_MOST_NAMED = 50
UNTIL_MORE_S = 60.0
"""The least age of a picture before it is drawn again."""


@reads
def show_lists(request: HttpRequest) -> HttpResponse:
    """Shows all rating lists."""
    lists = public_lists()
    version = version_of(lists)
    return serve(request, version=version, draft=lambda: Made(version, lists_page(lists, WEB)))


@reads
def show_list(request: HttpRequest, key: str) -> HttpResponse:
    """Shows a rating list; as it is shown first it is stored, as somebody chose from it not."""
    edition = need_list(key)
    today = timezone.localdate()
    version = f"{edition.version}.{today}"
    choice, page = read_choice(request.GET.dict())

    def make() -> str:
        return standings_page(edition, WEB, choice, page, today)

    if request.GET:
        return serve_unstored(request, version=version, make=lambda: make().encode())
    return serve(request, version=version, draft=lambda: Made(version, make()))


@reads
def show_list_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Sends the picture of a rating list."""
    edition, today = need_list(key), timezone.localdate()
    version = f"{edition.version}.{today}"
    return serve(
        request,
        version=version,
        draft=lambda: list_picture(edition, today, version),
        until_more_s=UNTIL_MORE_S,
    )


@reads
def show_list_csv(request: HttpRequest, key: str) -> HttpResponse:
    """Sends a rating list, or what was chosen from it, as a table for spreadsheets."""
    edition = need_list(key)
    today = timezone.localdate()
    choice, _ = read_choice(request.GET.dict())
    response = serve_unstored(
        request,
        version=f"{edition.version}.{today}",
        make=lambda: standings_csv(edition, choice, today),
        content_type=CSV,
    )
    response["Content-Disposition"] = f'attachment; filename="{key}.csv"'
    return response


@reads
def show_moves(request: HttpRequest, key: str, period: str = LAST_EVENT) -> HttpResponse:
    """Shows the biggest moves of a list in a period."""
    edition = need_list(key)
    if period not in PERIODS or edition.rating_list.is_imported:
        raise Http404
    return serve(
        request,
        version=edition.version,
        draft=lambda: Made(edition.version, moves_page(edition.rating_list, period, WEB)),
    )


@reads
def show_player(request: HttpRequest, player: int) -> HttpResponse:
    """Shows a player's profile; who was found to be somebody else leads to them."""
    shown = need_player(player)
    if shown.number != player:
        return redirect(player_path(shown.number))
    lists, others = public_lists(), player_pages(shown)
    version = version_of(lists, *others, version_of_played(shown.key))
    return serve(
        request,
        version=version,
        draft=lambda: Made(version, profile_page(shown, lists, others, WEB)),
    )


@reads
def show_events(request: HttpRequest, player: int, page: int = 1) -> HttpResponse:
    """Shows a page of all that a player played."""
    shown = need_player(player)
    if shown.number != player:
        return redirect(events_path(shown.number))
    lists = public_lists()
    version = version_of(lists, version_of_played(shown.key))
    try:
        return serve(
            request,
            version=version,
            draft=lambda: Made(version, events_page(shown, lists, page, WEB)),
        )
    except NoSuchPage as missing:
        raise Http404 from missing


@reads
def show_player_picture(request: HttpRequest, player: int) -> HttpResponse:
    """Sends the picture of a player."""
    shown, lists = need_player(player), public_lists()
    version = version_of(lists)
    return serve(
        request,
        version=version,
        draft=lambda: player_picture(shown, lists, version),
        until_more_s=UNTIL_MORE_S,
    )


@reads
def choose_opponent(request: HttpRequest, player: int) -> HttpResponse:
    """Shows whom a player can be compared with; leads on where the words mean one only."""
    shown = need_player(player)
    lists = public_lists()
    words = search_text(request.GET.get("q", ""))
    named = players_named(words, at_most=AT_MOST_NAMED) if words else []
    others = [other for other in named if other.number != player]
    if len(others) == 1:
        return redirect(heads_path(player, others[0].number))
    return serve_unstored(
        request,
        version=version_of(lists),
        make=lambda: choosing_page(shown, words, others, WEB).encode(),
    )


@reads
def show_heads(request: HttpRequest, player: int, other: int) -> HttpResponse:
    """Shows two players' games with each other."""
    one, two = need_player(player), need_player(other)
    lists = public_lists()
    if one.number == two.number:
        return serve_unstored(
            request,
            version=version_of(lists),
            make=lambda: choosing_page(one, "", [], WEB, themselves=True).encode(),
        )
    if (one.number, two.number) != (player, other):
        return redirect(heads_path(one.number, two.number))
    return serve_unstored(
        request,
        version=version_of(lists, version_of_played(one.key, two.key)),
        make=lambda: heads_page(one, two, lists, WEB).encode(),
    )


@reads
def show_heads_picture(request: HttpRequest, player: int, other: int) -> HttpResponse:
    """Sends the picture of two players who have met; each pair has one."""
    if player >= other:
        raise Http404
    one, two, lists = need_player(player), need_player(other), public_lists()
    version = version_of(lists, version_of_played(one.key, two.key))
    try:
        return serve(
            request,
            version=version,
            draft=lambda: heads_picture(one, two, lists, version),
            until_more_s=UNTIL_MORE_S,
        )
    except NoSuchPage as missing:
        raise Http404 from missing


def need_list(key: str) -> ListVersion:
    """Returns the edition of a public list, 404 where there is none."""
    edition = list_version_of(key)
    if edition is None:
        raise Http404
    return edition


def need_player(number: int) -> ShownPlayer:
    """Returns the player with a public profile whom a number means; Http404 where there is none."""
    player = player_with_profile(number)
    if player is None:
        raise Http404
    return player
