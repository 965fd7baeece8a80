"""Nights as the tables of seasons take them: who came, and what was played."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.kernel.queries.night_games import is_guest, nights_of
from clubs.nights.commands.playing import NightGame
from clubs.seasons.queries.season_nights import season_night, season_nights
from tests.builders.events import give
from tests.builders.nights import (
    a_simulated_night,
    an_open_night,
    played,
    played_by_three,
    seated,
)
from tournaments.results.commands.results import EnterForfeit, EnterResult

pytestmark = pytest.mark.django_db

HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn")


def test_a_night_has_its_games_in_order_with_what_was_agreed_and_who_came() -> None:
    night = an_open_night(here=HERE, guests=("Zoe",))
    played(night, 1, 2, 400, 380, challenger=2)
    played(night, 3, 4, 300, 290, start_two=20, rated=False)
    played_by_three(night, 1, (1, 2, 5), (300, 301, 302))
    seated(night, NightGame(one=3, two=1))
    told = season_night(nights_of("hill").get())
    one, two, three = told.in_order
    assert (told.key, told.held_on) == ("hill-2026-03-05", date(2026, 3, 5))
    assert [side.player for side in one.sides] == ["ann-abel", "ben-birch"]
    assert (one.credits, one.rated, one.challenger) == ((2, 0), True, "ben-birch")
    assert (two.credits, two.rated, two.handicapped, two.margin) == ((0, 2), False, True, 10)
    assert three.is_three_handed
    assert [side.score for side in three.sides] == [300, 301, 302]
    guest = three.sides[2].player
    assert is_guest(guest)
    assert told.here == {*HERE, guest}


def test_a_forfeit_has_its_winner_and_what_nobody_won_is_no_game() -> None:
    night = an_open_night(here=HERE)
    seated(night, NightGame(one=1, two=2), NightGame(one=3, two=4))
    give(EnterForfeit(event=night, division="Night", round=1, absent=(1,)))
    give(
        EnterResult(event=night, division="Night", round=1, entry=3, reason="void", winner="nobody")
    )
    (game,) = season_night(nights_of("hill").get()).games
    assert (game.credits, [side.score for side in game.sides]) == ((0, 2), [None, None])


def test_many_nights_are_read_in_as_many_queries_as_one() -> None:
    for day in (5, 12, 19):
        a_simulated_night("hill", date(2026, 3, day), here=HERE, games_each=2)
    nights = list(nights_of("hill"))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        told = season_nights(nights)
    assert len(asked) == 4
    assert [len(one.games) for one in told] == [4, 4, 4]
    assert [one.held_on.day for one in told] == [19, 12, 5]
