"""Which state of all recorded games a page was made from."""

from __future__ import annotations

import hashlib

from django.db.models import Count, Max

from core.web.build import build
from games.models import Game, GameFigures
from people.selectors import register_version


def games_version() -> str:
    """Returns what changes with all that pages about many games show, in three queries.

    Whatever a command changes about a game has its figures stored anew, under a higher row.
    """
    games = Game.objects.filter(state=Game.State.CONFIRMED)
    told = [
        *games.aggregate(many=Count("pk"), last=Max("pk")).values(),
        *GameFigures.objects.aggregate(many=Count("pk"), last=Max("pk")).values(),
        register_version(),
        build(),
    ]
    return f"g{hashlib.sha256(repr(told).encode()).hexdigest()[:24]}"
