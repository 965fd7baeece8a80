"""A player's games month by month: averages, and how long streaks became."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

from clubs.records.book.facts import FactEnding, GameFact
from clubs.records.book.months import MonthOfPlay, months_of_play
from tests.domain.clubs.book_games import drawn_game, played
from tests.domain.clubs.plain_book import longest, mean, result

JANUARY, FEBRUARY, APRIL = date(2026, 1, 1), date(2026, 2, 1), date(2026, 4, 1)


def won(number: int, day: date, points: int = 400) -> GameFact:
    return played(f"g{number}", ("ann", points), ("ben", 300), day=day, order=number)


def test_a_streak_goes_on_into_the_next_month_and_a_month_without_games_is_none() -> None:
    games = [
        won(1, date(2026, 1, 5)),
        won(2, date(2026, 1, 12), points=500),
        won(3, date(2026, 2, 2)),
        won(4, date(2026, 4, 6), points=200),
    ]
    assert months_of_play("ann", reversed(games)) == (
        MonthOfPlay(JANUARY, Fraction(450), 2),
        MonthOfPlay(FEBRUARY, Fraction(400), 3),
        MonthOfPlay(APRIL, Fraction(200), 0),
    )
    assert [one.streak for one in months_of_play("ben", games)] == [0, 0, 1]
    assert months_of_play("ann", ()) == ()


def test_a_bye_neither_lengthens_a_streak_nor_has_points() -> None:
    bye = played("b", ("ann", 50), day=date(2026, 1, 6), ending=FactEnding.BYE, winner=0)
    assert months_of_play("ann", [bye]) == (MonthOfPlay(JANUARY, None, 0),)
    assert months_of_play("ann", [won(1, JANUARY), bye])[0].streak == 1


def test_the_longest_streak_of_all_months_and_their_averages_are_those_of_a_plain_count() -> None:
    rng = random.Random(5)
    games = [drawn_game(f"g{number}", rng, weeks=20) for number in range(200)]
    own = [game for game in games if any(side.player == "ann" for side in game.sides)]
    own.sort(key=lambda game: (game.day, game.event, game.division, game.order, game.key))
    months = months_of_play("ann", own)
    assert len(months) > 3
    assert max(one.streak for one in months) == longest((result(g, "ann") for g in own), "won")
    for month in months:
        scores = [
            (side.score or 0, len(game.sides))
            for game in own
            if game.day.replace(day=1) == month.month and game.ending is FactEnding.PLAYED
            for side in game.sides
            if side.player == "ann"
        ]
        assert month.average == (mean(scores) if scores else None)
