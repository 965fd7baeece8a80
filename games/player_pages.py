"""Tells the apps beside this one which players have recorded games to look at."""

from __future__ import annotations

from core.phrases import phrase
from games.pages.addresses import player_games_path
from games.selectors.career import has_games
from people.player_pages import PlayerPage, register_player_pages
from people.selectors import ShownPlayer


def page_of_games(player: ShownPlayer) -> PlayerPage | None:
    """Returns the page of a player's recorded games, None without any."""
    if not has_games(player.key):
        return None
    return PlayerPage(phrase("Recorded games"), player_games_path(player.number))


register_player_pages(page_of_games)
