"""Recorded games of no event at the desk: all of them, one with its log, and what was handed in."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from core.models import Stream
from core.phrases import phrase
from core.web.view_access import reads
from desk.access import for_staff
from desk.log import log_page
from games.desk.pages import need_journal
from games.models import Game
from games.pages.frame import record_words
from games.selectors.games import GAME_STREAM, checked_game
from games.views.original import send_original

PAGE = 50


@reads
@for_staff
def games_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the games of no event, newest first, and those that were removed."""
    games = Game.objects.filter(place="").prefetch_related("players").select_related("figures")
    page = Paginator(games, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [(game, _names(game), _record(game)) for game in page.object_list],
        "removed": _removed() if page.number == 1 else [],
    }
    return render(request, "games/desk/recorded_games.html", context)


@reads
@for_staff
def game_desk(request: HttpRequest, key: str) -> HttpResponseBase:
    """Shows a game, or that it was removed, and all that was done with it."""
    need_journal(key)
    game = Game.objects.filter(key=key).first()
    context = {
        "game": game,
        "names": _names(game) if game else "",
        "report": checked_game(game) if game else None,
        "record": record_words(checked_game(game).verdict) if game else None,
        "free_game": key,
        "log": log_page(f"{GAME_STREAM}:{key}", request.GET.get("page")),
    }
    return render(request, "games/desk/recorded_game.html", context)


@reads
@for_staff
def download_original(_request: HttpRequest, key: str) -> HttpResponse:
    """Sends what was handed in."""
    return send_original(get_object_or_404(Game, key=key, place=""))


def _removed() -> list[str]:
    """Returns the keys of games that were on record once."""
    streams = Stream.objects.filter(key__startswith=f"{GAME_STREAM}:").order_by("-pk")
    keys = [key.partition(":")[2] for key in streams.values_list("key", flat=True)]
    here = set(Game.objects.filter(place="").values_list("key", flat=True))
    return [key for key in keys if key not in here]


def _names(game: Game) -> str:
    return " v ".join(player.name for player in game.players.all())


def _record(game: Game) -> tuple[str, str]:
    figures = getattr(game, "figures", None)
    return record_words(figures.verdict) if figures else (phrase("being read"), "")
