"""The first rating of unrated players in the NASPA system, all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

from ratings.systems.logistic import LogisticCurve

FIRST_GUESS = 1500.0
LEAST = 500
CAP_ABOVE_BEST = 400
SWEEPS = 50


class Record(NamedTuple):
    """A player's rated games in one segment: the opponents' numbers, and the credit."""

    opponents: tuple[int, ...]
    half_wins: int


class Initial(NamedTuple):
    """A newcomer's first rating, not rounded, and the most that he could get, None for no cap."""

    rating: float
    cap: float | None


@dataclass(frozen=True, slots=True)
class _Newcomer:
    rated: tuple[int, ...]  # ratings of the rated opponents, one per game
    unrated: tuple[int, ...]  # numbers of the unrated opponents, one per game
    half_wins: int

    @property
    def games(self) -> int:
        return len(self.rated) + len(self.unrated)

    @property
    def first_guess(self) -> float:
        return fsum(self.rated) / len(self.rated) if self.rated else FIRST_GUESS


def initial_ratings(
    curve: LogisticCurve, ratings: Mapping[int, int | None], records: Mapping[int, Record]
) -> dict[int, Initial]:
    """Return the initial rating of every unrated player with games, by number.

    In `ratings`, None is unrated. Every sweep rates all newcomers against the values of the sweep
    before. If 50 sweeps do not settle, each gets the mean of 50 more, in which a newcomer without a
    rated opponent is not capped. Source: the NASPA rating system since 2009, initial ratings.
    """
    newcomers = {
        number: _newcomer(ratings, record)
        for number, record in records.items()
        if ratings[number] is None
    }
    values = {number: newcomer.first_guess for number, newcomer in newcomers.items()}
    for _ in range(SWEEPS):
        swept = _sweep(curve, newcomers, values, cap_by_unrated=True)
        after = {number: initial.rating for number, initial in swept.items()}
        if after == values:
            return swept
        values = after
    history = []
    for _ in range(SWEEPS):
        history.append(_sweep(curve, newcomers, values, cap_by_unrated=False))
        values = {number: initial.rating for number, initial in history[-1].items()}
    return {
        number: Initial(fsum([swept[number].rating for swept in history]) / SWEEPS, last.cap)
        for number, last in history[-1].items()
    }


def _newcomer(ratings: Mapping[int, int | None], record: Record) -> _Newcomer:
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
) -> dict[int, Initial]:
    """Return the next value of every newcomer, with the unrated opponents at `values`."""
    return {
        number: _next_value(
            curve, newcomer, [values[opponent] for opponent in newcomer.unrated], cap_by_unrated
        )
        for number, newcomer in newcomers.items()
    }


def _next_value(
    curve: LogisticCurve, newcomer: _Newcomer, unrated: list[float], cap_by_unrated: bool
) -> Initial:
    """Return the rating that the wins show, at least 500, then capped.

    The cap is the best opponent's rating plus 400 times the share of games won.
    """
    value: float = max(LEAST, curve.shown_rating([*newcomer.rated, *unrated], newcomer.half_wins))
    cappers = newcomer.rated or (unrated if cap_by_unrated else ())
    if not cappers:
        return Initial(value, None)
    cap = max(cappers) + CAP_ABOVE_BEST * (newcomer.half_wins / 2 / newcomer.games)
    return Initial(min(value, cap), cap)
