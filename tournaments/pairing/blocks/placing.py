"""Placing the players of a small field into the slots of a block, or seeing that it cannot be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence

from tournaments.pairing.blocks.demands import Demands, FixedGame
from tournaments.pairing.blocks.tables import SlotGames

MOST_NODES = 60_000
"""Places that are tried before the search gives up; it takes half a second."""


def placed(
    slots: Sequence[int | None], games: SlotGames, demands: Demands
) -> tuple[tuple[int | None, ...] | None, bool]:
    """Returns slots with what is fixed and nothing forbidden, and whether all were looked at.

    None and True is the proof that there are no such slots; None and False says that none was found
    within `MOST_NODES`. Everybody stays near the slot that they have in `slots`.
    """
    search = _Placing(slots, games, demands)
    found = search.fill(0)
    return (search.filled() if found else None), found or search.nodes < MOST_NODES


class _Placing:
    def __init__(self, slots: Sequence[int | None], games: SlotGames, demands: Demands) -> None:
        self.slots, self.games = slots, games
        self.home = {number: slot for slot, number in enumerate(slots) if number is not None}
        self.never: dict[int, set[int]] = defaultdict(set)
        for one, two in demands.forbidden:
            if one in self.home and two in self.home:
                self.never[one].add(two)
                self.never[two].add(one)
        self.fixed_of: dict[int, list[FixedGame]] = defaultdict(list)
        for game in demands.fixed:
            for number in game.pair:
                self.fixed_of[number].append(game)
        bound = {*self.never, *self.fixed_of}
        self.order = sorted(
            bound, key=lambda n: (-len(self.fixed_of[n]), -len(self.never[n]), self.home[n])
        )
        self.kind = _kinds(games, tell_apart=bool(demands.fixed))
        self.at: dict[int, int] = {}
        self.nodes = 0

    def fill(self, place: int) -> bool:
        """Places the players from this one of the order on; returns whether they could be."""
        if place == len(self.order):
            return True
        number = self.order[place]
        for slot in self._choices(number):
            self.nodes += 1
            if self.nodes >= MOST_NODES:
                return False
            if self._suits(number, slot):
                self.at[number] = slot
                if self.fill(place + 1):
                    return True
                del self.at[number]
        return False

    def filled(self) -> tuple[int | None, ...]:
        """Returns all slots: whoever nothing is asked of stays, or goes where somebody left."""
        holders: dict[int, int | None] = {slot: number for number, slot in self.at.items()}
        left = []
        for slot, number in enumerate(self.slots):
            if number is not None and number in self.at:
                continue
            if slot in holders:
                left.append(number)
            else:
                holders[slot] = number
        free = (slot for slot in range(len(self.slots)) if slot not in holders)
        holders.update(dict(zip(list(free), left, strict=True)))
        return tuple(holders[slot] for slot in range(len(self.slots)))

    def _choices(self, number: int) -> Iterator[int]:
        """Yields the free slots, the nearest first, of slots that are alike the first alone."""
        taken, seen = set(self.at.values()), set()
        for slot in sorted(range(len(self.slots)), key=lambda s: (abs(s - self.home[number]), s)):
            if slot not in taken and self.kind[slot] not in seen:
                seen.add(self.kind[slot])
                yield slot

    def _suits(self, number: int, slot: int) -> bool:
        meets = self.games.meets[slot]
        if any(self.at.get(other) in meets for other in self.never[number]):
            return False
        for game in self.fixed_of[number]:
            other = game.one + game.two - number
            across = self.games.opponents[game.round].get(slot)
            if across is None or self.at.get(other, across) != across:
                return False
        return True


def _kinds(games: SlotGames, *, tell_apart: bool) -> list[Hashable]:
    """Returns a mark for each slot, the same for those that may change places without a difference.

    They meet each other and the same others, or the same others alone. Where games are fixed in
    rounds all slots are told apart.
    """
    slots = range(len(games.meets))
    if tell_apart:
        return list(slots)
    closed = [games.meets[slot] | {slot} for slot in slots]
    alike = Counter(closed)
    return [
        closed[slot] if alike[closed[slot]] > 1 else ("open", games.meets[slot]) for slot in slots
    ]
