"""Fields to rate by spreads: built by hand from scores, and drawn at random for properties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from ratings.systems.field import RatedField, RatedGame, RatedPlayer, RatingChange
from ratings.systems.registry import rating_system

Result = tuple[int, int, int | None, int, int | None]
"""Round, player, his score, opponent, the opponent's score."""

CAREER = 100


def scored(
    ratings: Mapping[int, int],
    results: Iterable[Result],
    *,
    rounds: int = 20,
    appearances: tuple[int, ...] = (),
    **given: Mapping[int, Any],
) -> RatedField:
    """Return the field of these players; every result is written on both cards.

    `given` has values by number for fields of `RatedPlayer`: deviation, idle_days, life_games (100
    where not given), listed_games.
    """
    games: dict[int, list[RatedGame]] = {number: [] for number in ratings}
    for round_number, one, own, two, other in results:
        credit = 1 if own is None or other is None else 1 + (own > other) - (own < other)
        games[one].append(RatedGame(round_number, two, credit, own, other))
        games[two].append(RatedGame(round_number, one, 2 - credit, other, own))
    players = []
    for number, rating in ratings.items():
        player = RatedPlayer(number, rating, CAREER, tuple(games[number]))
        values = {
            name: by_number[number] for name, by_number in given.items() if number in by_number
        }
        players.append(replace(player, **values))
    return RatedField(tuple(players), rounds, appearances)


def duels(rating: int, spreads: Iterable[int], **hero: Any) -> RatedField:
    """Return player 1, with these values, against an equal with deviation 150 for each spread."""
    results = [(i, 1, 400 + s, i + 1, 400) for i, s in enumerate(spreads, 1)]
    field = scored(dict.fromkeys(range(1, len(results) + 2), rating), results)
    one, *others = field.players
    return replace(field, players=(replace(one, **hero), *others))


def rated(field: RatedField) -> dict[int, RatingChange]:
    """Return the changes by number."""
    return {change.number: change for change in rating_system("coco").rate(field)}


def renumbered(field: RatedField, numbers: Mapping[int, int]) -> RatedField:
    """Return the field with other entry numbers, everybody appearing as before."""
    players = tuple(
        replace(
            player,
            number=numbers[player.number],
            games=tuple(g._replace(opponent=numbers[g.opponent]) for g in player.games),
        )
        for player in field.players
    )
    return replace(field, players=players, appearances=tuple(numbers[n] for n in field.appearances))


@st.composite
def scored_fields(draw: st.DrawFn) -> RatedField:
    """Draw a whole field: newcomers, byes, ties, forfeits, rulings without scores, long pauses."""
    count = draw(st.integers(0, 8))
    rounds = draw(st.integers(0, 20))
    random = draw(st.randoms(use_true_random=False))
    numbers = range(1, count + 1)
    results: list[Result] = []
    played = dict.fromkeys(numbers, 0)
    for round_number in range(1, rounds + 1):
        order = random.sample(numbers, count)
        for one, two in zip(order[::2], order[1::2], strict=False):
            own, other = random.choice(
                [
                    *[(random.randint(250, 650), random.randint(250, 650))] * 9,
                    *[(400, 400), (50, 0), (0, 0), (None, None), (-10, 300)],
                ]
            )
            results.append((round_number, one, own, two, other))
            played[one] += 1
            played[two] += 1
    return scored(
        {n: random.choice([0, 1, 99, *[random.randint(100, 2400)] * 5]) for n in numbers},
        results,
        rounds=rounds,
        appearances=tuple(random.sample(numbers, count)),
        deviation={n: random.choice([None, random.randint(1, 17000) / 100]) for n in numbers},
        idle_days={n: random.choice([0, random.randint(0, 600)]) for n in numbers},
        life_games={n: random.choice([None, random.randint(0, 1500)]) for n in numbers},
        listed_games={n: played[n] + random.choice([0, 0, 1, 5]) for n in numbers},
    )
