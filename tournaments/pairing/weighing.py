"""Edges with what every criterion costs on them, and the answer that a matching makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tournaments.pairing.answer import Draw, PairedBoard, PairingWarning
from tournaments.pairing.matching import (
    Criterion,
    Edges,
    cheapest_pairing,
    tie_break,
    units,
)
from tournaments.pairing.pool import Flags, Ints, Pool, pair_key

TOTAL = "total"


@dataclass(frozen=True)
class Weighing:
    """What the edges cost. `criteria` are matched, the first outweighing all later ones together.

    `reported` are the criteria that the objective names, and `units` what a point of each is worth
    in its total; the tie-break is no part of either. A place one past the last player is the bye.
    """

    edges: Edges
    criteria: tuple[Criterion, ...]
    reported: tuple[Criterion, ...]
    units: Mapping[str, int]

    @classmethod
    def in_order(cls, pool: Pool, edges: Edges, wishes: Sequence[Criterion], seed: str) -> Weighing:
        """Returns the weighing in which every wish comes before all that follow it."""
        numbers = [player.number for player in pool.players]
        tie = tie_break(edges, numbers, round_seed(pool, seed))
        return cls(edges, (*wishes, tie), tuple(wishes), units(wishes, boards=edges.players // 2))

    def best(self, pool: Pool, *, last_resort: Flags | None = None) -> Draw | None:
        """Returns the cheapest pairing of the pool, or None where the edges do not pair it."""
        found = cheapest_pairing(self.edges, self.criteria, last_resort=last_resort)
        return None if found is None else self._draw(pool, found)

    def _draw(self, pool: Pool, found: Ints) -> Draw:
        boards, byes = [], []
        terms = {}
        for edge in found.tolist():
            one = pool.players[int(self.edges.one[edge])].number
            place = int(self.edges.two[edge])
            two = pool.players[place].number if place < len(pool.players) else one
            terms[pair_key(one, two)] = self._terms(edge)
            if one == two:
                byes.append(one)
            else:
                boards.append(PairedBoard(one, two))
        names = [*self.units, TOTAL]
        objective = {name: sum(row[name] for row in terms.values()) for name in names}
        return Draw(tuple(boards), tuple(byes), objective, terms)

    def _terms(self, edge: int) -> dict[str, int]:
        costs = {criterion.name: int(criterion.costs[edge]) for criterion in self.reported}
        costs[TOTAL] = sum(self.units[name] * cost for name, cost in costs.items())
        return costs


def round_seed(pool: Pool, seed: str) -> str:
    """Returns the seed of this round, so that ties fall differently from round to round."""
    return f"{seed}|{pool.position.round_number}"


def repeats_and_starts(pool: Pool, edges: Edges) -> tuple[Criterion, Criterion, Criterion]:
    """Returns earlier meetings, a meeting in the round before, and equal claims to a side.

    Two claim the same side when both have gone first more often than second, or both less often;
    it costs what the two balances come to together.
    """
    balance = np.array([p.balance for p in pool.players], dtype=np.int64)
    one, two = balance[edges.one], balance[edges.two]
    last = pool.met_in(pool.position.round_number - 1)
    return (
        Criterion("repeats", pool.meetings()[edges.one, edges.two]),
        Criterion("back_to_back", last[edges.one, edges.two].astype(np.int64)),
        Criterion("starts", np.where(one * two > 0, np.abs(one + two), 0)),
    )


def warned_of_repeats(drawn: Draw, code: str) -> Draw:
    """Returns the answer with a warning that counts its boards that have met, if there are any."""
    boards = sum(1 for row in drawn.terms.values() if row["repeats"])
    if not boards:
        return drawn
    return replace(drawn, warnings=(*drawn.warnings, PairingWarning(code, {"boards": boards})))
