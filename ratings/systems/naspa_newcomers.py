"""The first rating of unrated players in the NASPA system, all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from ratings.systems.logistic import LogisticCurve

FIRST_GUESS = 1500.0
LEAST = 500
CAP_ABOVE_BEST = 400
SWEEPS = 50


@dataclass(frozen=True, slots=True)
class Record:
    """A player's rated games in one segment: opponents by position in the field, and the credit."""

    opponents: tuple[int, ...]
    half_wins: int


@dataclass(frozen=True, slots=True)
class _Newcomer:
    rated: tuple[int, ...]  # ratings of the rated opponents, one per game
    unrated: tuple[int, ...]  # positions of the unrated opponents, one per game
    half_wins: int

    @property
    def games(self) -> int:
        return len(self.rated) + len(self.unrated)

    @property
    def first_guess(self) -> float:
        return fsum(self.rated) / len(self.rated) if self.rated else FIRST_GUESS


def initial_ratings(
    curve: LogisticCurve, ratings: Sequence[int | None], records: Sequence[Record]
) -> dict[int, float]:
    """Return the initial rating, not rounded, of every unrated player with games, by position.

    `ratings` and `records` go by position; None is unrated. Every sweep rates all newcomers against
    the values of the sweep before. If 50 sweeps do not settle, each gets the mean of 50 more, in
    which a newcomer without a rated opponent is not capped. Source: the NASPA rating system since
    2009, initial ratings.
    """
    newcomers = {
        position: _newcomer(ratings, record)
        for position, record in enumerate(records)
        if ratings[position] is None and record.opponents
    }
    values = {position: newcomer.first_guess for position, newcomer in newcomers.items()}
    for _ in range(SWEEPS):
        swept = _sweep(curve, newcomers, values, cap_by_unrated=True)
        if swept == values:
            return values
        values = swept
    history: dict[int, list[float]] = {position: [] for position in newcomers}
    for _ in range(SWEEPS):
        values = _sweep(curve, newcomers, values, cap_by_unrated=False)
        for position, value in values.items():
            history[position].append(value)
    return {position: fsum(seen) / SWEEPS for position, seen in history.items()}


def _newcomer(ratings: Sequence[int | None], record: Record) -> _Newcomer:
    met = [(opponent, ratings[opponent]) for opponent in record.opponents]
    return _Newcomer(
        rated=tuple(rating for _, rating in met if rating is not None),
        unrated=tuple(opponent for opponent, rating in met if rating is None),
        half_wins=record.half_wins,
    )


def _sweep(
    curve: LogisticCurve,
    newcomers: Mapping[int, _Newcomer],
    values: Mapping[int, float],
    *,
    cap_by_unrated: bool,
) -> dict[int, float]:
    """Return the next value of every newcomer, with the unrated opponents at `values`."""
    return {
        position: _next_value(
            curve, newcomer, [values[opponent] for opponent in newcomer.unrated], cap_by_unrated
        )
        for position, newcomer in newcomers.items()
    }


def _next_value(
    curve: LogisticCurve, newcomer: _Newcomer, unrated: Sequence[float], cap_by_unrated: bool
) -> float:
    """Return the rating that the wins show, at least 500, then capped.

    The cap is the best opponent's rating plus 400 times the share of games won.
    """
    value: float = max(LEAST, curve.shown_rating([*newcomer.rated, *unrated], newcomer.half_wins))
    cappers = newcomer.rated or (unrated if cap_by_unrated else ())
    if cappers:
        win_rate = newcomer.half_wins / 2 / newcomer.games
        value = min(value, max(cappers) + CAP_ABOVE_BEST * win_rate)
    return value
