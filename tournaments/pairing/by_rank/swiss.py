"""Swiss: one matching over the whole field: repeats, then wins, then sides, then the place."""

from __future__ import annotations

from tournaments.pairing.answer import Draw, Request
from tournaments.pairing.by_rank.spread_formula import pair_by_spread
from tournaments.pairing.matching import criteria
from tournaments.pairing.matching.cheapest import Edges
from tournaments.pairing.matching.criteria import CriterionOf
from tournaments.pairing.matching.feasibility import pair_with_bye, warned_of_need
from tournaments.pairing.matching.weighing import Weighing
from tournaments.pairing.pool import Pool

PLACING: dict[str, tuple[CriterionOf, ...]] = {
    "fold": (criteria.fold,),
    "halves": (criteria.same_half, criteria.fold),
    "nearest": (criteria.nearest,),
}
"""The last criteria of a variant: who meets whom among players of equal wins."""


def pair_swiss(pool: Pool, request: Request) -> Draw:
    """Pairs equal wins with each other, repeats as seldom as possible.

    Variants: `fold`, the first of a group of equal wins against the first of its lower half;
    `halves`, upper against lower half before anything else within the group; `nearest`, neighbours
    in rank; `spread`, the most different spreads of a group, with the bye as part of the optimum.

    Returns the cheapest pairing. While nobody has a result the opening takes its place.
    """
    if request.variant == "spread":
        return pair_by_spread(pool, request)
    return pair_with_bye(
        pool,
        lambda rest: in_groups(rest, request),
        repeats=request.repeats,
        spare_repeats=True,
    )


def in_groups(pool: Pool, request: Request) -> Draw | None:
    """Returns the cheapest pairing of an even pool, None where the limit leaves none."""
    edges = Edges.among(pool.may_meet(request.repeats))
    unwanted = (
        criteria.repeats(pool, edges),
        criteria.back_to_back(pool, edges),
        criteria.avoid(pool, edges),
    )
    wishes = (
        *unwanted,
        criteria.wins(pool, edges),
        criteria.starts(pool, edges),
        *(placing(pool, edges) for placing in _placing(pool, request)),
    )
    weighing = Weighing.in_order(pool, edges, wishes, request.seed)
    drawn = weighing.best(pool, last_resort=criteria.any_of(unwanted))
    return None if drawn is None else warned_of_need(pool, drawn, request.repeats)


def _placing(pool: Pool, request: Request) -> tuple[CriterionOf, ...]:
    """Returns who meets whom within a group; while nobody has a result the opening says it."""
    if pool.has_results:
        return PLACING[request.variant]
    return (criteria.fold,) if request.opening == "fold" else ()
