"""The straight line of winning chances, computed without rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from ratings.systems.curve import Value, crossing_near, last_probe

WHOLE = 1200
"""A win; one point of rating is one part of it. So (50 + d / 12) / 100 is (600 + d) / 1200."""

EVEN, LEAST, MOST = 600, 60, 1140


class LinearCurve:
    """The chance (50 + difference / 12) / 100, between 5 % and 95 %.

    Sums are fractions, so that a newcomer without a win is just where 5 % begin and not above or
    below it by the noise of a float.
    """

    def chance(self, difference: Value) -> float:
        """Return the chance of winning with this difference in rating."""
        return float(self.expected_wins(difference, (0,)))

    def expected_wins(self, rating: Value, opponents: Sequence[Value]) -> Fraction:
        """Return the wins expected of `rating` in one game against each of the opponents' ratings.

        Exact, so the order of the games cannot show.
        """
        return Fraction(_parts(rating, opponents)) / WHOLE

    def shown_rating(self, opponents: Sequence[Value], half_wins: int) -> int:
        """Return the rating that `half_wins` (2 a win, 1 a tie) show against opponents so rated.

        It is the last rating probed by bisecting the whole numbers from 0 to 3000 for the place
        where the expected wins reach the wins; nothing and everything won count as 5 % and 95 %.
        There must be an opponent.
        """
        games = len(opponents)
        wins = EVEN * half_wins
        if half_wins == 0:
            wins = LEAST * games
        elif half_wins == 2 * games:
            wins = MOST * games
        scale, ratings = _whole_numbers(opponents)
        target = wins * scale
        guess = (sum(ratings) + target) // (games * scale) - EVEN
        crossing = crossing_near(
            guess, lambda rating: _parts(rating * scale, ratings, scale) >= target
        )
        return last_probe(crossing)

    def mean(self, values: Sequence[Value]) -> Fraction:
        """Return the mean, exactly."""
        return Fraction(sum(values)) / len(values)

    def ratio(self, dividend: int, divisor: int) -> Fraction:
        """Return the quotient, exactly."""
        return Fraction(dividend, divisor)


def _parts(rating: Value, opponents: Sequence[Value], scale: int = 1) -> Value:
    """Return the wins expected in parts of a win, `WHOLE` times `scale` to one.

    The ratings are so many times as large, too.
    """
    ahead, least, most = EVEN * scale + rating, LEAST * scale, MOST * scale
    return sum([min(most, max(least, ahead - opponent)) for opponent in opponents])


def _whole_numbers(ratings: Sequence[Value]) -> tuple[int, list[int]]:
    """Return the ratings times the least number that makes them whole, after that number.

    Sums of whole numbers are as exact as those of fractions and many times as fast.
    """
    exact = [rating if isinstance(rating, int) else Fraction(rating) for rating in ratings]
    scale = lcm(*[rating.denominator for rating in exact])
    return scale, [int(rating * scale) for rating in exact]
