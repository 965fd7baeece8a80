"""The recorded games of an event that everybody may see."""

from __future__ import annotations

from games.models import Game
from tournaments.models import BoardGame, Round, Tournament


def games_on_record(event: Tournament, named: str) -> int:
    """Returns how many confirmed games of an event the list of all games has by this name of it.

    In one query. Games keep the name that the event had when they were recorded.
    """
    games = BoardGame.objects.filter(
        board__round__division__tournament=event,
        board__round__stage=Round.Stage.PUBLISHED,
        game__state=Game.State.CONFIRMED,
        game__label__icontains=named,
    )
    return games.count()
