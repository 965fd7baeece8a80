"""The rating of a club: whatever system it chose, applied night by night."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from clubs.seasons.tables.games import SeasonGame, SeasonNight
from clubs.seasons.tables.handicaps import NSW_HANDICAP, HandicapRules, moved_ratings
from core.errors import UserError
from core.phrases import phrase
from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from ratings.systems.registry import RatingSystem

RateNight = Callable[[Mapping[str, int], SeasonNight], Mapping[str, int]]
"""Returns the ratings after a night, by player, from those before it and its games that rate."""


def club_ratings(
    nights: Iterable[SeasonNight], rate_night: RateNight, begun: Mapping[str, int]
) -> dict[str, int]:
    """Returns the ratings after these nights, by player, in the order in which they were held.

    Games that are unrated, handicapped or of three rate nobody, nor do those without scores.
    """
    ratings = dict(begun)
    for night in sorted(nights, key=lambda night: night.moment):
        rating = tuple(game for game in night.games if _rates(game))
        if rating:
            ratings |= rate_night(ratings, replace(night, games=rating))
    return ratings


def by_moves(rules: HandicapRules = NSW_HANDICAP) -> RateNight:
    """Returns the rating that moves by so many points for a win and for a loss."""

    def rate_night(ratings: Mapping[str, int], night: SeasonNight) -> Mapping[str, int]:
        outcomes = [
            (side.player, credit)
            for game in night.games
            for side, credit in zip(game.sides, game.credits, strict=True)
        ]
        return moved_ratings(ratings, outcomes, rules)

    return rate_night


def by_system(system: RatingSystem, *, newcomer: int = 0) -> RateNight:
    """Returns the rating by a system of rating lists, a night being an event of its own.

    Who has no rating begins with `newcomer`; 0 leaves the first rating to the system. Raises
    UserError `season.rating` for a system with deviations, which a club does not keep.
    """
    if system.has_deviation:
        sentence = phrase("A club cannot rate by {system}.", system=system.name)
        raise UserError(sentence, code="season.rating", field="system")

    def rate_night(ratings: Mapping[str, int], night: SeasonNight) -> Mapping[str, int]:
        players = sorted({side.player for game in night.games for side in game.sides})
        numbers = {player: number for number, player in enumerate(players, start=1)}
        cards: dict[str, list[RatedGame]] = defaultdict(list)
        for round_number, game in enumerate(night.in_order, start=1):
            for at, side in enumerate(game.sides):
                other = game.sides[1 - at]
                cards[side.player].append(
                    RatedGame(
                        round_number,
                        numbers[other.player],
                        game.credits[at],
                        side.score,
                        other.score,
                    )
                )
        field = RatedField(
            tuple(
                RatedPlayer(number, ratings.get(player, newcomer), None, tuple(cards[player]))
                for player, number in numbers.items()
            ),
            scheduled_rounds=len(night.games),
        )
        return {players[change.number - 1]: change.new for change in system.rate(field)}

    return rate_night


def _rates(game: SeasonGame) -> bool:
    scored = all(side.score is not None for side in game.sides)
    return game.rated and not game.handicapped and not game.is_three_handed and scored
