"""A player's recorded games, for everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from core.web.pages import serve_unstored
from core.web.query_values import page_number
from core.web.site import WEB
from core.web.view_access import reads
from games.pages.profile import player_page
from games.selectors.career import with_games
from games.selectors.versions import games_version
from people.selectors import shown_players


@reads
def show_player_games(request: HttpRequest, player: int) -> HttpResponse:
    """Shows the recorded games of a player; 404 without any that everybody may see."""
    players = shown_players(with_games().filter(pk=player))
    if not players:
        raise Http404
    (shown,) = players.values()
    page = page_number(request.GET.get("page", ""))
    return serve_unstored(
        request,
        version=games_version(),
        make=lambda: player_page(shown, page, WEB).encode(),
    )
