"""The awards that a club gave in a season."""

from __future__ import annotations

from typing import NamedTuple

from clubs.models import Season
from people.merging import meant_once, standing_for
from people.selectors import public_names


class GivenAward(NamedTuple):
    """An award that was given: its number in the season, whose it is by public name, and why."""

    number: int
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    said: str


def given_awards(season: Season) -> list[GivenAward]:
    """Returns the awards that were given in a season, in their order; three queries.

    Who is in the register twice has each once.
    """
    rows, standing = list(season.awards.all()), standing_for()
    players = [meant_once(row.players, standing) for row in rows]
    names = public_names({player for named in players for player in named})
    return [
        GivenAward(
            row.number,
            row.title,
            named,
            tuple(names.get(player, player) for player in named),
            row.said,
        )
        for row, named in zip(rows, players, strict=True)
    ]
