"""Fields to rate: built by hand from results, and drawn at random for properties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hypothesis import strategies as st

from ratings.systems.field import RatedField, RatedGame, RatedPlayer, RatingChange
from ratings.systems.registry import rating_system

Result = tuple[int, int, int, int]
"""Round, player, opponent, half wins of the player."""


def a_field(
    ratings: Mapping[int, int],
    results: Iterable[Result],
    *,
    rounds: int = 7,
    life_games: Mapping[int, int | None] | None = None,
) -> RatedField:
    """Return the field of these players; every result is written on both cards."""
    games: dict[int, list[RatedGame]] = {number: [] for number in ratings}
    for number_of_round, player, opponent, half_wins in results:
        games[player].append(RatedGame(number_of_round, opponent, half_wins))
        games[opponent].append(RatedGame(number_of_round, player, 2 - half_wins))
    known = life_games or {}
    return RatedField(
        tuple(
            RatedPlayer(number, rating, known.get(number, 100), tuple(games[number]))
            for number, rating in ratings.items()
        ),
        rounds,
    )


def against_equals(rating: int, half_wins: list[int], life_games: int | None = 100) -> RatedField:
    """Return player 1 with a game against each of the players 2, 3, ..., all of one rating."""
    others = range(2, len(half_wins) + 2)
    return a_field(
        dict.fromkeys([1, *others], rating),
        [(i + 1, 1, other, half_wins[i]) for i, other in enumerate(others)],
        rounds=len(half_wins),
        life_games={1: life_games},
    )


def with_scores(field: RatedField) -> RatedField:
    """Return the field with scores that show the credit of every game: 430 to 370, or 400 each."""
    return replace(
        field,
        players=tuple(
            replace(
                player,
                games=tuple(
                    game._replace(
                        own_score=340 + 30 * (1 + game.half_wins),
                        other_score=340 + 30 * (3 - game.half_wins),
                    )
                    for game in player.games
                ),
            )
            for player in field.players
        ),
    )


def rated(field: RatedField, system: str = "naspa") -> dict[int, RatingChange]:
    """Return the changes by number."""
    return {change.number: change for change in rating_system(system).rate(field)}


def renumbered(field: RatedField, numbers: Mapping[int, int]) -> RatedField:
    """Return the field with other entry numbers, its players in the order of the old ones."""
    return replace(
        field,
        players=tuple(
            replace(
                player,
                number=numbers[player.number],
                games=tuple(
                    game._replace(opponent=numbers[game.opponent]) for game in player.games
                ),
            )
            for player in field.players
        ),
    )


@st.composite
def fields(draw: st.DrawFn, most_rounds: int = 40) -> RatedField:
    """Draw a whole field: any ratings, newcomers, byes, ties and rounds never played."""
    count = draw(st.integers(0, 9))
    rounds = draw(st.integers(0, most_rounds))
    ratings = draw(
        st.lists(st.one_of(st.just(0), st.integers(1, 2400)), min_size=count, max_size=count)
    )
    life_games = draw(
        st.lists(st.one_of(st.none(), st.integers(0, 99)), min_size=count, max_size=count)
    )
    random = draw(st.randoms(use_true_random=False))
    results: list[Result] = []
    for number_of_round in range(1, rounds + 1):
        order = random.sample(range(1, count + 1), count)
        for player, opponent in zip(order[::2], order[1::2], strict=False):
            if random.random() < 0.9:
                results.append((number_of_round, player, opponent, random.choice([0, 0, 1, 2, 2])))
    return a_field(
        dict(enumerate(ratings, 1)),
        results,
        rounds=rounds,
        life_games=dict(enumerate(life_games, 1)),
    )
