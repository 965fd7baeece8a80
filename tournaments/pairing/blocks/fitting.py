"""Exchanging players between the slots of a block until it has what is fixed and nothing forbidden.

The games between slots stay; only who holds which slot changes, and of the moves that help the one
over the fewest ranks is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.blocks.demands import Demands, FixedGame
from tournaments.pairing.blocks.tables import Table
from tournaments.pairing.pool import pair_key

Slots = Sequence[int | None]
Move = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Fit:
    """The holders of the slots, and what could not be had: fixed games, and forbidden pairs."""

    slots: tuple[int | None, ...]
    lacking: tuple[FixedGame, ...]
    forbidden: tuple[tuple[int, int], ...]


def fitted(slots: Slots, rounds: Table, demands: Demands) -> Fit:
    """Returns the slots with players exchanged where the demands need it.

    `slots` are best first, by which ranks are told; slots count from 1 in the rounds, and None is
    nobody. An exchange is made while it helps; what is then still asked of the block is named.
    """
    search = _Search(slots, rounds, demands)
    while search.improved():
        pass
    return search.fit()


class _Search:
    def __init__(self, slots: Slots, rounds: Table, demands: Demands) -> None:
        self.slots = list(slots)
        self.demands = demands
        self.opponents = [
            {slot: other for game in row for slot, other in (game, game[::-1])} for row in rounds
        ]
        self.meets: dict[int, set[int]] = defaultdict(set)
        for row in self.opponents:
            for slot, other in row.items():
                self.meets[slot].add(other)
        self.has_bye = None in slots or len(self.opponents[0]) < len(slots)
        self.rank = {number: place for place, number in enumerate(slots)}

    def fit(self) -> Fit:
        """Returns the slots as they are now."""
        at = self._held()
        lacking = tuple(game for game in self.demands.fixed if not self._is_had(at, game))
        return Fit(tuple(self.slots), lacking, tuple(self._forbidden(at)))

    def improved(self) -> bool:
        """Makes the move over the fewest ranks that helps; returns whether there was one."""
        before = self._cost()
        best: tuple[int, tuple[int, int], Move] | None = None
        for move in self._moves():
            self._make(move)
            cost = self._cost()
            self._make(move[::-1])
            if cost < before:
                found = (self._ranks_moved(move), cost, move)
                best = found if best is None else min(best, found)
        if best is None:
            return False
        self._make(best[2])
        return True

    def _moves(self) -> Iterator[Move]:
        """Yields exchanges of those in the wrong place, and of two at once for a fixed game."""
        for one in self._in_the_wrong_place():
            for two in range(len(self.slots)):
                if one != two:
                    yield ((one, two),)
        at = self._held()
        for game in self.demands.fixed:
            if self._is_had(at, game):
                continue
            for slot, other in self.opponents[game.round].items():
                one, two = at[game.one] - 1, at[game.two] - 1
                # Where the first exchange takes the second player along, he is found elsewhere.
                two = one if two == slot - 1 else two
                yield ((one, slot - 1), (two, other - 1))

    def _make(self, move: Move) -> None:
        for one, two in move:
            self.slots[one], self.slots[two] = self.slots[two], self.slots[one]

    def _ranks_moved(self, move: Move) -> int:
        return sum(abs(self.rank[self.slots[a]] - self.rank[self.slots[b]]) for a, b in move)

    def _in_the_wrong_place(self) -> list[int]:
        """Returns the places of those whose demands are not met, counted from 0."""
        at = self._held()
        numbers = {n for pair in self._forbidden(at) for n in pair}
        for game in self.demands.fixed:
            if not self._is_had(at, game):
                numbers.update(game.pair)
        numbers.update(number for number in self.demands.sitting_out if self._is_idle(at, number))
        return sorted(at[number] - 1 for number in numbers)

    def _cost(self) -> tuple[int, int]:
        at = self._held()
        hard = sum(not self._is_had(at, game) for game in self.demands.fixed)
        idle = sum(self._is_idle(at, number) for number in self.demands.sitting_out)
        return hard + len(self._forbidden(at)), idle

    def _held(self) -> dict[int | None, int]:
        return {number: slot for slot, number in enumerate(self.slots, start=1)}

    def _is_had(self, at: dict[int | None, int], game: FixedGame) -> bool:
        return self.opponents[game.round].get(at[game.one]) == at[game.two]

    def _is_idle(self, at: dict[int | None, int], number: int) -> bool:
        """Returns whether somebody who sits out takes an opponent from another, needlessly."""
        if not self.has_bye:
            return False
        other = self.opponents[0].get(at[number])
        return other is not None and self.slots[other - 1] is not None

    def _forbidden(self, at: dict[int | None, int]) -> list[tuple[int, int]]:
        return sorted(
            pair_key(one, two)
            for one, two in self.demands.forbidden
            if one in at and two in at and at[two] in self.meets[at[one]]
        )
