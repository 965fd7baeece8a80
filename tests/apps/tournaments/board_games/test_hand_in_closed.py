"""A board of which no game is taken by link any more: who is told why, and that nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from core.journal.undo import says
from games.models import Game
from tests.apps.tournaments.board_games.game_events import (
    hand_in,
    link,
    pasted,
    put_on,
)
from tests.apps.tournaments.desk_events import SLUG, entries_of, give
from tests.pages import source
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.board_games.queries.board_games import MOST_WAITING
from tournaments.closing.commands import CloseEvent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]

TYPED = {
    "game-way": "typed",
    "game-lines": "8",
    "game-line0-player": "0",
    "game-line0-what": "play",
    "game-line0-where": "8D",
    "game-line0-word": "QUANT",
}


def take_no_more() -> None:
    give(OpenHandIn(event=SLUG, division="A", takes_games=False))


def let_three_wait() -> None:
    for _ in range(MOST_WAITING):
        hand_in(1)


def confirm_another() -> None:
    put_on()


def close() -> None:
    give(CloseEvent(event=SLUG, confirmed=True))


CLOSED = [
    (take_no_more, "Players can no longer hand in games through their links."),
    (
        let_three_wait,
        "You have already handed in 3 games for this board that are not confirmed yet.",
    ),
    (
        confirm_another,
        "The game of this board is already confirmed; only the director can replace it.",
    ),
    (close, "The event is closed, so games can no longer be handed in."),
]


def test_the_log_says_when_games_were_taken_by_link_and_when_no_more() -> None:
    take_no_more()
    assert [says(entry) for entry in entries_of()[-2:]] == [
        "Players of division A hand in games through their links",
        "Division A no longer takes games through links",
    ]


@pytest.mark.parametrize(("happens", "said"), CLOSED)
def test_what_was_typed_is_shown_again_with_the_reason(
    client: Client, happens: Any, said: str
) -> None:
    happens()
    before = Game.objects.count()
    answer = client.post(f"{link(1)}round/1/", {**pasted(), **TYPED})
    assert answer.status_code == 422
    assert f"{said} Your turns are below; show them to the director." in source(answer)
    assert 'value="QUANT"' in source(answer)
    assert 'value="8D"' in source(answer)
    assert "Hand the game in</button>" not in source(answer)
    assert Game.objects.count() == before


@pytest.mark.parametrize(("happens", "said"), CLOSED)
def test_the_address_of_the_form_says_why_to_the_holder_of_the_link_only(
    client: Client, happens: Any, said: str
) -> None:
    happens()
    answer = client.get(f"{link(1)}round/1/")
    assert (answer.status_code, said in source(answer)) == (200, True)
    assert "Hand the game in</button>" not in source(answer)
    where = f"{link(1)[:-2]}{'a' if link(1)[-2] != 'a' else 'b'}/round/1/"
    for address in (where, f"{link(1)}round/2/", f"{link(1)}round/1/?opponent=3"):
        assert client.get(address).status_code == 404
        assert client.post(address, {**pasted(), **TYPED}).status_code == 404


def test_what_was_taken_before_it_closed_is_not_refused_when_it_comes_twice(
    client: Client,
) -> None:
    sent = pasted()
    assert client.post(f"{link(1)}round/1/", sent).status_code == 302
    take_no_more()
    answer = client.post(f"{link(1)}round/1/", sent)
    assert (answer.status_code, Game.objects.count()) == (302, 1)
    assert answer["Location"].endswith("#handed-in-1-1")


def test_a_file_of_a_game_that_is_not_taken_goes_to_the_director(client: Client) -> None:
    take_no_more()
    answer = client.post(f"{link(1)}round/1/", {**pasted(), "game-way": "file"})
    assert "no longer hand in games through their links. Show your file to the director." in source(
        answer
    )
