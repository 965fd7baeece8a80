"""Recorded games of no event at the desk: all of them, one with its log, and what was handed in."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from core.journal.undo import UndoEntry
from core.models import JournalEntry, Stream
from core.web.doors import View, reads, writes
from games.models import Game
from games.pages.frame import record_words
from games.selectors.games import GAME_STREAM, checked_game
from games.views.original import send_original
from tournaments.forms.pages import CommandPage
from tournaments.forms.place import Place
from tournaments.views.desk_access import for_staff, number_in
from tournaments.views.desk_command import give_at
from tournaments.views.desk_log import log_page

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
    return render(request, "desk/recorded_games.html", context)


@reads
@for_staff
def game_desk(request: HttpRequest, key: str) -> HttpResponseBase:
    """Shows a game, or that it was removed, and all that was done with it."""
    _need_stream(key)
    game = Game.objects.filter(key=key).first()
    context = {
        "game": game,
        "names": _names(game) if game else "",
        "report": checked_game(game) if game else None,
        "record": record_words(checked_game(game).verdict) if game else None,
        "free_game": key,
        "log": log_page(f"{GAME_STREAM}:{key}", request.GET.get("page")),
    }
    return render(request, "desk/recorded_game.html", context)


@reads
@for_staff
def download_original(_request: HttpRequest, key: str) -> HttpResponse:
    """Sends what was handed in."""
    return send_original(get_object_or_404(Game, key=key, place=""))


def recorded_game_view(page: CommandPage) -> View:
    """Returns the view of one command about a game of no event, or its journal."""

    @writes(page.command)
    @for_staff
    def view(request: HttpRequest, key: str) -> HttpResponseBase:
        _need_stream(key)
        entry = None
        if page.command is UndoEntry:
            if (asked := request.GET.get("seq")) is not None:
                entries = JournalEntry.objects.select_related("stream")
                stream = f"{GAME_STREAM}:{key}"
                entry = get_object_or_404(entries, stream__key=stream, seq=number_in(asked))
        else:
            get_object_or_404(Game, key=key, place="")
        place = Place(request.user.get_username(), free_game=key, undoing=entry)
        return give_at(request, page, place)

    return view


def _need_stream(key: str) -> None:
    if not Stream.objects.filter(key=f"{GAME_STREAM}:{key}").exists():
        raise Http404("There is no such game.")


def _removed() -> list[str]:
    """Returns the keys of games that were on record once."""
    streams = Stream.objects.filter(key__startswith=f"{GAME_STREAM}:").order_by("-pk")
    keys = [key.partition(":")[2] for key in streams.values_list("key", flat=True)]
    held = set(Game.objects.filter(place="").values_list("key", flat=True))
    return [key for key in keys if key not in held]


def _names(game: Game) -> str:
    return " v ".join(player.name for player in game.players.all())


def _record(game: Game) -> tuple[str, str]:
    figures = getattr(game, "figures", None)
    return record_words(figures.verdict) if figures else ("being read", "")
