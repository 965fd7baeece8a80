"""Invented fields for methods that draw up blocks, and what a block comes to when added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import PairingPlayer, PairingPosition
from tournaments.pairing.schedule import Schedule


def a_fresh_field(
    players: int,
    *,
    round_number: int = 1,
    balances: Mapping[int, int] | None = None,
    **more: Any,
) -> PairingPosition:
    """Returns players 1, 2, ... without any result, in this round, with the balances given."""
    field = tuple(
        PairingPlayer(
            n,
            firsts=max(0, (balances or {}).get(n, 0)),
            seconds=max(0, -(balances or {}).get(n, 0)),
        )
        for n in range(1, players + 1)
    )
    return PairingPosition(round_number, field, **more)


def a_block(
    position: PairingPosition, method: str, variant: str = "", seed: str = "s", **options: int
) -> Schedule:
    """Returns the block that a method draws up for a position."""
    request = Request(method, variant, seed=seed, options=tuple(sorted(options.items())))
    schedule = pair(position, request).schedule
    assert schedule is not None
    return schedule


@dataclass
class Totals:
    """The meetings, byes and starts over a block."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    sides: dict[int, list[int]] = field(default_factory=dict)

    def balance(self, number: int) -> int:
        """Returns the firsts less seconds of a player."""
        return sum(self.sides[number])

    def longest_run(self, number: int) -> int:
        """Returns how often running a player has the same side at most."""
        return max(len(list(run)) for _, run in groupby(self.sides[number]))


def totals(schedule: Schedule) -> Totals:
    """Returns the totals of a schedule; everybody is in every round exactly once."""
    found = Totals()
    everybody = None
    for row in schedule.rounds:
        here = sorted(n for game in row for n in (game.one, game.two) if n is not None)
        assert len(here) == len(set(here))
        assert everybody in (None, here)
        everybody = here
        for game in row:
            if game.two is None:
                found.byes[game.one] += 1
                continue
            found.met[frozenset((game.one, game.two))] += 1
            for number in (game.one, game.two):
                side = 1 if game.first == number else -1
                found.sides.setdefault(number, []).append(side)
    return found
