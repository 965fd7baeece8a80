"""Invented seasons of a club: games, nights, and weeks of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide

FIRST_NIGHT = date(2026, 1, 5)


def a_game(one: str, score_one: int, two: str, score_two: int) -> SeasonGame:
    """Returns a rated game of two; a night gives it its place and its key."""
    return SeasonGame("", 0, (SeasonSide(one, score_one), SeasonSide(two, score_two)))


def night(number: int, *games: SeasonGame, here: tuple[str, ...] = ()) -> SeasonNight:
    """Returns a night of the season, from 1, a week after the one before, its games in order."""
    placed = (
        replace(game, key=game.key or f"{number}-{order}", order=order)
        for order, game in enumerate(games, start=1)
    )
    day = FIRST_NIGHT + timedelta(weeks=number - 1)
    return SeasonNight(f"night-{number}", day, tuple(placed), frozenset(here))


def a_season(dice: Random, begins_on: date, *, weeks: int, members: int) -> list[SeasonNight]:
    """Returns so many weekly nights, to each of which some of the members came and played."""
    nights = []
    for week in range(weeks):
        here = dice.sample([f"p{number:02}" for number in range(members)], dice.randint(2, members))
        games = []
        for _ in range(dice.randint(1, 3)):
            dice.shuffle(here)
            for one, two in zip(here[::2], here[1::2], strict=False):
                # Few scores, so that there are ties and shared places.
                games.append(a_game(one, dice.randint(35, 40) * 10, two, dice.randint(35, 40) * 10))
        made = night(week + 1, *games, here=tuple(here))
        nights.append(replace(made, held_on=begins_on + timedelta(weeks=week)))
    return nights
