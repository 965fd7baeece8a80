"""The first rating of unrated players by what they showed, all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ratings.systems.curve import Curve, Value
from ratings.systems.field import RatedRecord

FIRST_GUESS = 1500
LEAST = 500
CAP_ABOVE_BEST = 400
SWEEPS = 50


class Initial(NamedTuple):
    """A newcomer's first rating, not rounded, and the most that they could get, None for no cap."""

    rating: Value
    cap: Value | None


class _Newcomer(NamedTuple):
    rated: list[int]  # ratings of the rated opponents, one per game
    unrated: list[int]  # numbers of the unrated opponents, one per game
    half_wins: int

    @property
    def games(self) -> int:
        return len(self.rated) + len(self.unrated)

    def first_guess(self, curve: Curve) -> Value:
        return curve.mean(self.rated) if self.rated else FIRST_GUESS


def initial_ratings(
    curve: Curve, ratings: Mapping[int, int | None], records: Mapping[int, RatedRecord]
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
    values: Mapping[int, Value] = {
        number: newcomer.first_guess(curve) for number, newcomer in newcomers.items()
    }
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
        number: Initial(curve.mean([swept[number].rating for swept in history]), last.cap)
        for number, last in history[-1].items()
    }


def _newcomer(ratings: Mapping[int, int | None], record: RatedRecord) -> _Newcomer:
    met = [(opponent, ratings[opponent]) for opponent in record.opponents]
    return _Newcomer(
        rated=[rating for _, rating in met if rating is not None],
        unrated=[opponent for opponent, rating in met if rating is None],
        half_wins=record.half_wins,
    )


def _sweep(
    curve: Curve,
    newcomers: Mapping[int, _Newcomer],
    values: Mapping[int, Value],
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
    curve: Curve, newcomer: _Newcomer, unrated: list[Value], cap_by_unrated: bool
) -> Initial:
    """Return the rating that the wins show, at least 500, then capped.

    The cap is the best opponent's rating plus 400 times the share of games won.
    """
    value: Value = max(LEAST, curve.shown_rating([*newcomer.rated, *unrated], newcomer.half_wins))
    cappers = newcomer.rated or (unrated if cap_by_unrated else ())
    if not cappers:
        return Initial(value, None)
    share = CAP_ABOVE_BEST * newcomer.half_wins
    cap = max(cappers) + curve.ratio(share, 2 * newcomer.games)
    return Initial(min(value, cap), cap)
