"""The cheapest way to pair everybody: one minimum-weight perfect matching.

Criteria become fields of one integer edge weight, the most important highest, each with so many
bits that no sum of a lower one can reach a higher one. The last field is a hash, so that the
optimum is unique, and edges are sorted: equal optima never depend on the order of rows. In a field
so large that a weight would be too long the hash is shorter, and says less often who comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile

import numpy as np
import rustworkx as rx

from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Flags, Ints

COMPLETE_UP_TO = 400
"""Up to this many players, every edge is weighed."""
CHEAPEST_EDGES = 80
NEAREST_EDGES = 4
HASH = "hash"
HASH_BITS = 20
_LIMB_BITS = 62
MOST_BITS = 122
"""rustworkx computes in 128 bits and adds up to four weights."""


@dataclass(frozen=True)
class Edges:
    """Pairs of places in rank order, `one` above `two`, sorted; arrays of equal length."""

    players: int
    one: Ints
    two: Ints

    @classmethod
    def among(cls, allowed: Flags) -> Edges:
        """Returns the edges that a symmetric matrix of who may meet whom allows."""
        one, two = np.nonzero(np.triu(allowed, 1))
        return cls(len(allowed), one, two)

    def __len__(self) -> int:
        return len(self.one)

    def chosen(self, which: Ints) -> Edges:
        """Returns the edges at these indices."""
        return Edges(self.players, self.one[which], self.two[which])


@dataclass(frozen=True)
class Criterion:
    """The cost of every edge by one criterion: whole numbers from 0."""

    name: str
    costs: Ints

    def bits(self, boards: int) -> int:
        """Returns the bits that the costs of so many boards together never exceed."""
        largest = int(self.costs.max(initial=0))
        return (largest * boards).bit_length()


def units(criteria: Sequence[Criterion], boards: int) -> dict[str, int]:
    """Returns the weight of one point of each criterion, by name: one outweighs all later ones."""
    weights = {}
    shift = 0
    for criterion in reversed(criteria):
        weights[criterion.name] = 1 << shift
        shift += criterion.bits(boards)
    return {criterion.name: weights[criterion.name] for criterion in criteria}


def tie_break(edges: Edges, numbers: Sequence[int], seed: str) -> Criterion:
    """Returns a cost that depends on the seed and the two entry numbers alone, on any machine."""
    key = int.from_bytes(sha256(seed.encode()).digest()[:8], "big")
    own = scrambled(np.array(numbers, dtype=np.int64).astype(np.uint64), key)
    mixed = scrambled(own[edges.one] + own[edges.two], key)
    return Criterion(HASH, (mixed >> np.uint64(64 - HASH_BITS)).astype(np.int64))


def scrambled(values: np.typing.NDArray[np.uint64], key: int) -> np.typing.NDArray[np.uint64]:
    """Returns the values mixed with a key of 64 bits. Source: the finaliser of splitmix64."""
    mixed = values ^ np.uint64(key)
    mixed = mixed + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def cheapest_pairing(
    edges: Edges, criteria: Sequence[Criterion], *, last_resort: Flags | None = None
) -> Ints | None:
    """Returns the edges of the cheapest perfect matching, or None where there is none.

    Above `COMPLETE_UP_TO` players only the cheapest edges of everybody and those to the nearest
    ranks are weighed. If they do not suffice, or the answer needs an edge of `last_resort`, such as
    a repeat, all edges are: that is the only way in which leaving edges out could do harm. If the
    first criteria are about edges of last resort alone, all edges are weighed by these, and what
    is found is kept among the promising edges: it is the best there is in what counts most.
    """
    every = np.arange(len(edges))
    if edges.players <= COMPLETE_UP_TO:
        return _solved(edges, criteria, every)
    kept = _promising(edges, criteria)
    chosen = _solved(edges, criteria, kept)
    if chosen is not None and not (last_resort is not None and last_resort[chosen].any()):
        return chosen
    leading = _leading(criteria, last_resort)
    best = _solved(edges, leading or criteria, every)
    if best is None or not leading or len(leading) == len(criteria):
        return best
    return _solved(edges, criteria, np.union1d(kept, best))


def _leading(criteria: Sequence[Criterion], last_resort: Flags | None) -> list[Criterion]:
    """Returns the first criteria, as long as they cost something on edges of last resort alone."""
    if last_resort is None:
        return []
    return list(takewhile(lambda each: not each.costs[~last_resort].any(), criteria))


def _solved(edges: Edges, criteria: Sequence[Criterion], kept: Ints) -> Ints | None:
    graph = weighted_graph(edges.chosen(kept), weights(criteria, kept, edges.players // 2))
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(mates) != edges.players:
        return None
    at = np.array(sorted((min(pair), max(pair)) for pair in mates), dtype=np.int64).reshape(-1, 2)
    keys = edges.one * edges.players + edges.two
    found: Ints = np.searchsorted(keys, at[:, 0] * edges.players + at[:, 1]).astype(np.int64)
    return found


def weighted_graph(edges: Edges, worth: list[int]) -> rx.PyGraph[int, int]:
    """Returns the graph that the library matches, a node per place, a worth per edge."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(edges.players))
    graph.add_edges_from(zip(edges.one.tolist(), edges.two.tolist(), worth, strict=True))
    return graph


