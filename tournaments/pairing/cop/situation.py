"""The field before a round as COP sees it: everybody in rank order, and who is still to be paired.

Places count from 0 over everybody who plays, those included whose board is fixed; a place one past
the last is the bye.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tournaments.pairing.cop.groups import GibsonGroups
from tournaments.pairing.cop.settings import Settings
from tournaments.pairing.cop.simulation import SimulationField
from tournaments.pairing.gibsons.gibson import can_catch, position_gibsons
from tournaments.pairing.pool import Ints, Pool
from tournaments.pairing.position import PairingPlayer, PairingPosition, rank_order


@dataclass(frozen=True)
class Situation:
    """A pool within its field, under the settings in force."""

    pool: Pool
    settings: Settings
    field: tuple[PairingPlayer, ...]
    clinched: frozenset[int]

    @classmethod
    def of(cls, pool: Pool, settings: Settings) -> Situation:
        """Returns the situation; ranks are clinched by the gibson rules of the position."""
        position = _with_prizes(pool.position, settings.prizes)
        clinched = frozenset(rank - 1 for rank in position_gibsons(position))
        return cls(pool, settings, rank_order(position.players), clinched)

    @property
    def position(self) -> PairingPosition:
        """The position to be paired."""
        return self.pool.position

    @property
    def rounds_left(self) -> int:
        """The rounds whose results do not count yet, this one included."""
        return self.position.rounds_left

    @property
    def rounds_to_pair(self) -> int:
        """This round and those after it."""
        return self.position.total_rounds - self.position.round_number + 1

    @property
    def is_last_quarter(self) -> bool:
        """Whether at most a quarter of the rounds is left."""
        return 4 * self.rounds_left <= self.position.total_rounds

    @cached_property
    def places(self) -> Ints:
        """The places of the players of the pool, and of the bye if one of them has to have it."""
        numbers = {player.number for player in self.pool.players}
        here = [place for place, p in enumerate(self.field) if p.number in numbers]
        if self.pool.is_odd:
            here.append(len(self.field))
        return np.array(here, dtype=np.int64)

    @cached_property
    def place_of(self) -> Mapping[int, int]:
        """The place of everybody who plays, by number."""
        return {player.number: place for place, player in enumerate(self.field)}

    @cached_property
    def groups(self) -> GibsonGroups:
        """The gibson groups of those to be paired."""
        count = len(self.field) + 1
        away = set(range(count)) - set(self.places.tolist())
        return GibsonGroups.of(count, self.clinched, away)

    @cached_property
    def start(self) -> SimulationField:
        """The field from which the rest of the event is simulated."""
        rules, left = self.position.gibson, self.rounds_left
        return SimulationField.of(
            self.field,
            rounds_left=left,
            clinched=self.clinched,
            largest_margin=rules.allowance(left) // (2 * left),
        )

    def can_catch(self, leader: int, chaser: int) -> bool:
        """Returns whether the player at the lower place can still catch the one at the higher."""
        rules = self.position.gibson
        return can_catch(
            self.field[leader],
            self.field[chaser],
            rounds_left=self.rounds_left,
            allowance=rules.allowance(self.rounds_left),
            equality_clinches=rules.equality_clinches,
        )


def house_last(pool: Pool) -> Pool:
    """Returns the pool with its house players so far behind that they take no place of anybody."""
    players = pool.position.players
    if all(player.ranked for player in players):
        return pool
    behind = min(player.half_wins for player in players) - 4 * pool.position.rounds_left - 2
    sunk = {p.number: p if p.ranked else _sunk(p, behind) for p in players}
    return replace(
        pool,
        position=replace(pool.position, players=tuple(sunk.values())),
        players=rank_order(sunk[player.number] for player in pool.players),
    )


def _sunk(player: PairingPlayer, half_wins: int) -> PairingPlayer:
    """Returns the player with so few wins, and as many rounds counted as before."""
    return replace(player, half_wins=half_wins, half_losses=player.games_counted - half_wins)


def _with_prizes(position: PairingPosition, places: int) -> PairingPosition:
    """Returns the position with the number of place prizes that was settled on."""
    return replace(position, prizes=replace(position.prizes, places=places))
