"""Exchanging players between the slots of a block, as long as an exchange brings it nearer.

The games between slots stay; only who holds which slot changes, and of the moves that help the one
over the fewest ranks is made. What a move changes is worked out from the slots that it touches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.pairing.blocks.demands import Demands, FixedGame
from tournaments.pairing.blocks.tables import SlotGames
from tournaments.pairing.position import pair_key

Slots = Sequence[int | None]
Move = tuple[tuple[int, int], ...]
"""Exchanges of two slots each, one after the other."""


class Exchanges:
    """The holders of the slots while they are exchanged; `rank` says how near two are.

    `tried` counts the moves that were weighed.
    """

    def __init__(
        self, slots: Slots, games: SlotGames, demands: Demands, rank: Mapping[int | None, int]
    ) -> None:
        self.slots = list(slots)
        self.at = {number: slot for slot, number in enumerate(slots)}
        self.games, self.demands, self.rank = games, demands, rank
        self.tried = 0
        self.has_bye = None in self.at or len(games.opponents[0]) < len(slots)
        self.never: dict[int | None, set[int]] = defaultdict(set)
        for one, two in demands.forbidden:
            self.never[one].add(two)
            self.never[two].add(one)
        self.fixed_of: dict[int | None, list[FixedGame]] = defaultdict(list)
        for game in demands.fixed:
            self.fixed_of[game.one].append(game)
            self.fixed_of[game.two].append(game)

    def settle(self, most: int) -> None:
        """Makes moves until none helps, or `most` have been weighed."""
        while self.tried < most and self._improved():
            pass

    def lacking(self) -> tuple[FixedGame, ...]:
        """Returns the fixed games that the slots do not have."""
        return tuple(game for game in self.demands.fixed if not self._is_had(game))

    def forbidden(self) -> tuple[tuple[int, int], ...]:
        """Returns the pairs that meet though they must not, in order."""
        pairs = {
            pair_key(number, other)
            for number, others in self.never.items()
            if number in self.at and number is not None
            for other in others
            if other in self.at and self.at[other] in self.games.meets[self.at[number]]
        }
        return tuple(sorted(pairs))

    def _improved(self) -> bool:
        """Makes the move over the fewest ranks that helps; returns whether there was one."""
        best: tuple[int, tuple[int, int], Move] | None = None
        for move in self._moves():
            ranks = sum(
                abs(self.rank[self.slots[one]] - self.rank[self.slots[two]]) for one, two in move
            )
            if best is not None and ranks > best[0]:
                continue
            self.tried += 1
            change = self._change(move)
            if change < (0, 0):
                best = (ranks, change, move) if best is None else min(best, (ranks, change, move))
        if best is not None:
            self._make(best[2])
        return best is not None

    def _moves(self) -> Iterator[Move]:
        """Yields exchanges of those in the wrong place, and of two at once for a fixed game."""
        lacking = self.lacking()
        for one in self._in_the_wrong_place(lacking):
            for two in range(len(self.slots)):
                if one != two:
                    yield ((one, two),)
        for game in lacking:
            one, two = self.at[game.one], self.at[game.two]
            for slot, other in self.games.opponents[game.round].items():
                # Where the first exchange takes the second player along, they are found elsewhere.
                yield ((one, slot), (one if two == slot else two, other))

    def _in_the_wrong_place(self, lacking: Sequence[FixedGame]) -> list[int]:
        """Returns the slots of those whose demands are not met."""
        numbers = {number for pair in self.forbidden() for number in pair}
        numbers.update(number for game in lacking for number in game.pair)
        numbers.update(n for n in self.demands.sitting_out if self._is_idle(self.at[n]))
        return sorted(self.at[number] for number in numbers)

    def _make(self, move: Move) -> None:
        for one, two in move:
            self.slots[one], self.slots[two] = self.slots[two], self.slots[one]
            self.at[self.slots[one]], self.at[self.slots[two]] = one, two

    def _change(self, move: Move) -> tuple[int, int]:
        """Returns how a move changes the numbers of demands that are not met, and idly met."""
        touched = {slot for exchange in move for slot in exchange}
        hard, idle = self._unmet(touched), self._idle(touched)
        self._make(move)
        change = self._unmet(touched) - hard, self._idle(touched) - idle
        self._make(move[::-1])
        return change

    def _unmet(self, touched: Collection[int]) -> int:
        """Returns how many fixed games and forbidden pairs of those in these slots are wrong."""
        met = 0
        lacking: set[FixedGame] = set()
        for slot in touched:
            number = self.slots[slot]
            never = self.never.get(number)
            if never:
                met += sum(
                    self.slots[other] in never and (other not in touched or slot < other)
                    for other in self.games.meets[slot]
                )
            lacking.update(g for g in self.fixed_of.get(number, ()) if not self._is_had(g))
        return met + len(lacking)

    def _idle(self, touched: Collection[int]) -> int:
        """Returns how many who sit out take an opponent, of those near these slots."""
        if not self.has_bye or not self.demands.sitting_out:
            return 0
        first = self.games.opponents[0]
        near = {*touched, *(first[slot] for slot in touched if slot in first)}
        sitting_out = self.demands.sitting_out
        return sum(self.slots[slot] in sitting_out and self._is_idle(slot) for slot in near)

    def _is_had(self, game: FixedGame) -> bool:
        opponents = self.games.opponents[game.round]
        return opponents.get(self.at[game.one]) == self.at[game.two]

    def _is_idle(self, slot: int) -> bool:
        """Returns whether somebody who sits out takes an opponent from another, needlessly."""
        if not self.has_bye:
            return False
        other = self.games.opponents[0].get(slot)
        return other is not None and self.slots[other] is not None
