"""The logistic curve: the wins that ratings promise, and the rating that wins show."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, fsum, log
from typing import Any

from ratings.systems.curve import HIGHEST, LOWEST, Value, crossing_near, last_probe

_TABULATED = 3000
_LARGEST_EXPONENT = 700.0  # e**710 is no longer a float
_FLATTENED = 0.85  # a field of usual spread has a flatter curve than a single opponent
_LARGEST_BEND = 0.0963  # of the curve at rate 1: 1 / (6 * sqrt(3)), rounded up
_FLAT = 1e-6
_NOISE = 1e-6  # rating points; far more than the sums of floats can err


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
            differences = [rating - opponent for opponent in opponents]
            return fsum([self._looked_up(difference) for difference in differences])

    def _looked_up(self, difference: Value) -> float:
        """Return the chance from the table where it is there; for whole numbers the same."""
        if isinstance(difference, int) and abs(difference) <= _TABULATED:
            return float(self._chances[difference])
        return self.chance(difference)

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
        return last_probe(self._crossing(opponents, wins))

    def mean(self, values: Sequence[Value]) -> float:
        """Return the mean, of a sum that is exact before it is rounded."""
        return fsum(values) / len(values)

    def ratio(self, dividend: int, divisor: int) -> float:
        """Return the quotient as a float."""
        return dividend / divisor

    def _crossing(self, opponents: Sequence[Value], wins: float) -> int:
        """Return the lowest whole rating from 1 that expects at least `wins`, 3000 if none below.

        The expected wins only rise with the rating, so there is one crossing, and two probes mostly
        find it: the first where the mean of the opponents puts it, the second along the slope. The
        curve is never further from the line through both than it bends where it bends most; that
        makes the `doubt`. Where it reaches a whole number the crossing is searched.
        """
        games = len(opponents)
        rate = self.rate * _FLATTENED
        aim = round(sum(opponents) / games + log(wins / (games - wins)) / rate)
        missing_there = wins - self.expected_wins(aim, opponents)
        step = round(missing_there * games / (rate * wins * (games - wins)))
        probe = aim + (step or (1 if missing_there > 0 else -1))
        missing = wins - self.expected_wins(probe, opponents)
        slope = (missing_there - missing) / (probe - aim)
        if slope < _FLAT:
            return self._searched(opponents, wins, probe)
        further = missing / slope
        reach = abs(further) + 1
        bend = self.rate * self.rate * games * _LARGEST_BEND / 2
        doubt = bend * reach * (reach + abs(probe - aim)) / slope + _NOISE
        crossing = ceil(probe + further - doubt)
        if doubt < 1 and crossing == ceil(probe + further + doubt):
            return max(LOWEST + 1, min(HIGHEST, crossing))
        return self._searched(opponents, wins, round(probe + further))

    def _searched(self, opponents: Sequence[Value], wins: float, guess: int) -> int:
        return crossing_near(guess, lambda rating: self.expected_wins(rating, opponents) >= wins)
