"""The result of a game, drawn from the strength of the two.

The chance of winning is that of the rating systems, seen from both sides; the margin is spread
around what gives just that chance, and the sum of the scores around what such players make.
Deviations and sums were taken from real events; one game in 300 is tied there and here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import NormalDist, median_low

from ratings.systems.curve import LogisticCurve
from tournaments.simulation.dice import bell, dice, happens

CURVE = LogisticCurve(0.0031879)
"""The curve by which NASPA expects wins."""

MARGIN_DEVIATION = 100
TOTAL_MEAN, TOTAL_DEVIATION = 790, 70
LEAST_SCORE = 80
UNKNOWN = 1000
"""How strong newcomers are on average in a field without ratings."""

_FORM = 60
_UNRATED_DEVIATION = 250
_WIDEST = 1500
_MEAN_STRENGTH = 1500


@dataclass(frozen=True, slots=True)
class WrongSlip:
    """Scores as they were first entered, wrong, and after how many rounds that is found."""

    score: int
    opponent_score: int
    found_after: int

    def turned(self) -> WrongSlip:
        """Returns the same slip from the other side of the board."""
        return WrongSlip(self.opponent_score, self.score, self.found_after)


@dataclass(frozen=True, slots=True)
class DrawnResult:
    """The result of a board: scores, or who did not come. `slip` is what was entered first."""

    score: int = 0
    opponent_score: int = 0
    absent: int | None = None
    slip: WrongSlip | None = None

    def turned(self) -> DrawnResult:
        """Returns the same outcome from the other side of the board."""
        slip = None if self.slip is None else self.slip.turned()
        return DrawnResult(self.opponent_score, self.score, self.absent, slip)


def strengths(ratings: Mapping[int, int], *, seed: str) -> dict[int, int]:
    """Returns everybody's true strength today, by key: near the rating, where there is one.

    The unrated (0) are drawn around the middle of the lower half of the rated.
    """
    rated = sorted(rating for rating in ratings.values() if rating)
    usual = median_low(rated[: (len(rated) + 1) // 2]) if rated else UNKNOWN
    return {
        key: (
            rating + bell(dice(seed, "form", key), _FORM)
            if rating
            else max(0, usual + bell(dice(seed, "newcomer", key), _UNRATED_DEVIATION))
        )
        for key, rating in ratings.items()
    }


def draw_game(one: int, two: int, thrown: Random) -> tuple[int, int]:
    """Returns the scores of a game between players of these strengths."""
    lead = _expected_lead(one - two) + bell(thrown, MARGIN_DEVIATION)
    usual = TOTAL_MEAN + ((one + two) // 2 - _MEAN_STRENGTH) // 8
    total = max(usual + bell(thrown, TOTAL_DEVIATION), abs(lead) + 2 * LEAST_SCORE)
    total += (total + lead) % 2
    return (total + lead) // 2, (total - lead) // 2


def draw_slip(score: int, opponent_score: int, thrown: Random) -> WrongSlip:
    """Returns a wrong slip for such a result: scores swapped, or a digit misread."""
    after = thrown.randrange(3)
    if score != opponent_score and happens(thrown, 500):
        return WrongSlip(opponent_score, score, after)
    misread = thrown.choice((-100, -10, -3, 3, 10, 100))
    return WrongSlip(max(0, score + misread), opponent_score, after)


@cache
def _expected_lead(difference: int) -> int:
    chance = CURVE.chance(max(-_WIDEST, min(_WIDEST, difference)))
    return round(MARGIN_DEVIATION * NormalDist().inv_cdf(chance))
