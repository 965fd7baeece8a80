"""The players whom a method has to pair: those of the position without what is fixed already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import PairingPlayer, Position, rank_order

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Pool:
    """Those to be paired by the method, best first, and what went on between any two of them."""

    position: Position
    players: tuple[PairingPlayer, ...]
    rounds_met: Mapping[tuple[int, int], tuple[int, ...]]
    apart: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, position: Position) -> Pool:
        """Returns the pool of a position that is known to be sound: fixed pairs and byes are out.

        A fixed pair never enters a matching, so that no other wish can weigh more than it.
        """
        out = {number for pair in position.fixed for number in pair} | set(position.fixed_byes)
        met: dict[tuple[int, int], list[int]] = defaultdict(list)
        for meeting in position.meetings:
            met[pair_key(meeting.one, meeting.two)].append(meeting.round)
        return cls(
            position=position,
            players=rank_order(p for p in position.players if p.number not in out),
            rounds_met={key: tuple(sorted(rounds)) for key, rounds in met.items()},
            apart=frozenset(pair_key(one, two) for one, two in position.apart),
        )

    def without(self, number: int | None) -> Pool:
        """Returns the pool without this player, or the pool itself for None."""
        if number is None:
            return self
        players = tuple(p for p in self.players if p.number != number)
        return Pool(self.position, players, self.rounds_met, self.apart)

    @property
    def is_odd(self) -> bool:
        """Whether somebody has to sit out."""
        return len(self.players) % 2 == 1

    @property
    def has_results(self) -> bool:
        """Whether any player has a record to be placed by."""
        return any(p.half_wins or p.half_losses or p.spread for p in self.players)

    def meetings(self) -> Ints:
        """Returns how often any two have met, as a symmetric matrix in rank order."""
        counts = self._matrix()
        for i, j, rounds in self._met():
            counts[i, j] = counts[j, i] = len(rounds)
        return counts

    def met_in(self, round_number: int) -> Flags:
        """Returns which two met in this round, as a symmetric matrix in rank order."""
        flags = self._matrix()
        for i, j, rounds in self._met():
            flags[i, j] = flags[j, i] = round_number in rounds
        return flags.astype(np.bool_)

    def may_meet(self, repeats: int | None) -> Flags:
        """Returns who may meet whom: not kept apart, and met at most `repeats` times."""
        allowed = np.ones((len(self.players),) * 2, dtype=np.bool_)
        np.fill_diagonal(allowed, val=False)
        at = self._places()
        for one, two in self.apart:
            if one in at and two in at:
                allowed[at[one], at[two]] = allowed[at[two], at[one]] = False
        if repeats is not None:
            allowed &= self.meetings() <= repeats
        return allowed

    def bye_takers(self) -> list[int]:
        """Returns the places of those who may get the odd bye, the first choice first.

        They are the players with the fewest byes among those who take one, from the lowest ranked
        up. Raises PairingError `bye.nobody_takes_it`.
        """
        takers = [place for place, player in enumerate(self.players) if player.takes_bye]
        if not takers:
            raise PairingError("bye.nobody_takes_it", players=len(self.players))
        fewest = min(self.players[place].byes for place in takers)
        return [place for place in reversed(takers) if self.players[place].byes == fewest]

    def _places(self) -> dict[int, int]:
        return {player.number: place for place, player in enumerate(self.players)}

    def _matrix(self) -> Ints:
        return np.zeros((len(self.players),) * 2, dtype=np.int64)

    def _met(self) -> list[tuple[int, int, tuple[int, ...]]]:
        at = self._places()
        return [
            (at[one], at[two], rounds)
            for (one, two), rounds in self.rounds_met.items()
            if one in at and two in at
        ]


def pair_key(one: int, two: int) -> tuple[int, int]:
    """Returns the two numbers, lower first."""
    return (one, two) if one < two else (two, one)
