"""The first rating of unrated players in the CoCo system, one after another in sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from ratings.systems.coco_update import FLOOR, LARGEST_DEVIATION, Strength, Update, update

FIRST_GUESS = 1500.0
SWEEPS = 50


class Newcomer(NamedTuple):
    """An unrated player with rated games; opponents by position in the field, a spread for each."""

    position: int
    career_games: int
    opponents: Sequence[int]
    spreads: Sequence[int]


class Settled(NamedTuple):
    """A newcomer's last update; `mean` is the rating they were put back to, None if they were not.

    `sweeps` counts those made, the last one having moved nobody unless it was the fiftieth.
    """

    update: Update
    mean: float | None
    sweeps: int


def settle(
    newcomers: Sequence[Newcomer], strengths: Sequence[Strength], ratings_listed: Sequence[float]
) -> dict[int, Settled]:
    """Return the last update of every newcomer, by position.

    A sweep rates the newcomers in the order given, each against the values that those before them
    have just got; sweeps go on until nobody moves, up to 50. Newcomers start from 1500. Whoever has
    two unrated opponents in five games or more is put back before each update to the ratings that
    the event came with, `ratings_listed` (0 for the unrated), divided by all its players.
    `strengths` are those of the whole field; of the newcomers they are not read.
    """
    now = list(strengths)
    for newcomer in newcomers:
        now[newcomer.position] = Strength(FIRST_GUESS, LARGEST_DEVIATION)
    mean = _mean(ratings_listed)
    unrated = {newcomer.position for newcomer in newcomers}
    put_back = {n.position: mean for n in newcomers if _meets_many(n, unrated)}
    updates: dict[int, Update] = {}
    sweeps, moved = 0, True
    while moved and sweeps < SWEEPS:
        sweeps, moved = sweeps + 1, False
        for position, career_games, opponents, spreads in newcomers:
            start = Strength(put_back.get(position, now[position].rating), LARGEST_DEVIATION)
            done = update(start, career_games, [now[other] for other in opponents], spreads)
            moved = moved or done.new != now[position].rating
            now[position] = Strength(done.new, LARGEST_DEVIATION)
            updates[position] = done
    return {
        position: Settled(done, put_back.get(position), sweeps)
        for position, done in updates.items()
    }


def _mean(ratings_listed: Sequence[float]) -> float:
    """Return the sum of the ratings divided by all players, 1500 where that is below the floor."""
    mean = fsum(ratings_listed) / len(ratings_listed) if ratings_listed else 0.0
    return mean if mean >= FLOOR else FIRST_GUESS


def _meets_many(newcomer: Newcomer, unrated: set[int]) -> bool:
    """Return whether two opponents in five or more are unrated, each game counting."""
    met = sum([opponent in unrated for opponent in newcomer.opponents])
    return 5 * met >= 2 * len(newcomer.opponents)
