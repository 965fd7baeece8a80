"""Opponents as near as can be to so many ranks apart, over everybody to pair."""

from __future__ import annotations

import numpy as np

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.matching.weighing import Weighing, warned_of_repeats
from tournaments.pairing.pool import Flags, Ints, Pool


def at_distance(
    pool: Pool, request: Request, *, distance: int, name: str, allowed: Flags | None = None
) -> Draw | None:
    """Returns the pairing nearest to so many ranks between opponents; None where there is none.

    What opponents are off, squared, is as little as the limit of repeats leaves possible (`name` in
    the objective), then as little as can be at the top (`upper`). Then come, as among the
    preferences of tsh, no opponent of the round before, even sides, and fewer meetings. `allowed`
    says who may meet whom where that is less than the limit allows.
    """
    edges = Edges.among(pool.may_meet(request.repeats) if allowed is None else allowed)
    wishes = (
        criteria.avoid(pool, edges),
        off_distance(name, edges, distance),
        off_above(edges, distance),
        criteria.back_to_back(pool, edges),
        criteria.starts(pool, edges),
        criteria.repeats(pool, edges),
    )
    weighing = Weighing.in_order(pool, edges, wishes, request.seed)
    drawn = weighing.best(pool, last_resort=wishes[0].costs > 0)
    return None if drawn is None else warned_of_repeats(drawn, repeats_code(request))


def off_distance(name: str, edges: Edges, distance: int) -> Criterion:
    """Returns by how many ranks the two are nearer or farther than the distance, squared."""
    return Criterion(name, _off(edges, distance) ** 2)


def off_above(edges: Edges, distance: int) -> Criterion:
    """Returns by how many ranks the two are off, counted once for each rank from the bottom up.

    Of pairings that are equally far off it is the one that leaves the top as it should be.
    """
    return Criterion("upper", _off(edges, distance) * (edges.players - edges.one))


def repeats_code(request: Request) -> str:
    """Returns the code of the warning of boards that repeat, in methods that mind a limit alone."""
    return "repeats.ignored" if request.repeats is None else "repeats.allowed"


def _off(edges: Edges, distance: int) -> Ints:
    off: Ints = np.abs(edges.two - edges.one - distance)
    return off
