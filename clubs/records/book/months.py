"""A player's games month by month: what was scored on average, and how long streaks became."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from fractions import Fraction

import msgspec

from clubs.records.book.facts import FactEnding, GameFact


class MonthOfPlay(msgspec.Struct, frozen=True):
    """A month with games: the points a game, None where none was played to its end, and the most
    games that were won in a row by any day of the month.
    """

    month: date
    average: Fraction | None
    streak: int


def months_of_play(player: str, games: Iterable[GameFact]) -> tuple[MonthOfPlay, ...]:
    """Returns the months of a player's games, in order.

    Averages and streaks let in what they let in elsewhere (`categories.py`). A streak goes on from
    month to month.
    """
    months: dict[date, _Month] = {}
    streak = 0
    for game in sorted(games, key=lambda one: (one.day, one.event, one.division, one.order)):
        seat = next(at for at, side in enumerate(game.sides) if side.player == player)
        month = months.setdefault(game.day.replace(day=1), _Month())
        if game.ending is FactEnding.PLAYED:
            month.scored += 1
            month.half_points += (game.sides[seat].score or 0) * (3 if len(game.sides) == 3 else 2)
        if game.counts_as_won_or_lost:
            streak = streak + 1 if game.won_by == seat else 0
        month.streak = max(month.streak, streak)
    return tuple(
        MonthOfPlay(
            day, Fraction(one.half_points, 2 * one.scored) if one.scored else None, one.streak
        )
        for day, one in sorted(months.items())
    )


class _Month:
    def __init__(self) -> None:
        self.scored = self.half_points = self.streak = 0
