"""The record of a player in some rounds of an event, for systems that rate by wins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from ratings.systems.field import RatedGame, RatedPlayer


class RatedRecord(NamedTuple):
    """A player's rated games in some rounds: the opponents' numbers, and the credit of all."""

    opponents: Sequence[int]
    half_wins: int


def records_by_part(
    parts: Sequence[range], players: Sequence[RatedPlayer]
) -> list[dict[int, RatedRecord]]:
    """Return for each part of an event the records of the players with games in it, by number.

    The games must be in order of round.
    """
    records: list[dict[int, RatedRecord]] = [{} for _ in parts]
    for player in players:
        if not player.games:
            continue
        rounds, opponents, half_wins, _, _ = zip(*player.games, strict=True)
        for part, there in zip(parts, records, strict=True):
            begin, end = bisect_left(rounds, part.start), bisect_left(rounds, part.stop)
            if begin < end:
                there[player.number] = RatedRecord(opponents[begin:end], sum(half_wins[begin:end]))
    return records


def games_in(rounds: range, player: RatedPlayer) -> list[RatedGame]:
    """Return the player's games of these rounds."""
    first, last = rounds.start, rounds.stop
    return [game for game in player.games if first <= game.round < last]
