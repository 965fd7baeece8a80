"""The arithmetic of the CoCo system for one player: how spreads change rating and deviation."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, fsum, sqrt
from typing import NamedTuple

SPREAD_DEVIATION = 90
"""The deviation of the spread of one game from the expected one, in points (tau)."""

RATING_PER_POINT = 5
"""The rating points that a point of spread is worth (beta)."""

GAME_VARIANCE = (RATING_PER_POINT * SPREAD_DEVIATION) ** 2
LARGEST_DEVIATION = 150.0
VARIANCE_PER_IDLE_DAY = 100
DAYS_TO_LARGEST = 225
"""Days without an event after which the deviation is the largest, whatever it was."""

FLOOR = 300
CAREER_UNSLOWED, CAREER_SLOWED = 200, 1000
CAREER_SCALE = 1800


class Strength(NamedTuple):
    """A rating with its deviation, both in rating points."""

    rating: float
    deviation: float


class Update(NamedTuple):
    """The effect of a player's games on them.

    `start` is what they were rated from; `shown` the rating that the games show by themselves, None
    without games; `target` the one that start and games show together; `reached` what the
    multiplier let them come to and `new` that rounded half to even, not below the floor.
    `deviation` is not rounded.
    """

    start: float
    shown: float | None
    target: float
    multiplier: float
    reached: float
    new: int
    deviation: float


def after_days(deviation: float, days: int) -> float:
    """Return the deviation after so many days without an event, not rounded; at most 150."""
    variance = deviation**2 + VARIANCE_PER_IDLE_DAY * min(max(0, days), DAYS_TO_LARGEST)
    return min(sqrt(variance), LARGEST_DEVIATION)


def multiplier(rating: float, career_games: int) -> float:
    """Return the share of the way to the target that a player goes.

    `career_games` include this event's. Nobody is slowed before the 200th game. Then ratings above
    1800 and 2000 slow, and a long career does; of both, the slower counts.
    """
    if career_games < CAREER_UNSLOWED:
        return 1.0
    if career_games > CAREER_SLOWED:
        return 0.5
    by_rating = 0.5 if rating > 2000 else 0.75 if rating > 1800 else 1.0
    return min(by_rating, 1 - career_games / CAREER_SCALE)


def shown_rating(opponent: Strength, spread: int) -> float:
    """Return the rating that a spread (own score minus the other) shows by itself."""
    return opponent.rating + RATING_PER_POINT * spread


def game_variance(opponent: Strength) -> float:
    """Return the variance of the rating that one game against this opponent shows."""
    return GAME_VARIANCE + opponent.deviation**2


def win_chance(own: Strength, other: Strength) -> float:
    """Return the chance that `own` has the larger score.

    The system itself expects spreads and no wins. Both ratings and the spread of a game being
    normally distributed as it assumes, the spread is positive with this chance.
    """
    deviation = sqrt(game_variance(other) + own.deviation**2)
    return erfc((other.rating - own.rating) / (deviation * sqrt(2))) / 2


def update(
    before: Strength, career_games: int, opponents: Sequence[Strength], spreads: Sequence[int]
) -> Update:
    """Return a player's update by the games against these opponents, with these spreads.

    Start and games are weighed by the inverse of their variances. The sums are exact before they
    are rounded (`fsum`), so the order of the games cannot show. Without games there is nothing to
    round.
    """
    start = before.rating
    share = multiplier(start, career_games)
    if not opponents:
        return Update(start, None, start, share, start, int(start), before.deviation)
    own = before.deviation**2
    variances = [GAME_VARIANCE + deviation * deviation for _, deviation in opponents]
    precision = fsum([1 / variance for variance in variances])
    shown = fsum(
        [
            (rating + RATING_PER_POINT * spread) / variance
            for (rating, _), spread, variance in zip(opponents, spreads, variances, strict=True)
        ]
    )
    variance = 1 / (1 / own + precision)
    target = variance * (start / own + shown)
    reached = start + share * (target - start)
    new = max(round(reached), FLOOR)
    return Update(start, shown / precision, target, share, reached, new, sqrt(variance))
