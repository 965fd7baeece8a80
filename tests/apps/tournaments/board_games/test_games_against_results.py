"""A record that ends otherwise than the result of its board: what everybody reads, and claims."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game
from tests.apps.games.recorded import read_all
from tests.apps.tournaments.board_games.game_events import put_on
from tests.apps.tournaments.desk_events import SLUG, enter, give
from tests.builders.games import complete_game, unfinished_game
from tests.pages import source_at, words_at
from tournaments.results.commands.results import CorrectResult

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]

BEST = reverse("games-best")
COMPLETE = complete_game("Ada", "Bea").encode()


def replay(client: Client, key: str) -> str:
    return words_at(client, reverse("game", args=(key,)))


def scores_of(key: str) -> tuple[int, int]:
    one, two = Game.objects.get(key=key).player_figures.order_by("position")
    return one.score, two.score


def test_a_record_that_contradicts_the_result_says_so_and_claims_nothing(client: Client) -> None:
    enter(1, 1, 457, 252)
    key = put_on(1, content=COMPLETE)
    read_all()
    assert "The result entered for this board is 457–252; the director" in replay(client, key)
    assert key not in source_at(client, BEST)


def test_a_result_that_is_corrected_gives_the_record_its_place(client: Client) -> None:
    enter(1, 1, 457, 252)
    key = put_on(1, content=COMPLETE)
    read_all()
    assert key not in source_at(client, BEST)
    one, two = scores_of(key)
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1, "entry": 1}
    right = CorrectResult(**where, score=one, opponent_score=two, confirmed=True)
    give(right, reason="misread")
    assert "The result entered" not in replay(client, key)
    assert key in source_at(client, BEST)


def test_who_is_which_player_of_the_record_is_kept_apart(client: Client) -> None:
    key = put_on(1, content=complete_game("Bea", "Ada").encode())
    read_all()
    one, two = scores_of(key)
    enter(1, 1, two, one)
    assert "The result entered" not in replay(client, key)
    assert key in source_at(client, BEST)


@pytest.mark.parametrize("content", [COMPLETE, unfinished_game(first="Ada", second="Bea").encode()])
def test_without_a_result_or_an_end_there_is_nothing_to_contradict(
    client: Client, content: bytes
) -> None:
    if content != COMPLETE:
        enter(1, 1, 457, 252)
    key = put_on(1, content=content)
    read_all()
    assert "The result entered" not in replay(client, key)
    assert key in source_at(client, BEST)


def test_the_page_of_a_game_asks_once_for_its_result(client: Client) -> None:
    enter(1, 1, 457, 252)
    key = put_on(1, content=COMPLETE)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("game", args=(key,)))
    asked = [one["sql"] for one in queries if "tournaments_result" in one["sql"]]
    assert len(asked) == 1
