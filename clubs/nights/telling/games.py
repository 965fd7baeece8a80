"""What is told of the games of a night: the highest, the closest, the widest, and upsets.

Only games of two that were played to their end without a handicap are told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToldSide:
    """Somebody in a game by their number, with their points; `rating` is 0 where none is known."""

    player: int
    score: int
    rating: int = 0


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game of two, the one with more points first."""

    winner: ToldSide
    loser: ToldSide

    @classmethod
    def of(cls, one: ToldSide, two: ToldSide) -> ToldGame:
        """Returns the game of two sides in any order."""
        return cls(one, two) if one.score >= two.score else cls(two, one)

    @property
    def margin(self) -> int:
        """By how many points it was won, 0 where nobody won it."""
        return self.winner.score - self.loser.score

    @property
    def overcome(self) -> int:
        """By how much the winner's rating was the lower one; 0 or less where it was not."""
        if not (self.margin and self.winner.rating and self.loser.rating):
            return 0
        return self.loser.rating - self.winner.rating


Games = tuple[ToldGame, ...]


@dataclass(frozen=True, slots=True)
class NightHighlights:
    """The games that are told of, equals together in the order in which they were played.

    `high_games` have the highest score, `high_losses` the highest one that lost. `closest` and
    `widest` were won by the least and the most, `ties` by nobody. In `upsets` the winner's rating
    was the most below the loser's.
    """

    high_games: Games = ()
    high_losses: Games = ()
    closest: Games = ()
    widest: Games = ()
    ties: Games = ()
    upsets: Games = ()


def highlights(games: Iterable[ToldGame]) -> NightHighlights:
    """Returns what is told of games, which come in the order in which they were played."""
    played = list(games)
    decided = [game for game in played if game.margin]
    closest = _best(decided, lambda game: -game.margin)
    # Of a single game it says enough that it was the closest.
    widest = _best(decided, lambda game: game.margin) if len(decided) > 1 else ()
    return NightHighlights(
        high_games=_best(played, lambda game: game.winner.score),
        high_losses=_best(decided, lambda game: game.loser.score),
        closest=closest,
        widest=() if widest == closest else widest,
        ties=tuple(game for game in played if not game.margin),
        upsets=_best([game for game in decided if game.overcome > 0], lambda game: game.overcome),
    )


def _best(games: Sequence[ToldGame], figure: Callable[[ToldGame], int]) -> Games:
    most = max(map(figure, games), default=0)
    return tuple(game for game in games if figure(game) == most)
