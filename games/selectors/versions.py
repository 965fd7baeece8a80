"""Which state of all recorded games a page was made from."""

from __future__ import annotations

import hashlib

from django.db.models import Count, Max, Sum

from core.models import Stream
from core.web.build import build
from games.models import Game, GameFigures


def games_version() -> str:
    """Returns what changes with all that pages about many games show, in three queries.

    Whoever sat in a game, its state, the results that contradict it, names in the register: all
    are written by commands, and each is one more entry of a journal. Figures come later, from a
    worker, under higher rows.
    """
    games = Game.objects.filter(state=Game.State.CONFIRMED)
    told = [
        *Stream.objects.aggregate(many=Count("pk"), last=Max("pk"), entries=Sum("seq")).values(),
        *games.aggregate(many=Count("pk"), last=Max("pk")).values(),
        *GameFigures.objects.aggregate(many=Count("pk"), last=Max("pk")).values(),
        build(),
    ]
    return f"g{hashlib.sha256(repr(told).encode()).hexdigest()[:24]}"
