"""The logistic curve: the wins that ratings promise, and the rating that wins show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil, exp, floor, fsum, log
from typing import Any

from ratings.systems.curve import HIGHEST, LOWEST, Value

_TABULATED = 3000
_LARGEST_EXPONENT = 700.0  # e**710 is no longer a float
_AIMED_PROBES = 6


class LogisticCurve:
    """The chance of winning by rating difference, own minus opponent's: 0.579 for 100 at NASPA."""

    def __init__(self, rate: float) -> None:
        """Make the curve 1 - 1 / (1 + e^(rate * difference))."""
        self.rate = rate
        self._chances = self._table()

    def chance(self, difference: Value) -> float:
        """Return the chance of winning with this difference in rating."""
        exponent = max(-_LARGEST_EXPONENT, min(_LARGEST_EXPONENT, self.rate * difference))
        return 1 - 1 / (1 + exp(exponent))

    def expected_wins(self, rating: Value, opponents: Sequence[Value]) -> float:
        """Return the wins expected of `rating` in one game against each of the opponents' ratings.

        The sum is exact before it is rounded (`fsum`), so the order of the games cannot show.
        """
        chances = self._chances
        try:
            return fsum([chances[rating - opponent] for opponent in opponents])
        except (TypeError, IndexError):  # a fraction, or a difference that the table has not
            return fsum([self.chance(rating - opponent) for opponent in opponents])

    def _table(self) -> Any:
        """Return a list that takes a whole difference, also a negative one, to its chance.

        Ratings are mostly whole numbers and looking up is four times as fast as computing. Negative
        differences count from the end of the list, and between the two ends there is so much of
        nothing that a difference out of reach cannot be taken for another.
        """
        up = [self.chance(difference) for difference in range(_TABULATED + 1)]
        down = [self.chance(difference) for difference in range(-_TABULATED, 0)]
        return [*up, *[None] * (2 * _TABULATED), *down]

    def shown_rating(self, opponents: Sequence[Value], half_wins: int) -> int:
        """Return the rating that `half_wins` (2 a win, 1 a tie) show against opponents so rated.

        It is the last rating probed by bisecting the whole numbers from 0 to 3000 for the place
        where the expected wins reach the wins; nothing and everything won count as 5 % and 95 %.
        There must be an opponent.
        """
        games = len(opponents)
        wins = half_wins / 2
        if half_wins == 0:
            wins = 0.05 * games
        elif half_wins == 2 * games:
            wins = 0.95 * games
        return _last_probe(self._crossing(opponents, wins))

    def ratio(self, total: Value, count: int) -> float:
        """Return the total divided by the count, as a float."""
        return float(total / count)

    def _crossing(self, opponents: Sequence[Value], wins: float) -> int:
        """Return the lowest whole rating from 1 that expects at least `wins`, 3000 if none below.

        The expected wins only rise with the rating, so aiming finds the crossing of a blind
        bisection in fewer probes: first where the mean of the opponents would put it, then along
        the slope there. A field of extremes spoils the aim; halving then ends the search.
        """
        games = len(opponents)
        slope = self.rate * wins * (games - wins) / games
        probe = round(fsum(opponents) / games + log(wins / (games - wins)) / self.rate)
        below, reached = LOWEST, HIGHEST
        for _ in range(_AIMED_PROBES):
            probe = max(below + 1, min(reached - 1, probe))
            missing = wins - self.expected_wins(probe, opponents)
            if missing > 0:
                below = probe
                probe += ceil(missing / slope)
            else:
                reached = probe
                probe += floor(missing / slope)
            if reached - below == 1:
                return reached
        while reached - below > 1:
            probe = (below + reached) // 2
            if self.expected_wins(probe, opponents) < wins:
                below = probe
            else:
                reached = probe
        return reached


@cache
def _last_probe(crossing: int) -> int:
    """Return the last number that bisecting 0 to 3000 for `crossing` probes: it or one less."""
    below, reached, middle = LOWEST, HIGHEST, LOWEST
    while reached - below > 1:
        middle = (below + reached) // 2
        if middle < crossing:
            below = middle
        else:
            reached = middle
    return middle
