"""Swiss: one matching over the whole field, repeats first, then wins, then place in the group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tournaments.pairing.answer import REPEATS_NEEDED, Draw, Option, Request
from tournaments.pairing.feasibility import pair_with_bye
from tournaments.pairing.matching import Criterion, Edges
from tournaments.pairing.pool import Ints, Pool
from tournaments.pairing.spread_formula import pair_by_spread
from tournaments.pairing.weighing import Weighing, repeats_and_starts, warned_of_repeats


@dataclass(frozen=True, slots=True)
class Swiss:
    """Pairs equal wins with each other, repeats as seldom as possible.

    Variants: `fold`, the first of a group of equal wins against the first of its lower half;
    `halves`, upper against lower half before anything else within the group; `nearest`, neighbours
    in rank; `spread`, the most different spreads of a group, with the bye as part of the optimum.
    """

    key: str = "swiss"
    name: str = "Swiss"
    variants: tuple[str, ...] = ("fold", "halves", "nearest", "spread")
    options: tuple[Option, ...] = ()
    is_block: bool = False

    def pair(self, pool: Pool, request: Request) -> Draw:
        """Returns the cheapest pairing. While nobody has a result the opening takes its place."""
        if request.variant == "spread":
            return pair_by_spread(pool, request)
        return pair_with_bye(
            pool,
            lambda rest: _in_groups(rest, request),
            repeats=request.repeats,
            spare_repeats=True,
        )


def _in_groups(pool: Pool, request: Request) -> Draw | None:
    edges = Edges.among(pool.may_meet(request.repeats))
    repeats, back_to_back, starts = repeats_and_starts(pool, edges)
    groups = _Groups.of(pool)
    wins = Criterion("wins", groups.win_difference(edges) ** 2)
    if pool.has_results:
        placing = groups.placing(edges, request.variant)
    else:
        placing = groups.placing(edges, "fold") if request.opening == "fold" else ()
    wishes = (repeats, back_to_back, wins, *placing, starts)
    weighing = Weighing.in_order(pool, edges, wishes, request.seed)
    drawn = weighing.best(pool, last_resort=repeats.costs > 0)
    return None if drawn is None else warned_of_repeats(drawn, REPEATS_NEEDED)


@dataclass(frozen=True, slots=True)
class _Groups:
    """The groups of equal wins: of every place the half wins, and where its group begins."""

    half_wins: Ints
    begins: Ints
    size: Ints

    @classmethod
    def of(cls, pool: Pool) -> _Groups:
        half_wins = np.array([p.half_wins for p in pool.players], dtype=np.int64)
        _, begins, group, size = np.unique(
            -half_wins, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(half_wins, begins[group], size[group])

    def win_difference(self, edges: Edges) -> Ints:
        difference: Ints = self.half_wins[edges.one] - self.half_wins[edges.two]
        return difference

    def placing(self, edges: Edges, variant: str) -> tuple[Criterion, ...]:
        """Returns what it costs two to meet as they are placed.

        Within a group `fold` wants half the group between them; across groups, and with `nearest`
        everywhere, the nearest ranks meet. Half ranks do not exist, so the fold counts double.
        """
        apart = edges.two - edges.one
        together = self.win_difference(edges) == 0
        nearest = (apart - 1) ** 2
        if variant == "nearest":
            return (Criterion("nearest", nearest),)
        fold = Criterion(
            "fold", np.where(together, (2 * apart - self.size[edges.one]) ** 2, nearest)
        )
        if variant == "halves":
            lower = 2 * (np.arange(edges.players) - self.begins) >= self.size
            same = together & (lower[edges.one] == lower[edges.two])
            return Criterion("same_half", same.astype(np.int64)), fold
        return (fold,)
