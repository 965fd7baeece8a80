"""The awards that a club gave in a season."""

from __future__ import annotations

from typing import NamedTuple

from clubs.models import Season
from people.selectors import public_names


class GivenAward(NamedTuple):
    """An award that was given: its number in the season, whose it is by public name, and why."""

    number: int
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    said: str


def given_awards(season: Season) -> list[GivenAward]:
    """Returns the awards that were given in a season, in their order; two queries."""
    rows = list(season.awards.all())
    names = public_names({player for row in rows for player in row.players})
    return [
        GivenAward(
            row.number,
            row.title,
            tuple(row.players),
            tuple(names.get(player, player) for player in row.players),
            row.said,
        )
        for row in rows
    ]
