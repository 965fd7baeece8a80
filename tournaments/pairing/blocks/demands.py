"""The demands on a block besides its method: fixed games, and pairs that never meet."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.errors import PairingError
from tournaments.pairing.pool import Pool
from tournaments.pairing.position import pair_key


@dataclass(frozen=True, slots=True)
class FixedGame:
    """Two who meet in a round of a block, which is counted from 0."""

    round: int
    one: int
    two: int

    @property
    def pair(self) -> tuple[int, int]:
        """The two, lower first."""
        return pair_key(self.one, self.two)


@dataclass(frozen=True, slots=True)
class Demands:
    """The games that are fixed, in order, who sits out in the first round, and who never meets."""

    fixed: tuple[FixedGame, ...] = ()
    sitting_out: tuple[int, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of(cls, pool: Pool, rounds: int) -> Demands:
        """Returns the demands on a block of so many rounds that begins with the position's round.

        What is fixed ahead for a round after the block, or of somebody who is away now, has no
        place in it and waits for the round itself. Raises PairingError `fixed.player_twice`
        (number, round) and `pairing.own_opponent` (number).
        """
        position = pool.position
        games = {FixedGame(0, *pair_key(one, two)) for one, two in position.fixed}
        here = {player.number for player in position.players}
        for round_number, one, two in position.fixed_ahead:
            offset = round_number - position.round_number
            if 0 <= offset < rounds and {one, two} <= here:
                games.add(FixedGame(offset, *pair_key(one, two)))
        fixed = tuple(sorted(games, key=lambda game: (game.round, game.one, game.two)))
        _check(fixed, position.round_number)
        return cls(fixed, tuple(sorted(position.fixed_byes)), pool.apart)


def _check(fixed: tuple[FixedGame, ...], begins: int) -> None:
    seen: set[tuple[int, int]] = set()
    for game in fixed:
        if game.one == game.two:
            raise PairingError("pairing.own_opponent", number=game.one)
        for number in (game.one, game.two):
            if (game.round, number) in seen:
                raise PairingError("fixed.player_twice", number=number, round=begins + game.round)
            seen.add((game.round, number))
