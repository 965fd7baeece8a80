"""The curves of winning chances of the systems that rate by one: logistic, and a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, exp, fsum, lcm, log
from typing import Any, Protocol, TypeAlias

LOWEST, HIGHEST = 0, 3000

Value: TypeAlias = float | Fraction
"""A rating or a sum of chances: a float, or exact where the curve is a line."""
_TABULATED = 3000
_LARGEST_EXPONENT = 700.0  # e**710 is no longer a float
_FLATTENED = 0.85  # a field of usual spread has a flatter curve than a single opponent
_LARGEST_BEND = 0.0963  # of the curve at rate 1: 1 / (6 * sqrt(3)), rounded up
_FLAT = 1e-6
_NOISE = 1e-6  # rating points; far more than the sums of floats can err
WHOLE = 1200
"""A win; one point of rating is one part of it. So (50 + d / 12) / 100 is (600 + d) / 1200."""

EVEN, LEAST, MOST = 600, 60, 1140


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
