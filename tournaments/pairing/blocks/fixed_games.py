"""A round robin in which some games are fixed: other rounds of its table first, or a new table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import rustworkx as rx

from tournaments.pairing.blocks.tables import Game, Table
from tournaments.pairing.errors import PairingError

MOST_NODES = 200_000

Required = Mapping[int, frozenset[Game]]
"""The games (lower first) that a round must have, by its place from 0."""


def permuted(table: Table, wanted: Sequence[int], required: Required) -> list[int] | None:
    """Returns the round of the table for each place, None where that cannot be had.

    `wanted` are the rounds of the table in their usual order. A round of the table goes to a place
    that needs its games, and the others keep their order as far as they can.
    """
    games = [frozenset(map(_key, row)) for row in table]
    places = sorted(place for place in required if required[place])
    moved = _assigned(games, places, required)
    if moved is None:
        return None
    left = [at for at in wanted if at not in moved.values()]
    left += [at for at in range(len(table)) if at not in moved.values() and at not in left]
    rest = iter(left[: len(wanted) - len(moved)])
    return [moved[place] if place in moved else next(rest) for place in range(len(wanted))]


def _assigned(
    games: Sequence[frozenset[Game]], places: Sequence[int], required: Required
) -> dict[int, int] | None:
    """Returns a round of the table for each of these places, no round twice; None for none."""
    if not places:
        return {}
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(places) + len(games)))
    for at, place in enumerate(places):
        fitting = [number for number, row in enumerate(games) if required[place] <= row]
        graph.add_edges_from(
            [(at, len(places) + number, -abs(number - place)) for number in fitting]
        )
    mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = {places[min(two)]: max(two) - len(places) for two in mates}
    return found if len(found) == len(places) else None


def completed(slots: int, rounds: int, required: Required) -> Table:
    """Returns so many rounds among so many slots with the games required, nobody meeting twice.

    Rounds with more required games are filled first, each by the slots with the fewest opponents
    left. Raises PairingError `fixed.too_many` (games, rounds) where none is found within
    `MOST_NODES` steps.
    """
    search = _Completion(slots, rounds, required)
    if not search.fill(0):
        games = sum(len(row) for row in required.values())
        raise PairingError("fixed.too_many", games=games, rounds=rounds)
    return [sorted(search.table[place]) for place in range(rounds)]


class _Completion:
    def __init__(self, slots: int, rounds: int, required: Required) -> None:
        self.required = [required.get(place, frozenset()) for place in range(rounds)]
        self.order = sorted(range(rounds), key=lambda place: (-len(self.required[place]), place))
        self.table: dict[int, list[Game]] = {}
        self.nodes = 0
        taken = {game for row in self.required for game in row}
        self.free: dict[int, set[int]] = defaultdict(set)
        for one in range(1, slots + 1):
            self.free[one] = {
                two for two in range(1, slots + 1) if one != two and _key((one, two)) not in taken
            }

    def fill(self, at: int) -> bool:
        """Fills the rounds from the one at this place of the order on; returns whether it could."""
        if at == len(self.order):
            return True
        if not all(self._can_be_filled(place) for place in self.order[at:]):
            return False
        place = self.order[at]
        players = set(self.free) - {number for game in self.required[place] for number in game}
        for games in self._matchings(players):
            self.table[place] = [*self.required[place], *games]
            if self.fill(at + 1):
                return True
        return False

    def _matchings(self, players: set[int]) -> Iterator[list[Game]]:
        """Yields ways to pair these players off; their games are taken while the caller looks."""
        self.nodes += 1
        if not players:
            yield []
            return
        one = min(players, key=lambda player: (len(self.free[player] & players), player))
        for two in sorted(self.free[one] & players):
            if self.nodes > MOST_NODES:
                return
            self.free[one].discard(two)
            self.free[two].discard(one)
            for games in self._matchings(players - {one, two}):
                yield [_key((one, two)), *games]
            self.free[one].add(two)
            self.free[two].add(one)

    def _can_be_filled(self, place: int) -> bool:
        """Returns whether the players without a fixed game in a round can be paired at all."""
        fixed = {number for game in self.required[place] for number in game}
        players = sorted(set(self.free) - fixed)
        node = {player: at for at, player in enumerate(players)}
        graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(players)
        graph.add_edges_from(
            [
                (node[one], node[two], 0)
                for one in players
                for two in sorted(self.free[one])
                if one < two and two in node
            ]
        )
        mates = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return 2 * len(mates) == len(players)


def _key(game: Game) -> Game:
    return (min(game), max(game))
