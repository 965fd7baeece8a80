"""The state of all recorded games that a page was made from."""

from __future__ import annotations

import hashlib

from django.db.models import Count, Max, Q, Sum

from core.models import Stream
from core.web.build import build
from core.web.store import lasting
from games.models import Game, GameFigures
from people.selectors import REGISTER


def games_version() -> str:
    """Returns the version of the pages about many games, in three queries.

    Whoever sat in a game, its state, the results that contradict it, names in the register: all
    are written by commands, and each is one more entry of a journal. Figures come later, from a
    worker, under higher rows.
    """
    games = Game.objects.filter(state=Game.State.CONFIRMED)
    of_register = Sum("seq", filter=Q(key=REGISTER), default=0)
    streams = Stream.objects.aggregate(
        many=Count("pk"), last=Max("pk"), entries=Sum("seq"), names=of_register
    )
    told = [
        *streams.values(),
        *games.aggregate(many=Count("pk"), last=Max("pk")).values(),
        *GameFigures.objects.aggregate(many=Count("pk"), last=Max("pk")).values(),
    ]
    mark = hashlib.sha256(repr(told).encode()).hexdigest()[:24]
    return lasting(streams["names"], build(), f"g{mark}")
