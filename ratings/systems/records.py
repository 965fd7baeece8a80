"""What a player did in some rounds of an event, as systems that rate by wins need it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ratings.systems.field import RatedGame, RatedPlayer


class Record(NamedTuple):
    """A player's rated games in some rounds: the opponents' numbers, and the credit of all."""

    opponents: list[int]
    half_wins: int


def records_in(rounds: range, players: Sequence[RatedPlayer]) -> dict[int, Record]:
    """Return the records of the players with games in these rounds, by number."""
    records = {}
    for player in players:
        if games := games_in(rounds, player.games):
            half_wins = sum([game.half_wins for game in games])
            records[player.number] = Record([game.opponent for game in games], half_wins)
    return records


def games_in(rounds: range, games: Iterable[RatedGame]) -> list[RatedGame]:
    """Return the games of these rounds."""
    first, last = rounds.start, rounds.stop
    return [game for game in games if first <= game.round < last]
