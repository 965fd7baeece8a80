"""The players whom a method has to pair: those of the position without what is fixed already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.errors import PairingError
from tournaments.pairing.position import PairingPlayer, PairingPosition, pair_key, rank_order
from tournaments.pairing.terms.byes import bye_order

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Pool:
    """Those to be paired by the method, best first, and what went on between any two of them.

    Meetings before round `since` are forgiven: they are in `rounds_met` and count as no repeat.
    Two in `apart` never meet, two in `avoid` only where it cannot be helped.
    """

    position: PairingPosition
    players: tuple[PairingPlayer, ...]
    rounds_met: Mapping[tuple[int, int], tuple[int, ...]]
    apart: frozenset[tuple[int, int]]
    avoid: frozenset[tuple[int, int]] = frozenset()
    since: int = 1

    @classmethod
    def of(cls, position: PairingPosition, since: int = 1) -> Pool:
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
            avoid=frozenset(pair_key(one, two) for one, two in position.avoid),
            since=since,
        )

    def without(self, *numbers: int) -> Pool:
        """Returns the pool without these players."""
        return replace(self, players=tuple(p for p in self.players if p.number not in numbers))

    @property
    def is_odd(self) -> bool:
        """Whether somebody has to sit out."""
        return len(self.players) % 2 == 1

    @property
    def has_results(self) -> bool:
        """Whether any player has a record to be placed by."""
        return any(p.half_wins or p.half_losses or p.spread for p in self.players)

    def times_met(self, one: int, two: int) -> int:
        """Returns how often two numbers have met; forgiven meetings do not count."""
        rounds = self.rounds_met.get(pair_key(one, two), ())
        return sum(1 for round_number in rounds if round_number >= self.since)

    def meetings(self) -> Ints:
        """Returns how often any two have met, as a symmetric matrix in rank order."""
        counts = np.zeros((len(self.players),) * 2, dtype=np.int64)
        at = self._places()
        for one, two in self._inside(self.rounds_met):
            i, j = at[one], at[two]
            counts[i, j] = counts[j, i] = self.times_met(one, two)
        return counts

    def met_in(self, round_number: int) -> Flags:
        """Returns which two met in this round, forgiven or not, symmetric in rank order."""
        return self.flags(key for key, rounds in self.rounds_met.items() if round_number in rounds)

    def may_meet(self, repeats: int | None) -> Flags:
        """Returns who may meet whom: not kept apart, and met at most `repeats` times."""
        allowed = ~self.flags(self.apart)
        np.fill_diagonal(allowed, val=False)
        if repeats is not None:
            allowed &= self.meetings() <= repeats
        return allowed

    def bye_takers(self, *, with_more_byes: bool = False) -> list[int]:
        """Returns the places of those who may get the odd bye, the first choice first.

        They are the players with the fewest byes among those who take one, in the order of the
        bye policy, and the others after them only `with_more_byes`. With `always_bottom` earlier
        byes make no difference. Raises PairingError `bye.nobody_takes_it`.
        """
        position = self.position
        policy = position.bye_policy
        takers = bye_order(self.players, policy, position.rounds_to_go)
        if not takers:
            raise PairingError("bye.nobody_takes_it", players=len(self.players))
        if with_more_byes or policy == "always_bottom":
            return takers
        fewest = min(self.players[place].byes for place in takers)
        return [place for place in takers if self.players[place].byes == fewest]

    def flags(self, pairs: Iterable[tuple[int, int]]) -> Flags:
        """Returns the pairs of numbers, of whom some may be elsewhere, as a symmetric matrix."""
        flags = np.zeros((len(self.players),) * 2, dtype=np.bool_)
        at = self._places()
        for one, two in self._inside(pairs):
            flags[at[one], at[two]] = flags[at[two], at[one]] = True
        return flags

    def _places(self) -> dict[int, int]:
        return {player.number: place for place, player in enumerate(self.players)}

    def _inside(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        here = {player.number for player in self.players}
        return [(one, two) for one, two in pairs if one in here and two in here]
