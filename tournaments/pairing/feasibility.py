"""Whether everybody can be paired at all, who sits out, and what would have to be given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import rustworkx as rx

from tournaments.pairing.answer import Draw, PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Flags, Pool

Solve = Callable[[Pool], Draw | None]


def most_paired(allowed: Flags, bye_takers: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Returns pairs of places, as many as can be had at once among those who may meet.

    With `bye_takers` there is a bye, the place one past the last; of equal answers it is the one
    in which the bye goes to the earliest of them.
    """
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(allowed) + bool(bye_takers)))
    one, two = np.nonzero(np.triu(allowed, 1))
    graph.add_edges_from([(i, j, 0) for i, j in zip(one.tolist(), two.tolist(), strict=True)])
    graph.add_edges_from([(place, len(allowed), -order) for order, place in enumerate(bye_takers)])
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in mates)


def can_pair_all(pool: Pool, allowed: Flags) -> bool:
    """Returns whether everybody in the pool gets an opponent he may meet, or the odd bye."""
    takers = pool.bye_takers() if pool.is_odd else []
    return 2 * len(most_paired(allowed, takers)) == len(allowed) + pool.is_odd


def pair_with_bye(pool: Pool, solve: Solve, *, repeats: int | None, spare_repeats: bool) -> Draw:
    """Returns what `solve` makes of the pool without the player who gets the odd bye.

    The bye goes to the first of `Pool.bye_takers`. It moves up to the next of them only where the
    others cannot be paired otherwise, or, with `spare_repeats`, not without a repeat, while with
    that player they can; a warning names both. Raises PairingError `pairing.infeasible` (repeats,
    smallest), `pairing.kept_apart` (numbers) and `bye.nobody_takes_it`.
    """
    if pool.is_odd:
        drawn = _with_odd_bye(pool, solve, repeats, spare_repeats=spare_repeats)
    else:
        drawn = solve(pool)
    if drawn is None:
        raise infeasible(pool, repeats)
    return drawn


def _with_odd_bye(
    pool: Pool, solve: Solve, repeats: int | None, *, spare_repeats: bool
) -> Draw | None:
    bye = pool.players[pool.bye_takers()[0]].number
    drawn = solve(pool.without(bye))
    wishes: list[int | None] = []
    if spare_repeats and (drawn is None or drawn.objective["repeats"]):
        wishes.append(0)
    if drawn is None:
        wishes.append(repeats)
    for most_repeats in wishes:
        other = _bye_that_allows(pool, most_repeats)
        if other is not None and other != bye:
            moved = PairingWarning("bye.moved_up", {"instead_of": bye, "number": other})
            drawn, bye = solve(pool.without(other)), other
            return drawn and replace(drawn, byes=(bye,), warnings=(moved, *drawn.warnings))
    return drawn and replace(drawn, byes=(bye,))


def _bye_that_allows(pool: Pool, repeats: int | None) -> int | None:
    """Returns who can sit out so that the others are paired within so many repeats, or None."""
    mates = most_paired(pool.may_meet(repeats), pool.bye_takers())
    bye = len(pool.players)
    if 2 * len(mates) != bye + 1:
        return None
    return next(pool.players[one].number for one, two in mates if two == bye)


def infeasible(pool: Pool, repeats: int | None) -> PairingError:
    """Returns what is wrong: the smallest limit that works, or who is left over with any limit."""
    if repeats is not None:
        most = int(pool.meetings().max(initial=0))
        for limit in range(repeats + 1, most + 1):
            if can_pair_all(pool, pool.may_meet(limit)):
                return PairingError("pairing.infeasible", repeats=repeats, smallest=limit)
    takers = pool.bye_takers() if pool.is_odd else []
    paired = {place for pair in most_paired(pool.may_meet(None), takers) for place in pair}
    left = [p.number for place, p in enumerate(pool.players) if place not in paired]
    return PairingError("pairing.kept_apart", numbers=tuple(sorted(left)))
