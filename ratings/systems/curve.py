"""What a curve of winning chances must be able to do for the systems that rate by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

LOWEST, HIGHEST = 0, 3000

Value: TypeAlias = float | Fraction
"""A rating or a sum of chances: a float, or exact where the curve is a line."""


class Curve(Protocol):
    """The chance of winning by rating difference, own minus opponent's."""

    def chance(self, difference: Value) -> float:
        """Return the chance of winning with this difference in rating."""
        ...

    def expected_wins(self, rating: Value, opponents: Sequence[Value]) -> Value:
        """Return the wins expected of `rating` in one game against each of the opponents' ratings.

        The order of the games does not show.
        """
        ...

    def shown_rating(self, opponents: Sequence[Value], half_wins: int) -> int:
        """Return the rating that `half_wins` (2 a win, 1 a tie) show against opponents so rated.

        It is the last rating probed by bisecting the whole numbers from 0 to 3000 for the place
        where the expected wins reach the wins; nothing and everything won count as 5 % and 95 %.
        There must be an opponent.
        """
        ...

    def ratio(self, total: Value, count: int) -> Value:
        """Return the total divided by the count, as exact as the curve reckons."""
        ...
