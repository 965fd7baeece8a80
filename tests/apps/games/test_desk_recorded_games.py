"""Games of no event at the desk: who comes there, and what can be done with one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.actors import CONSOLE
from core.journal.execute import execute
from games.commands.free_games import RemoveGame
from games.models import Game
from games.selectors.games import original_of
from tests.apps.games.recorded import between, key_of, read_all, recorded, registered
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.games import complete_game, deviating_game, phoney_game
from tests.pages import source_at

pytestmark = pytest.mark.django_db

GAMES = "/desk/recorded_games/"
ONE = f"{GAMES}{key_of(1)}/"


def token(page: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', page)
    assert found
    return found[1]


def send(client: Client, address: str, **typed: Any) -> str:
    """Fills in the form at an address and returns the page that comes of it."""
    shown = source_at(client, address)
    answer = client.post(address, {"token": token(shown), **typed}, follow=True)
    return answer.content.decode()


@pytest.mark.parametrize("address", [GAMES, ONE, f"{ONE}original/"])
def test_only_the_staff_come_to_recorded_games(client: Client, address: str) -> None:
    recorded()
    assert client.get(address)["Location"].startswith(reverse("login"))
    assert signed_in("guest", staff=False).get(address).status_code == 403
    staff = signed_in("dora")
    assert staff.get(address).status_code == 200
    assert staff.post(address).status_code == 405


def test_the_list_leads_to_all_that_can_be_done() -> None:
    recorded(title="A final")
    recorded(2, deviating_game(), source="typed")
    read_all()
    page = source_at(signed_in("dora"), GAMES)
    assert page.index(key_of(2)) < page.index(key_of(1))
    for told in ("A final", "game.gcg", "numbers wrong", "typed move by move", f"{GAMES}new/"):
        assert told in page
    assert f"{ONE}original/" in page
    assert f"{GAMES}{key_of(2)}/original/" not in page


def test_what_was_handed_in_is_sent_as_bytes_that_no_browser_shows() -> None:
    recorded(file_name='..\\x/"final".gcg')
    answer = signed_in("dora").get(f"{ONE}original/")
    assert answer.content == complete_game().encode()
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"] == 'attachment; filename="\\"final\\".gcg"'


def test_a_typed_game_has_nothing_to_send() -> None:
    recorded(source="typed")
    assert signed_in("dora").get(f"{ONE}original/").status_code == 404


def test_a_record_is_corrected_and_its_players_stay_who_they_are() -> None:
    keys = registered("Ada", "Abbot"), registered("Ben", "Birch")
    game = recorded(players=between(*keys))
    other = phoney_game("Ben", "Ada")
    page = send(
        signed_in("dora"),
        f"{ONE}correct-recorded-game/",
        **{"game-way": "pasted", "game-pasted": other, "why": "the other game"},
    )
    assert "corrected" in page
    game.refresh_from_db()
    assert original_of(game) == other.encode()
    assert [player.player for player in game.players.all()] == [keys[1], keys[0]]


def test_what_cannot_be_a_game_is_said_beside_what_was_pasted_and_nothing_is_lost() -> None:
    recorded()
    client = signed_in("dora")
    sent = {"game-way": "pasted", "game-pasted": "Dear Ben, I won.", "why": "the other game"}
    page = send(client, f"{ONE}correct-recorded-game/", **sent)
    assert "It contains no turn of a game." in page
    assert "Dear Ben, I won." in page
    assert "the other game" in page
    assert Game.objects.get().record == complete_game()


def test_a_game_is_removed_with_a_reason_and_comes_back_by_its_log() -> None:
    recorded()
    client = signed_in("dora")
    assert "This field is required" in send(client, f"{ONE}remove-recorded-game/", why="")
    page = send(client, f"{ONE}remove-recorded-game/", why="not ours to show")
    assert "A game that was removed" in page
    assert "not ours to show" in page
    assert key_of(1) in source_at(client, GAMES)
    undo = f"{ONE}recorded-game-undo/?seq=2"
    page = client.post(undo, {"token": token(page)}, follow=True).content.decode()
    assert "Ada v Ben" in page
    assert Game.objects.get().key == key_of(1)


@pytest.mark.parametrize("path", ["", "original/", "correct-recorded-game/"])
def test_what_was_never_on_record_or_is_removed_is_not_found(path: str) -> None:
    client = signed_in("dora")
    assert client.get(f"{GAMES}{key_of(9)}/{path}").status_code == 404
    recorded()
    execute(RemoveGame(game=key_of(1)), actor=CONSOLE, reason="a test")
    assert client.get(f"{ONE}{path}").status_code == (200 if path == "" else 404)


def test_a_long_list_is_read_in_few_queries(django_assert_num_queries: Any) -> None:
    for number in range(1, 13):
        recorded(number)
    read_all()
    client = signed_in("dora")
    with django_assert_num_queries(8):
        client.get(GAMES)
