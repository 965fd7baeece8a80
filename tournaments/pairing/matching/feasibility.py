"""Checks that everybody can be paired, who sits out, and what would have to be given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import rustworkx as rx

from tournaments.pairing.answer import REPEATS_NEEDED, Draw, PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.blocking import Blocking, blocking
from tournaments.pairing.pool import Flags, Pool
from tournaments.pairing.position import pair_key

MOVED_UP = "bye.moved_up"
KEEPS_APART = "bye.keeps_apart"
"""The warnings that the bye went to the next choice: to save repeats, or to keep players apart."""

NEAR = 40
"""How far from the wanted distance an opponent still counts as near."""
Solve = Callable[[Pool], Draw | None]


def most_paired(allowed: Flags, bye_takers: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Returns pairs of places, as many as can be had at once among those who may meet.

    With `bye_takers` there is a bye, the place one past the last; of equal answers it is the one
    in which the bye goes to the earliest of them.
    """
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(allowed) + bool(bye_takers)))
    one, two = np.nonzero(np.triu(allowed, 1))
    graph.add_edges_from((i, j, 0) for i, j in zip(one.tolist(), two.tolist(), strict=True))
    graph.add_edges_from([(place, len(allowed), -order) for order, place in enumerate(bye_takers)])
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in mates)


def can_pair_all(pool: Pool, allowed: Flags) -> bool:
    """Returns whether everybody in the pool gets an opponent they may meet, or the odd bye."""
    takers, everybody = bye_choices(pool), len(allowed) + pool.is_odd
    return any(
        2 * len(most_paired(weighed, takers)) == everybody
        for weighed in (near_opponents(allowed), allowed)
    )


def near_opponents(allowed: Flags, distance: int = 1) -> Flags:
    """Returns who may meet whom of those about so many ranks apart.

    In a large field they mostly suffice to see that everybody can be paired, in a fraction of the
    time that it takes to look at all.
    """
    places = np.arange(len(allowed))
    between = np.abs(places[:, None] - places[None, :])
    near: Flags = allowed & (np.abs(between - distance) <= NEAR)
    return near


def bye_choices(pool: Pool) -> list[int]:
    """Returns the places of those who may get the odd bye, nobody in an even pool.

    They are those of `Pool.bye_takers`. Where players kept apart leave no pairing with any of them,
    as with a team that is more than half of the field, players with more byes come after them.
    """
    if not pool.is_odd:
        return []
    takers = pool.bye_takers()
    if not pool.apart or _pairs_all(pool.may_meet(None), takers):
        return takers
    return pool.bye_takers(with_more_byes=True)


