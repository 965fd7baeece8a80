"""The protocol of a curve of winning chances, for the systems that rate by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
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

    def mean(self, values: Sequence[Value]) -> Value:
        """Return the mean, as exact as the curve is."""
        ...

    def ratio(self, dividend: int, divisor: int) -> Value:
        """Return the quotient, as exact as the curve is."""
        ...


def crossing_near(guess: int, is_reached: Callable[[int], bool]) -> int:
    """Return the lowest whole rating from 1 at which the wins are reached, 3000 if none below.

    They are reached at every higher rating. The search goes around the guess in steps that double,
    and then by halving.
    """
    below, reached = LOWEST, HIGHEST
    step, probe = 1, guess
    while reached - below > 1:
        if not below < probe < reached:
            probe = (below + reached) // 2
        if is_reached(probe):
            reached, probe = probe, probe - step
        else:
            below, probe = probe, probe + step
        step *= 2
    return reached


@cache
def last_probe(crossing: int) -> int:
    """Return the last number that bisecting 0 to 3000 for `crossing` probes: it or one less."""
    below, reached, middle = LOWEST, HIGHEST, LOWEST
    while reached - below > 1:
        middle = (below + reached) // 2
        if middle < crossing:
            below = middle
        else:
            reached = middle
    return middle
