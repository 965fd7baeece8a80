"""The Swiss of one published weight formula, with the bye as a part of the optimum.

Source: the behaviour of the Swiss of liwords, in which a meeting or an earlier bye weighs
1,000,000,000, the square of a difference in half wins 500,000, and a point of spread 1: different
spreads are wanted among equal wins and unwanted otherwise. That formula knows nobody who should not
meet; here two who do weigh 100,000,000.
"""

from __future__ import annotations

import numpy as np

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.matching.cheapest import Criterion, Edges, tie_break
from tournaments.pairing.matching.feasibility import infeasible, warned_of_need
from tournaments.pairing.matching.weighing import Weighing, round_seed
from tournaments.pairing.pool import Flags, Ints, Pool

UNITS = {
    "repeats": 1_000_000_000,
    "byes": 1_000_000_000,
    "avoid": 100_000_000,
    "wins": 500_000,
    "spread": 1,
}


def pair_by_spread(pool: Pool, request: Request) -> Draw:
    """Returns the pairing with the smallest total of the formula.

    Raises PairingError as `pair_with_bye` does. The bye may go to anybody who takes one: the
    formula only makes a second bye dear.
    """
    takers = pool.bye_takers(with_more_byes=True) if pool.is_odd else []
    weighing, last_resort = _weighed(pool, request)
    drawn = weighing.best(pool, last_resort=last_resort)
    if drawn is None:
        raise infeasible(pool, request.repeats)
    return warned_of_need(pool, drawn, request.repeats, takers)


def _weighed(pool: Pool, request: Request) -> tuple[Weighing, Flags]:
    """Returns the weighed edges, and flags of those that nobody should be put on without need."""
    edges = _edges(pool, request.repeats)
    half_wins = np.array([*(p.half_wins for p in pool.players), 0], dtype=np.int64)
    spread = np.array([*(p.spread for p in pool.players), 0], dtype=np.int64)
    byes = np.array([*(p.byes for p in pool.players), 0], dtype=np.int64)
    numbers = [*(p.number for p in pool.players), 0]
    is_bye = edges.two == len(pool.players)
    wins = np.where(is_bye, 0, half_wins[edges.one] - half_wins[edges.two])
    difference = np.abs(np.where(is_bye, 0, spread[edges.one] - spread[edges.two]))
    repeats = _with_bye(pool.meetings())[edges.one, edges.two]
    avoid = _with_bye(pool.flags(pool.avoid).astype(np.int64))[edges.one, edges.two]
    reported = (
        Criterion("repeats", repeats),
        Criterion("byes", np.where(is_bye, byes[edges.one], 0)),
        Criterion("avoid", avoid),
        Criterion("wins", wins**2),
        Criterion("spread", np.where(wins == 0, -difference, difference)),
    )
    total: Ints = sum((UNITS[c.name] * c.costs for c in reported), np.zeros_like(wins))
    from_zero = Criterion("total", total - total.min(initial=0))
    fold = (2 * (edges.two - edges.one) - edges.players) ** 2
    opening = () if pool.has_results or request.opening == "random" else (Criterion("fold", fold),)
    tie = tie_break(edges, numbers, round_seed(pool, request.seed))
    return Weighing(edges, (from_zero, *opening, tie), reported, UNITS), repeats + avoid > 0


def _edges(pool: Pool, repeats: int | None) -> Edges:
    """Returns who may meet whom; in an odd pool the last place is the bye."""
    allowed = pool.may_meet(repeats)
    if pool.is_odd:
        takes = np.array([[p.takes_bye] for p in pool.players])
        allowed = np.hstack([allowed, takes])
        allowed = np.vstack([allowed, np.append(takes[:, 0], False)])
    return Edges.among(allowed)


def _with_bye(between: Ints) -> Ints:
    """Returns the matrix with a row and a column more for the bye, who met nobody."""
    return np.pad(between, (0, 1))
