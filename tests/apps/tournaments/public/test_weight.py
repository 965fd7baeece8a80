"""A public page weighs less than 35 kB with all that it loads but its font; few may be heavier."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.games.recorded import recorded
from tests.builders.events import a_large_event
from tests.weighing import MOST, weight
from tournaments.public.pages.wallchart import LEAST_ROUNDS, MOST_SQUARES

pytestmark = pytest.mark.django_db

OF_A = (
    "standings/",
    "standings/3/",
    "results/",
    "pairings/",
    "pairings/names/",
    "player/1/",
    "statistics/",
    "reports/",
)
HEAVIER = {
    "wallchart/": (52_000, "four squares of each player, as many as a phone shows"),
    "wallchart/all/": (80_000, "every square of the division: its link says that it is large"),
}
"""Pages of a division of 300 that may be heavier, by how much and why. The last becomes larger by
5 kB a round."""


def test_the_pages_of_300_players_are_light_but_for_the_wall_chart() -> None:
    slug = a_large_event(players=300, rounds=5, open_games=70)
    assert {
        path: weigh
        for path in ("", *(f"A/{one}" for one in OF_A))
        if (weigh := weight(f"/events/{slug}/{path}")) > MOST
    } == {}
    for path, (most, _) in HEAVIER.items():
        assert MOST < weight(f"/events/{slug}/A/{path}") <= most, path


def test_a_wall_chart_that_shows_as_many_squares_as_may_be_is_light() -> None:
    slug = a_large_event(players=MOST_SQUARES // LEAST_ROUNDS, rounds=LEAST_ROUNDS)
    assert weight(f"/events/{slug}/A/wallchart/") < MOST


def test_a_recorded_game_is_light_and_lighter_within_another_page(client: Client) -> None:
    game = recorded()
    whole = weight(reverse("game", args=[game.key]), client)
    assert weight(reverse("game-embed", args=[game.key]), client) < whole < MOST
