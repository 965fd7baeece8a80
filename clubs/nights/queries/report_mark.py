"""Which version of a night's report is the present one, by what it tells."""

from __future__ import annotations

import hashlib

from clubs.nights.queries.reached import reached_on
from clubs.nights.queries.recorded_plays import plays_of
from clubs.nights.queries.tonight import Tonight, tonight
from clubs.records.queries.news import news_of
from tournaments.models import Tournament


def report_mark(night: Tournament) -> str:
    """Returns the hash of all that the report of a night tells: another one tells something else.

    What is done on a night that does not show there, such as its closing, changes nothing.
    """
    now = tonight(night, public=True)
    told = (
        night.name,
        _people(now),
        _games(now),
        reached_on(night),
        plays_of(now.division),
        [
            (one.kind.value, repr(one.slot), one.place, repr(one.holding))
            for one in news_of(night.slug)
        ],
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _people(now: Tonight) -> list[tuple[object, ...]]:
    return [
        (one.number, one.name, one.half_wins, one.half_losses, one.spread, one.average)
        for one in now.people.values()
        if one.games
    ]


def _games(now: Tonight) -> list[tuple[object, ...]]:
    return [
        (game.reason, game.three, game.terms, [(s.person.number, s.score) for s in game.sides])
        for game in now.over
    ]
