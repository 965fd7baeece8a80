"""Whether a record is the game of its board: asked of the players, told at desk and console."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.apps.tournaments.board_games.game_events import (
    WHERE,
    at,
    hand_in,
    kept,
    link,
    pasted,
    put_on,
    record,
    sends,
    state,
)
from tests.apps.tournaments.desk_events import SLUG, enter, give
from tests.builders.games import complete_game
from tests.contract_calls import answer, leaves
from tests.pages import words, words_at
from tournaments.board_games.commands.confirming import RefuseBoardGame
from tournaments.board_games.queries.findings import find_kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]

GAMES = f"/desk/{SLUG}/games/?division=A&round=1"
STRANGERS = complete_game("Ylva", "Dov").encode()


def test_the_console_tells_what_does_not_agree_and_leaves_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enter(1, 1, 457, 252)
    path = tmp_path / "game.gcg"
    path.write_bytes(STRANGERS)
    told = leaves("record_game", SLUG, "A", 1, 1, path, "--first", 1, code=1)
    names = "The record names Ylva and Dov, who do not play at this board."
    assert names in told["mismatches"]
    assert names in capsys.readouterr().err
    assert state(told["game"]) == "confirmed"


def test_the_console_leaves_with_0_where_all_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.gcg"
    path.write_bytes(complete_game("Ada", "Bea").encode())
    assert answer("record_game", SLUG, "A", 1, 1, path)["mismatches"] == []
    call_command("record_game", SLUG, "A", "1", "1", path, "--replace")
    assert capsys.readouterr().err == ""


def test_games_of_a_board_are_told_apart_at_the_desk(dora: Client) -> None:
    hand_in(1)
    hand_in(1, content=record().replace(b"+48 48", b"+48 50"))
    page = words_at(dora, GAMES)
    assert "48–0, unfinished" in page
    assert "48–0, wrong total: it says 50–0, unfinished" in page


def test_the_desk_tells_by_whom_and_why_a_game_was_refused(dora: Client) -> None:
    one, two = hand_in(1), hand_in(2)
    give(RefuseBoardGame(**WHERE, game=one), reason="of another day")
    link_refusal = f"{link(1)}game/{two}/refuse/"
    assert sends(Client(), link_refusal, why="not our game").status_code == 302
    page = words_at(dora, GAMES)
    assert re.search(r"Refused by \S+: of another day", page)
    assert "Refused by no. 1 by link: not our game" in page


def test_what_was_set_aside_says_so(dora: Client) -> None:
    put_on()
    put_on(content=record(score=50), confirmed=True)
    assert "Set aside when another game of the board was confirmed." in words_at(dora, GAMES)


def test_the_overview_names_what_waits_beside_a_confirmed_game(dora: Client) -> None:
    hand_in(1)
    put_on()
    page = words_at(dora, reverse("desk-event", args=(SLUG,)))
    assert "round 1: another recorded game waits beside the confirmed one at board 1." in page
    assert "a recorded game waits for confirmation" not in page


def test_who_hands_a_game_in_is_asked_whose_it_is(client: Client) -> None:
    enter(1, 1, 457, 252)
    sent = {**pasted(STRANGERS), "game-first": "0"}
    page = words(client.post(f"{link(1)}round/1/", sent, follow=True))
    assert "This record names Ylva and Dov and says " in page
    assert "Your result is 457–252. Is it your game?" in page
    assert "who do not play at this board" in page


def test_who_confirms_reads_what_does_not_agree_above_the_buttons(client: Client) -> None:
    enter(1, 1, 457, 252)
    key = hand_in(1, content=STRANGERS, first=1)
    page = words_at(client, f"{link(2)}game/{key}/")
    yes = page.index("Is it right?")
    assert page.index("This record names Ylva and Dov") < yes
    assert page.index("Your result is 252–457. Is it your game?") < yes
    assert page.index(": the result says 457") < yes
    assert "who do not play at this board" in page[:yes]


def test_an_unfinished_record_says_so_above_the_buttons(client: Client) -> None:
    page = words_at(client, f"{link(2)}game/{hand_in(1)}/")
    assert page.index("It is unfinished") < page.index("Yes, this is what we played")
    assert "Your result is not entered yet." in page


def test_games_that_wait_are_told_apart_by_the_players(client: Client) -> None:
    one = hand_in(1)
    hand_in(1, content=record().replace(b"+48 48", b"+48 50"), source="file", file_name="x.gcg")
    page = words_at(client, link(2))
    assert f"{Game.objects.get(key=one).handed_in_at:%Y-%m-%d}" in page
    assert "pasted text 48–0, unfinished" in page
    assert "a file 48–0, wrong total: it says 50–0, unfinished" in page


def test_the_desk_sets_the_confirmed_game_aside_where_the_box_is_ticked(dora: Client) -> None:
    enter(1, 1, 457, 252)
    waiting = hand_in(1, content=STRANGERS, first=1)
    stands = put_on()
    where = at("confirm-game", waiting)
    page = words_at(dora, where)
    assert "Set the confirmed game aside" in page
    assert "The record names Ylva and Dov, who do not play at this board." in page
    refused = sends(dora, where)
    assert (refused.status_code, state(waiting), state(stands)) == (422, "waiting", "confirmed")
    assert "It will be set aside as refused" in words(refused)
    assert sends(dora, where, replaces="on").status_code == 302
    assert (state(waiting), state(stands)) == ("confirmed", "refused")


def test_without_a_confirmed_game_there_is_no_box(dora: Client) -> None:
    key = hand_in(1)
    assert "Set the confirmed game aside" not in words_at(dora, at("confirm-game", key))
    assert sends(dora, at("confirm-game", key)).status_code == 302


def test_a_game_that_is_there_is_found_as_it_stands_against_the_result() -> None:
    found = kept(hand_in(1, content=complete_game("Ada", "Bea").encode()))
    assert find_kept(found).mismatches == ()
    enter(1, 1, 457, 252)
    assert find_kept(found).mismatches
