"""The logistic curve: the wins that ratings promise, and the rating that wins show."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, log

LOWEST, HIGHEST = 0, 3000
_REMEMBERED = 5000
_LARGEST_EXPONENT = 700.0  # e**710 is no longer a float
_AIMED_PROBES = 6


class LogisticCurve(dict[float, float]):
    """The chance of winning by rating difference, own minus opponent's: 0.579 for 100 at NASPA.

    Ratings are mostly whole numbers, so a value is computed once and then looked up.
    """

    def __init__(self, rate: float) -> None:
        """Make the curve 1 - 1 / (1 + e^(rate * difference))."""
        super().__init__()
        self.rate = rate

    def __missing__(self, difference: float) -> float:
        exponent = max(-_LARGEST_EXPONENT, min(_LARGEST_EXPONENT, self.rate * difference))
        chance = 1 - 1 / (1 + exp(exponent))
        if isinstance(difference, int) and -_REMEMBERED <= difference <= _REMEMBERED:
            self[difference] = chance
        return chance

    def expected_wins(self, rating: float, opponents: Sequence[float]) -> float:
        """Return the wins expected of `rating` in one game against each of the opponents' ratings.

        The sum is exact before it is rounded (`fsum`), so the order of the games cannot show.
        """
        return fsum([self[rating - opponent] for opponent in opponents])

    def shown_rating(self, opponents: Sequence[float], half_wins: int) -> int:
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

    def _crossing(self, opponents: Sequence[float], wins: float) -> int:
        """Return the lowest whole rating from 1 that expects at least `wins`, 3000 if none below.

        The expected wins only rise with the rating, so aiming finds the crossing of a blind
        bisection in fewer probes: first where the mean of the opponents would put it, then along
        the slope there. A field of extremes spoils the aim; halving then ends the search.
        """
        games = len(opponents)
        slope = self.rate * wins * (games - wins) / games
        probe = round(fsum(opponents) / games + log(wins / (games - wins)) / self.rate)
        below, reached, probes = LOWEST, HIGHEST, 0
        while reached - below > 1:
            probe = max(below + 1, min(reached - 1, probe))
            missing = wins - self.expected_wins(probe, opponents)
            if missing > 0:
                below = probe
            else:
                reached = probe
            probes += 1
            if probes < _AIMED_PROBES:
                probe += round(missing / slope)
            else:
                probe = (below + reached) // 2
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
