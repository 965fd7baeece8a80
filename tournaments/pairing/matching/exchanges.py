"""The next best for every board of a pairing: the players of two boards who change opponents.

Two boards a-b and c-d can be exchanged in two ways, for a-c and b-d or for a-d and b-c. Of all
exchanges of a board with another that the edges allow the cheapest is looked for, compared by the
criteria in their order. Many boards are looked at together, one criterion after the other, in
arrays with a cell for every two boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.pool import Ints

Index = NDArray[np.int32]

BOARDS_AT_ONCE = 128
"""How many boards have their exchanges in memory together."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two edges that give way for two others between the same four places, all as indices."""

    given_up: tuple[int, int]
    gained: tuple[int, int]

    def cost(self, criterion: Criterion) -> int:
        """Returns how many points more the exchange costs by a criterion; below 0, fewer."""
        costs = criterion.costs
        return int(costs[list(self.gained)].sum() - costs[list(self.given_up)].sum())


def settled(
    edges: Edges, criteria: Sequence[Criterion], chosen: Ints
) -> tuple[Ints, list[Exchange | None]]:
    """Returns the pairing that no exchange makes cheaper, and the best exchange of every board.

    A pairing that is the cheapest of all stays as it is. One that was found among some of the
    edges may be bettered by an exchange for others: then it is, as often as that goes.
    """
    while True:
        exchanges = best_exchanges(edges, criteria, chosen)
        gains = sorted(
            (cost, exchange.given_up, exchange)
            for exchange in exchanges
            if exchange is not None
            and (cost := [exchange.cost(each) for each in criteria]) < [0] * len(criteria)
        )
        if not gains:
            return chosen, exchanges
        boards = set(chosen.tolist())
        for _, given_up, exchange in gains:
            if boards.issuperset(given_up):
                boards = boards.difference(given_up).union(exchange.gained)
        chosen = np.array(sorted(boards), dtype=np.int64)


def best_exchanges(
    edges: Edges, criteria: Sequence[Criterion], chosen: Ints
) -> list[Exchange | None]:
    """Returns the best exchange of every edge of `chosen`, None for one that cannot be exchanged.

    Of exchanges that cost the same by every criterion it is the one with the earlier edge.
    """
    index = np.full((edges.players,) * 2, -1, dtype=np.int32)
    index[edges.one, edges.two] = index[edges.two, edges.one] = np.arange(len(edges))
    return [
        exchange
        for begin in range(0, len(chosen), BOARDS_AT_ONCE)
        for exchange in _of_some(
            chosen[begin : begin + BOARDS_AT_ONCE], index, edges, criteria, chosen
        )
    ]


def _of_some(
    mine: Ints, index: Index, edges: Edges, criteria: Sequence[Criterion], chosen: Ints
) -> list[Exchange | None]:
    a, b = edges.one[mine][:, None], edges.two[mine][:, None]
    c, d = edges.one[chosen][None, :], edges.two[chosen][None, :]
    upper, lower = np.hstack([index[a, c], index[a, d]]), np.hstack([index[b, d], index[b, c]])
    others = np.concatenate([chosen, chosen])
    best = (upper >= 0) & (lower >= 0) & (others != mine[:, None])
    for criterion in criteria:
        costs = criterion.costs
        cost = costs[upper] + costs[lower] - costs[others]
        least = np.where(best, cost, np.iinfo(np.int64).max).min(axis=1, keepdims=True)
        best &= cost == least
    rows, choice = np.arange(len(mine)), best.argmax(axis=1)
    answers = zip(
        best[rows, choice].tolist(),
        zip(mine.tolist(), others[choice].tolist(), strict=True),
        zip(upper[rows, choice].tolist(), lower[rows, choice].tolist(), strict=True),
        strict=True,
    )
    return [
        Exchange(given_up, gained) if possible else None for possible, given_up, gained in answers
    ]