def weights(criteria: Sequence[Criterion], kept: Ints, boards: int) -> list[int]:
    """Returns the worth of every kept edge: the largest weight less the cost of the edge.

    A perfect matching has a fixed number of edges, so most worth is least cost. Raises PairingError
    `pairing.too_large` (players).
    """
    limbs = _limbs(_fitting(criteria, boards), kept, boards)
    first, *others = [(((1 << bits) - 1 - limb).tolist(), bits) for limb, bits in limbs]
    worth: list[int] = first[0]
    for complement, bits in others:
        worth = [high << bits | low for high, low in zip(worth, complement, strict=True)]
    return worth


def _fitting(criteria: Sequence[Criterion], boards: int) -> Sequence[Criterion]:
    """Returns the criteria, the hash at their end shortened where all together are too long."""
    *wishes, last = criteria
    excess = sum(criterion.bits(boards) for criterion in criteria) - MOST_BITS
    if excess <= 0:
        return criteria
    if last.name != HASH or sum(wish.bits(boards) for wish in wishes) > MOST_BITS:
        raise PairingError("pairing.too_large", players=2 * boards)
    return [*wishes, Criterion(HASH, last.costs >> np.int64(excess))]


def _limbs(criteria: Sequence[Criterion], kept: Ints, boards: int) -> list[tuple[Ints, int]]:
    """Returns the criteria packed into whole numbers of up to 62 bits, the highest first."""
    limbs: list[tuple[Ints, int]] = []
    for criterion in criteria:
        bits, costs = criterion.bits(boards), criterion.costs[kept]
        if limbs and limbs[-1][1] + bits <= _LIMB_BITS:
            limb, used = limbs[-1]
            limbs[-1] = (limb << np.int64(bits) | costs, used + bits)
        else:
            limbs.append((costs, bits))
    return limbs


def _promising(edges: Edges, criteria: Sequence[Criterion]) -> Ints:
    """Returns the edges to the nearest ranks, and the cheapest ones of every player."""
    size, boards = edges.players, edges.players // 2
    estimate = np.zeros(len(edges))
    for criterion in criteria:
        estimate *= 2.0 ** criterion.bits(boards)
        estimate += criterion.costs
    cost = np.full((size, size), np.inf)
    cost[edges.one, edges.two] = cost[edges.two, edges.one] = estimate
    order = np.argsort(cost, axis=1, kind="stable")[:, :CHEAPEST_EDGES]
    wanted = np.zeros((size, size), dtype=np.bool_)
    np.put_along_axis(wanted, order, values=True, axis=1)
    wanted |= wanted.T
    near = edges.two - edges.one <= NEAREST_EDGES
    kept: Ints = np.nonzero(wanted[edges.one, edges.two] | near)[0]
    return kept
