"""Tells the apps beside this one which players have recorded games to look at."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import phrase
from games.pages.addresses import player_games_path
from games.selectors.career import who_has_games
from people.player_pages import PlayerPage, register_player_pages
from people.selectors import ShownPlayer


def pages_of_games(players: Sequence[ShownPlayer]) -> dict[str, PlayerPage]:
    """Returns the pages of the recorded games of those who have any, in one query."""
    numbers = {one.key: one.number for one in players}
    return {
        key: PlayerPage(phrase("Recorded games"), player_games_path(numbers[key]))
        for key in who_has_games(numbers)
    }


register_player_pages(pages_of_games)
