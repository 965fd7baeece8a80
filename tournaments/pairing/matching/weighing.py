"""Edges with what every criterion costs on them, and the answer that a matching makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.answer import Alternative, Draw, PairedBoard, PairingWarning
from tournaments.pairing.matching.cheapest import (
    Criterion,
    Edges,
    cheapest_pairing,
    tie_break,
    units,
)
from tournaments.pairing.matching.exchanges import Exchange, settled
from tournaments.pairing.pool import Flags, Ints, Pool
from tournaments.pairing.position import pair_key

TOTAL = "total"


@dataclass(frozen=True)
class Weighing:
    """The costs of edges. `criteria` are matched, the first outweighing all later ones together.

    `reported` are the criteria that the objective names, and `units` what a point of each is worth
    in its total; the tie-break is not part of either. A place one past the last player is the bye.
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
        chosen = cheapest_pairing(self.edges, self.criteria, last_resort=last_resort)
        if chosen is None:
            return None
        return self._draw(pool, *settled(self.edges, self.criteria, chosen))

    def _draw(self, pool: Pool, chosen: Ints, exchanges: Sequence[Exchange | None]) -> Draw:
        names = [self._names(pool, edge) for edge in chosen.tolist()]
        terms = {
            key: self._totalled({c.name: int(c.costs[edge]) for c in self.reported})
            for key, edge in zip(names, chosen.tolist(), strict=True)
        }
        alternatives = {
            key: self._alternative(pool, exchange)
            for key, exchange in zip(names, exchanges, strict=True)
            if exchange is not None
        }
        return Draw(
            boards=tuple(PairedBoard(one, two) for one, two in names if one != two),
            byes=tuple(one for one, two in names if one == two),
            objective={
                name: sum(row[name] for row in terms.values()) for name in (*self.units, TOTAL)
            },
            terms=terms,
            alternatives=alternatives,
        )

    def _names(self, pool: Pool, edge: int) -> tuple[int, int]:
        """Returns the two numbers of an edge, lower first; the bye is the player twice."""
        one, two = int(self.edges.one[edge]), int(self.edges.two[edge])
        number = pool.players[one].number
        return pair_key(number, pool.players[two].number if two < len(pool.players) else number)

    def _alternative(self, pool: Pool, exchange: Exchange) -> Alternative:
        boards = tuple(self._names(pool, edge) for edge in exchange.gained)
        return Alternative(
            boards, self._totalled({c.name: exchange.cost(c) for c in self.reported})
        )

    def _totalled(self, costs: dict[str, int]) -> dict[str, int]:
        return {**costs, TOTAL: sum(self.units[name] * cost for name, cost in costs.items())}


def round_seed(pool: Pool, seed: str) -> str:
    """Returns the seed of this round, so that ties fall differently from round to round."""
    return f"{seed}|{pool.position.round_number}"


def warned_of_repeats(drawn: Draw, code: str, *, term: str = "repeats") -> Draw:
    """Returns the answer with a warning that counts its boards that have met, if there are any.

    Those who have met are told by the `term` in which it costs something.
    """
    boards = sum(1 for row in drawn.terms.values() if row[term])
    if not boards:
        return drawn
    return replace(drawn, warnings=(*drawn.warnings, PairingWarning(code, {"boards": boards})))
