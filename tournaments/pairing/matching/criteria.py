"""The criteria of pairing: what each costs on every edge, one small function for each.

A method is a list of these in the order of their importance, given to `Weighing.in_order`. A new
criterion is one more function: whole numbers from 0, one per edge, and a name that the objective
and the reasons of the boards call it by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.pool import Flags, Ints, Pool

CriterionOf = Callable[[Pool, Edges], Criterion]


def repeats(pool: Pool, edges: Edges) -> Criterion:
    """Returns the criterion: how often two have met, forgiven meetings aside."""
    return Criterion("repeats", pool.meetings()[edges.one, edges.two])


def back_to_back(pool: Pool, edges: Edges) -> Criterion:
    """Returns 1 for two who met in the round before, forgiven or not."""
    return _flagged("back_to_back", pool.met_in(pool.position.round_number - 1), edges)


def avoid(pool: Pool, edges: Edges) -> Criterion:
    """Returns 1 for two who should not meet where it can be helped, such as team-mates."""
    return _flagged("avoid", pool.flags(pool.avoid), edges)


def wins(pool: Pool, edges: Edges) -> Criterion:
    """Returns the square of the difference in half wins."""
    return Criterion("wins", ScoreGroups.of(pool).win_difference(edges) ** 2)


def starts(pool: Pool, edges: Edges) -> Criterion:
    """Returns the criterion: how uneven sides become when the one who is owed the first gets it.

    Of the two the lower balance of firsts less seconds goes up by one and the higher down by one.
    A balance that is left costs the square of its half, rounded down: 0 for 0 and 1, which an odd
    number of games cannot better, 1 for 2 and 3, 4 for 4 and 5.
    """
    balance = np.array([p.balance for p in pool.players], dtype=np.int64)
    one, two = balance[edges.one], balance[edges.two]
    lower, higher = np.minimum(one, two) + 1, np.maximum(one, two) - 1
    return Criterion("starts", (np.abs(lower) // 2) ** 2 + (np.abs(higher) // 2) ** 2)


def nearest(_pool: Pool, edges: Edges) -> Criterion:
    """Returns the square of the ranks between the two, for who is nearest in and across groups."""
    return Criterion("nearest", _between(edges))


def fold(pool: Pool, edges: Edges) -> Criterion:
    """Returns the criterion: how far two of equal wins are from half their group apart, squared.

    Half ranks do not exist, so the distance counts double. Across groups it is the square of the
    ranks between the two, so that the bottom of a group meets the top of the next.
    """
    groups = ScoreGroups.of(pool)
    from_half = (2 * (edges.two - edges.one) - groups.size[edges.one]) ** 2
    return Criterion("fold", np.where(groups.together(edges), from_half, _between(edges)))


def same_half(pool: Pool, edges: Edges) -> Criterion:
    """Returns 1 for two of the same half of their group of equal wins."""
    groups = ScoreGroups.of(pool)
    lower = 2 * (np.arange(edges.players) - groups.begins) >= groups.size
    same = groups.together(edges) & (lower[edges.one] == lower[edges.two])
    return Criterion("same_half", same.astype(np.int64))


def any_of(unwanted: Sequence[Criterion]) -> Flags:
    """Returns the edges that cost something by any of these, as flags."""
    flags: Flags = np.any([criterion.costs > 0 for criterion in unwanted], axis=0)
    return flags


@dataclass(frozen=True, slots=True)
class ScoreGroups:
    """The groups of equal wins: of every place the half wins, and where its group begins."""

    half_wins: Ints
    begins: Ints
    size: Ints

    @classmethod
    def of(cls, pool: Pool) -> ScoreGroups:
        """Returns the groups of the players of a pool."""
        half_wins = np.array([p.half_wins for p in pool.players], dtype=np.int64)
        _, begins, group, size = np.unique(
            -half_wins, return_index=True, return_inverse=True, return_counts=True
        )
        return cls(half_wins, begins[group], size[group])

    def win_difference(self, edges: Edges) -> Ints:
        """Returns how many half wins the upper of the two is ahead."""
        difference: Ints = self.half_wins[edges.one] - self.half_wins[edges.two]
        return difference

    def together(self, edges: Edges) -> Flags:
        """Returns whether the two are of one group."""
        return np.equal(self.half_wins[edges.one], self.half_wins[edges.two])


def _between(edges: Edges) -> Ints:
    between: Ints = (edges.two - edges.one - 1) ** 2
    return between


def _flagged(name: str, flags: Flags, edges: Edges) -> Criterion:
    return Criterion(name, flags[edges.one, edges.two].astype(np.int64))
