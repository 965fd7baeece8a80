"""The straight line of winning chances, reckoned without rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ratings.systems.curve import HIGHEST, LOWEST, Value

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
        below, reached, middle = LOWEST, HIGHEST, LOWEST
        while reached - below > 1:
            middle = (below + reached) // 2
            if _parts(middle, opponents) < wins:
                below = middle
            else:
                reached = middle
        return middle

    def ratio(self, total: Value, count: int) -> Fraction:
        """Return the total divided by the count, exactly."""
        return Fraction(total) / count


def _parts(rating: Value, opponents: Sequence[Value]) -> Value:
    """Return the wins expected in parts of a win, as many as `WHOLE` to one."""
    ahead = EVEN + rating
    return sum([min(MOST, max(LEAST, ahead - opponent)) for opponent in opponents])
