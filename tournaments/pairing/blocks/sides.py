"""The games of a block with their sides, which change while they are being evened out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Game = tuple[int, int]


@dataclass
class Sides:
    """Games by their number: the two players, who goes first, and everybody's balance so far.

    `games_of` names a player's games in the order of rounds, `between` those of two players.
    """

    lengths: list[int]
    players: list[Game]
    first: list[int]
    games_of: dict[int, list[int]]
    between: dict[Game, list[int]]
    balance: dict[int, int]

    @classmethod
    def of(cls, rounds: Sequence[Sequence[Game]], balances: Mapping[int, int]) -> Sides:
        """Returns the games of the rounds, which come as (first, second)."""
        sides = cls([len(row) for row in rounds], [], [], {}, {}, {})
        for row in rounds:
            for first, second in row:
                game = len(sides.players)
                pair = (min(first, second), max(first, second))
                sides.players.append(pair)
                sides.first.append(first)
                sides.between.setdefault(pair, []).append(game)
                for player, side in ((first, 1), (second, -1)):
                    sides.games_of.setdefault(player, []).append(game)
                    so_far = sides.balance.setdefault(player, balances.get(player, 0))
                    sides.balance[player] = so_far + side
        return sides

    def second(self, game: int) -> int:
        """Returns the number of the player who goes second in a game."""
        one, two = self.players[game]
        return one + two - self.first[game]

    def turn(self, games: Iterable[int]) -> None:
        """Swaps the sides of these games."""
        for game in games:
            first, second = self.first[game], self.second(game)
            self.first[game] = second
            self.balance[first] -= 2
            self.balance[second] += 2

    def rounds(self) -> list[list[Game]]:
        """Returns the games of every round as (first, second)."""
        rounds, at = [], 0
        for length in self.lengths:
            games = range(at, at + length)
            rounds.append([(self.first[game], self.second(game)) for game in games])
            at += length
        return rounds
