"""A recorded game: its replay, the same for other sites, and its record to take away.

A confirmed game of no rehearsal is everybody's. Any other is shown to the staff and to who directs
its event, and to nobody else; no cache keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.clickjacking import xframe_options_exempt

from core.names import in_ascii
from core.phrases import phrase
from core.roles.access import account_may
from core.roles.table import Permission
from core.web.hosts import reachable_host
from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from core.web.store import HTML, NoSuchPage
from core.web.view_access import reads
from games.medals import medals_of
from games.models import Game
from games.pages.frame import render_game
from games.pages.medals import shown_medals
from games.pages.picture import game_picture
from games.pages.position import NoSuchTurn, ShownReplay, position_context
from games.pages.replay import replay_context
from games.results import what_speaks_against
from games.selectors.games import is_public, shown_names
from games.selectors.public_record import public_game, version_of
from lexicon.places import scope_of

GCG = "text/plain; charset=utf-8"
LONGEST_FILE_NAME = 80


@reads
def show_game(request: HttpRequest, key: str) -> HttpResponse:
    """Shows a game, after the turn `m` or as it ended."""
    game, public = _need_game(request, key)
    turn, seat = _number(request, "m"), _number(request, "of")
    base = request.build_absolute_uri("/").rstrip("/")
    against, medals = what_speaks_against(game), medals_of(game) if public else ()

    def make() -> bytes:
        replay = ShownReplay(public_game(game))
        number = replay.last if turn is None else turn
        context = replay_context(replay, number, of=_seat(seat), base=base)
        context["is_reached"] = bool(reachable_host(request))
        said = {"banner": "" if public else _banner(game), "against": against}
        return _page("replay", {**context, **said, "medals": shown_medals(medals, WEB)})

    told = f"{against}{medals}" if medals else against
    return _answer(request, game, make, public=public, told=told)


@reads
def show_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Sends the picture of a game that everybody may see."""
    game, public = _need_game(request, key)
    if not public:
        raise Http404
    version = version_of(game, "picture")
    try:
        return serve(request, version=version, draft=lambda: game_picture(game, version))
    except (NoSuchPage, NoSuchTurn) as missing:
        raise Http404 from missing


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@reads
def show_embedded(request: HttpRequest, key: str) -> HttpResponse:
    """Shows the board of a game for a frame of another site."""
    game, public = _need_game(request, key)
    turn, seat = _number(request, "m"), _number(request, "of")

    def make() -> bytes:
        replay = ShownReplay(public_game(game))
        number = replay.last if turn is None else turn
        return _page("embed", position_context(replay, number, of=_seat(seat)))

    return _answer(request, game, make, public=public)


@reads
def download_game(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Returns the record of a game as a file, under public names."""
    game, public = _need_game(request, key)
    if name != game.key:
        raise Http404

    def make() -> bytes:
        return public_game(game).text.encode()

    answer = _answer(request, game, make, public=public, content_type=GCG)
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(game)}.gcg"'
    return answer


def _file_name(game: Game) -> str:
    """Returns the name of a download: the players, by public names, else the game's key."""
    names = slugify(in_ascii(" ".join(shown_names(game))))
    return names[:LONGEST_FILE_NAME].strip("-_") or game.key


def _need_game(request: HttpRequest, key: str) -> tuple[Game, bool]:
    """Returns a game that this person may see, and whether everybody may; else Http404."""
    game = get_object_or_404(Game, key=key)
    if is_public(game):
        return game, True
    user = request.user
    of_staff = account_may(user, Permission.MAKE_EVENTS)
    if of_staff or (game.place and account_may(user, Permission.VIEW, scope_of(game.place))):
        return game, False
    raise Http404


def _answer(
    request: HttpRequest,
    game: Game,
    make: Callable[[], bytes],
    *,
    public: bool,
    content_type: str = HTML,
    told: str = "",
) -> HttpResponse:
    version = version_of(game, request.get_host(), f"{public}", told)
    try:
        answer = serve_unstored(request, version=version, make=make, content_type=content_type)
    except NoSuchTurn:
        raise Http404 from None
    if not public:
        answer["Cache-Control"] = "private, no-store"
    return answer


def _page(template: str, context: dict[str, Any]) -> bytes:
    return render_game(template, context, WEB).encode()


def _number(request: HttpRequest, name: str) -> int | None:
    """Returns a number of the address, None where it is not there; Http404 where it is none."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise Http404
    return int(text)


def _seat(number: int | None) -> int | None:
    """Returns a player's place from 0; the address counts from 1."""
    return None if number is None else number - 1


def _banner(game: Game) -> str:
    """Returns why only few may see a game."""
    if game.state == Game.State.WAITING:
        return phrase(
            "This game is not confirmed yet. Only the staff and the event's director can see it."
        )
    if game.state == Game.State.REFUSED:
        return phrase("This game was refused. Only the staff and the event's director can see it.")
    return phrase(
        "This game belongs to a rehearsal. Only the staff and the event's director can see it."
    )