def pair_with_bye(pool: Pool, solve: Solve, *, repeats: int | None, spare_repeats: bool) -> Draw:
    """Returns the draw that `solve` makes of the pool without the player who gets the odd bye.

    The bye goes to the first of `bye_choices`. It moves on to the next of them only where the
    others cannot be paired otherwise, or, with `spare_repeats`, not without a repeat, while with
    that player they can; a warning names both. Raises what `infeasible` returns, and PairingError
    `bye.nobody_takes_it`.
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
    choices = bye_choices(pool)
    bye = pool.players[choices[0]].number
    drawn = solve(pool.without(bye))
    wishes: list[int | None] = []
    if spare_repeats and (drawn is None or drawn.objective["repeats"]):
        wishes.append(0)
    if drawn is None:
        wishes.append(repeats)
    for most_repeats in wishes:
        other = _bye_that_allows(pool, choices, most_repeats)
        if other is not None and other != bye:
            code = MOVED_UP if _apart_allow(pool, choices[0]) else KEEPS_APART
            moved = PairingWarning(code, {"instead_of": bye, "number": other})
            drawn, bye = solve(pool.without(other)), other
            return drawn and replace(drawn, byes=(bye,), warnings=(moved, *drawn.warnings))
    return drawn and replace(drawn, byes=(bye,))


def _bye_that_allows(pool: Pool, choices: Sequence[int], repeats: int | None) -> int | None:
    """Returns who can sit out so that the others are paired within so many repeats, or None."""
    mates = most_paired(pool.may_meet(repeats), choices)
    bye = len(pool.players)
    if 2 * len(mates) != bye + 1:
        return None
    return next(pool.players[one].number for one, two in mates if two == bye)


def _apart_allow(pool: Pool, bye: int) -> bool:
    """Returns whether players kept apart leave a pairing in which this place sits out."""
    return not pool.apart or _pairs_all(pool.may_meet(None), [bye])


def _pairs_all(allowed: Flags, bye_takers: Sequence[int]) -> bool:
    return 2 * len(most_paired(allowed, bye_takers)) == len(allowed) + bool(bye_takers)


def infeasible(pool: Pool, repeats: int | None) -> PairingError:
    """Returns the error: why nothing can be paired, and the smallest relaxation that works.

    `pairing.infeasible`: the limit (`repeats`), the smallest limit that works (`smallest`), how
    many boards at least have to go beyond what was asked then (`boards`). `pairing.kept_apart`, if
    no limit works: who is left over (`numbers`), and the fewest pairs that would have to be
    released (`release`). Both with `groups` and `partners` as `who_blocks` says.
    """
    takers = bye_choices(pool)
    if repeats is not None:
        as_wished = pool.may_meet(repeats)
        for limit in range(repeats + 1, int(pool.meetings().max(initial=0)) + 1):
            allowed = pool.may_meet(limit)
            if _pairs_all(allowed, takers):
                return PairingError(
                    "pairing.infeasible",
                    repeats=repeats,
                    smallest=limit,
                    boards=len(_fewest_others(pool, as_wished, allowed, takers)),
                    **who_blocks(pool, as_wished, takers),
                )
    allowed = pool.may_meet(None)
    paired = {place for pair in most_paired(allowed, takers) for place in pair}
    left = [p.number for place, p in enumerate(pool.players) if place not in paired]
    anybody = ~np.eye(len(allowed), dtype=np.bool_)
    return PairingError(
        "pairing.kept_apart",
        numbers=tuple(sorted(left)),
        release=_fewest_others(pool, allowed, anybody, takers),
        **who_blocks(pool, allowed, takers),
    )


def who_blocks(
    pool: Pool, allowed: Flags, bye_takers: Sequence[int]
) -> dict[str, tuple[object, ...]]:
    """Returns the groups that cannot be paired and their `partners`; empty where all can be.

    `groups`, more of them than `partners`, are players who can meet nobody but the partners and
    those of their own group, which is of odd size. All are named by number; 0 is the odd bye.
    """
    return _blocked(pool, allowed, bye_takers, most_paired(allowed, bye_takers))


def _blocked(
    pool: Pool, allowed: Flags, bye_takers: Sequence[int], mates: Sequence[tuple[int, int]]
) -> dict[str, tuple[object, ...]]:
    reach = np.pad(allowed, (0, int(bool(bye_takers))))
    if bye_takers:
        reach[list(bye_takers), -1] = reach[-1, list(bye_takers)] = True
    found = blocking(reach, mates) or Blocking((), ())
    numbers = [*(player.number for player in pool.players), 0]

    def named(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(numbers[place] for place in places))

    return {
        "groups": tuple(sorted(named(group) for group in found.groups)),
        "partners": named(found.partners),
    }


def warned_of_need(
    pool: Pool, drawn: Draw, repeats: int | None, bye_takers: Sequence[int] = ()
) -> Draw:
    """Returns the answer with a warning, where it has repeats that no pairing can do without.

    It counts the `boards` that have met, and says by how few they could be (`fewest`), because two
    boards that have met once are no worse than one that has met twice, and who stands in the way.
    `bye_takers` are those who could sit out where the bye is part of the pairing.
    """
    boards = sum(1 for row in drawn.terms.values() if row["repeats"])
    if not boards:
        return drawn
    free = pool.may_meet(0)
    mates = most_paired(free, bye_takers)
    fewest = (len(free) + bool(bye_takers)) // 2 - len(mates)
    if boards > fewest:
        fewest = len(_fewest_others(pool, free, pool.may_meet(repeats), bye_takers))
    params = {"boards": boards, "fewest": fewest, **_blocked(pool, free, bye_takers, mates)}
    return replace(drawn, warnings=(*drawn.warnings, PairingWarning(REPEATS_NEEDED, params)))


def _fewest_others(
    pool: Pool, wanted: Flags, allowed: Flags, bye_takers: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Returns the boards that are not wanted of a pairing with as few of them as can be."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(allowed) + bool(bye_takers)))
    one, two = np.nonzero(np.triu(allowed, 1))
    worth = wanted[one, two].astype(np.int64)
    graph.add_edges_from(zip(one.tolist(), two.tolist(), worth.tolist(), strict=True))
    graph.add_edges_from([(place, len(allowed), 1) for place in bye_takers])
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    unwanted = [
        pair_key(pool.players[i].number, pool.players[j].number)
        for i, j in mates
        if max(i, j) < len(allowed) and not wanted[i, j]
    ]
    return tuple(sorted(unwanted))
