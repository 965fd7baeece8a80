"""Which games are those of a championship, and what they have come to.

The games are played on nights of the club, or at an event, among other games: those of two players
of the championship are its own, as far as it has any for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from clubs.seasons.milestones.championship import (
    FinalGame,
    FinalState,
    best_of_state,
    round_robin_state,
)
from clubs.seasons.tables.games import SeasonGame, SeasonNight
from core.errors import UserError
from core.phrases import phrase

FinalFormat = Literal["round_robin", "match"]
FORMATS: tuple[FinalFormat, ...] = get_args(FinalFormat)
MOST_MEETINGS = 10
MOST_OF_A_MATCH = 21
MOST_PLACES = 30
PLACES_OF_A_MATCH = 2


@dataclass(frozen=True, slots=True)
class FinalRules:
    """The format of a championship for so many places; raises UserError (field).

    `games` is how often two of a round robin meet, or the number of games of a match.

    Codes: `final.format`, `final.meetings`, `final.best_of`, `final.places`.
    """

    format: FinalFormat
    games: int
    places: int

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            sentence = phrase("A championship is a round robin or a match.")
            raise _refused("format", sentence, "format")
        if self.format == "match":
            self._check_match()
        elif not 1 <= self.games <= MOST_MEETINGS:
            sentence = phrase("Two of a round robin meet 1 to {most} times.", most=MOST_MEETINGS)
            raise _refused("meetings", sentence, "games")
        if not PLACES_OF_A_MATCH <= self.places <= MOST_PLACES:
            sentence = phrase("A championship has 2 to {most} players.", most=MOST_PLACES)
            raise _refused("places", sentence, "places")

    def _check_match(self) -> None:
        if not 1 <= self.games <= MOST_OF_A_MATCH or self.games % 2 == 0:
            sentence = phrase(
                "A match has an odd number of games, {most} at most.", most=MOST_OF_A_MATCH
            )
            raise _refused("best_of", sentence, "games")
        if self.places != PLACES_OF_A_MATCH:
            raise _refused("places", phrase("A match is between two players."), "places")


@dataclass(frozen=True)
class Finals:
    """A championship as far as it is played: its own games in their order, and its state."""

    games: tuple[FinalGame, ...]
    state: FinalState


def finals(rules: FinalRules, players: Sequence[str], games: Iterable[FinalGame]) -> Finals:
    """Returns the state of a championship by these games, of which it takes what is its own.

    Of a round robin these are the first games of every two that are still to meet, of a match all
    until it is decided; what two play after that is a game like any other.
    """
    mutual = sorted(
        (game for game in games if {game.one, game.two} <= set(players)),
        key=lambda game: game.order,
    )
    if rules.format == "match":
        return _match(players, mutual, rules.games)
    met: Counter[frozenset[str]] = Counter()
    own = []
    for game in mutual:
        pair = frozenset((game.one, game.two))
        met[pair] += 1
        if met[pair] <= rules.games:
            own.append(game)
    return Finals(tuple(own), round_robin_state(players, own, meetings=rules.games))


def _match(players: Sequence[str], games: Sequence[FinalGame], best_of: int) -> Finals:
    one, two = players
    own: list[FinalGame] = []
    state = best_of_state(one, two, own, best_of=best_of)
    for game in games:
        if state.winners:
            break
        own.append(game)
        state = best_of_state(one, two, own, best_of=best_of)
    return Finals(tuple(own), state)


def final_games(nights: Iterable[SeasonNight], players: Collection[str]) -> list[FinalGame]:
    """Returns the games of two of these players on nights, or at an event, in their order.

    Unrated games, those with a points start and those of three are no games of a championship.
    """
    own = [
        game
        for night in sorted(nights, key=lambda night: night.moment)
        for game in night.in_order
        if _is_plain(game) and all(side.player in players for side in game.sides)
    ]
    return [_final_game(order, game) for order, game in enumerate(own, start=1)]


def _is_plain(game: SeasonGame) -> bool:
    return game.rated and not game.handicapped and not game.is_three_handed


def _final_game(order: int, game: SeasonGame) -> FinalGame:
    one, two = game.sides
    return FinalGame(order, one.player, two.player, one.score, two.score, game.half_wins)


def _refused(code: str, sentence: str, field: str) -> UserError:
    return UserError(sentence, code=f"final.{code}", field=field)
