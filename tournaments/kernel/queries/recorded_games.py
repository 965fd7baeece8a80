"""The confirmed games of a division."""

from __future__ import annotations

from games.models import Game
from tournaments.models import BoardGame, Division, Round


def confirmed_games(division: Division) -> dict[tuple[int, int], str]:
    """Returns the key of the confirmed game of each board by round and slot, in one query."""
    found = BoardGame.objects.filter(
        board__round__division=division,
        board__round__stage=Round.Stage.PUBLISHED,
        game__state=Game.State.CONFIRMED,
    ).values_list("board__round__number", "board__slot", "game__key")
    return {(number, slot): key for number, slot, key in found}
