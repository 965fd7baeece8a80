"""The games of a season as its tables see them: nights, who came, and what was scored."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from core.errors import UserError
from core.phrases import phrase

HANDS = (2, 3)


@dataclass(frozen=True, slots=True)
class SeasonSide:
    """One player in a game of a season.

    `score` is the raw one, without a points start, None where nothing was scored, as in a forfeit.
    `bingos` and `phoneys` are None unless the game was recorded.
    """

    player: str
    score: int | None = None
    bingos: int | None = None
    phoneys: int | None = None


@dataclass(frozen=True, slots=True)
class SeasonGame:
    """A game of two, or of three, as it was played on a night; raises UserError `season.game`.

    `order` is its place in the night; `key` settles it between equals. `half_wins` are given where
    they are not what the scores say, as after a forfeit or a ruling: 2 for a win, 1 for a tie.
    `challenger` is who challenged on the ladder, empty in every other game. `starts` are the points
    with which a handicap had the sides of a game of two begin.
    """

    key: str
    order: int
    sides: tuple[SeasonSide, ...]
    half_wins: tuple[int, ...] = ()
    rated: bool = True
    handicapped: bool = False
    challenger: str = ""
    starts: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        players = {side.player for side in self.sides}
        if len(players) != len(self.sides) or len(self.sides) not in HANDS:
            raise _refused(phrase("A game has two players, or three."), "sides")
        if self.challenger and (self.challenger not in players or self.is_three_handed):
            raise _refused(phrase("Who challenges plays the game, and it has two."), "challenger")
        if not self.half_wins:
            if any(side.score is None for side in self.sides):
                raise _refused(phrase("A game without scores needs its winner."), "half_wins")
        elif sum(self.half_wins) != 2 or len(self.half_wins) != len(self.sides):
            raise _refused(phrase("The half wins of a game are two together."), "half_wins")

    @property
    def is_three_handed(self) -> bool:
        """Whether three played it."""
        return len(self.sides) == max(HANDS)

    @property
    def credits(self) -> tuple[int, ...]:
        """The half wins of each side of a game of two."""
        if self.half_wins:
            return self.half_wins
        margin = self.margin
        credit = 1 + (margin > 0) - (margin < 0)
        return credit, 2 - credit

    @property
    def margin(self) -> int:
        """The points of the first side above the second, 0 where one has no score."""
        one, two = self.sides[0].score, self.sides[1].score
        return 0 if one is None or two is None else one - two


@dataclass(frozen=True)
class SeasonNight:
    """A night that was held: its day, who came, and its games, in any order.

    Who plays a game is here, whether or not `players` says so. Raises UserError `season.game` for
    a game that is there twice.
    """

    key: str
    held_on: date
    games: tuple[SeasonGame, ...] = ()
    players: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        twice = [
            key for key, count in Counter(game.key for game in self.games).items() if count > 1
        ]
        if twice:
            raise _refused(phrase("Game {key} is there twice.", key=min(twice)), "games")

    @property
    def here(self) -> frozenset[str]:
        """Everybody who came or played."""
        return self.players.union(side.player for game in self.games for side in game.sides)

    @property
    def in_order(self) -> tuple[SeasonGame, ...]:
        """The games in the order in which they were played."""
        return tuple(sorted(self.games, key=lambda game: (game.order, game.key)))

    @property
    def moment(self) -> tuple[date, str]:
        """What orders the nights of a club."""
        return self.held_on, self.key


def _refused(sentence: str, field: str) -> UserError:
    return UserError(sentence, code="season.game", field=field)
