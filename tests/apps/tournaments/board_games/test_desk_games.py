"""Recorded games at the desk: held against the results, handed in, judged, corrected, removed."""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.journal.guard import writing
from games.models import Game
from games.recording import new_game_key
from tests.apps.tournaments.board_games.game_events import (
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
from tests.apps.tournaments.desk_events import SLUG, account, enter, give
from tests.builders.events import a_large_event
from tests.contract_calls import leaves, refusal
from tests.depth import size
from tests.pages import source, source_at, words, words_at
from tournaments.board_games.commands.games import RecordBoardGame, SeatNotes
from tournaments.board_games.queries.findings import games_by_board
from tournaments.event.commands.event import CreateEvent
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]

GAMES = f"/desk/{SLUG}/games/?division=A&round=1"
RECORD = f"/desk/{SLUG}/games/record/?division=A&round=1&entry=1&opponent=2"


def test_games_of_another_event_are_not_found_at_this_desk() -> None:
    key = put_on(source="file")
    give(CreateEvent(event="other", name="Other", director="odo"))
    odo = Client()
    odo.force_login(account("odo"))
    for page in ("confirm-game", "refuse-game", "correct-game", "remove-game", "game-original"):
        address = reverse(f"desk-{page}", kwargs={"slug": "other", "key": key})
        assert odo.get(address).status_code == 404
        assert odo.post(address).status_code in (404, 405)
    assert state(key) == "confirmed"


def test_what_does_not_agree_comes_first_and_is_told_in_sentences(dora: Client) -> None:
    enter(1, 1, 400, 300)
    put_on(3, content=record("Cem", "Dov"))
    put_on(1, notes=(SeatNotes(entry=1, overtime_s=70),))
    page = words_at(dora, GAMES)
    assert page.index("Board 1") < page.index("Board 2")
    assert "Ada: the result says 400, but the moves of the record come to 48." in page
    assert "Ada: 70 s of overtime cost 20 points, the record takes none for time." in page
    assert "The record is unfinished" in page
    assert "Neither changes the other" in page


def test_the_overview_tells_which_boards_to_look_at(dora: Client) -> None:
    enter(1, 1, 400, 300)
    put_on(1)
    hand_in(3, content=record("Cem", "Dov"))
    page = words_at(dora, reverse("desk-event", args=(SLUG,)))
    assert "Division A, round 1: record and result do not agree at board 1" in page
    assert "Division A, round 1: a recorded game waits for confirmation at board 2." in page


def test_the_director_hands_a_game_in_by_pasting_and_it_stands(dora: Client) -> None:
    shown = dora.post(RECORD, pasted(title="Semi-final"), follow=True)
    assert shown.redirect_chain[-1][0] == GAMES
    game = Game.objects.get()
    assert (game.state, game.title, game.handed_in_by) == (
        "confirmed",
        "Semi-final",
        "the director",
    )


def test_the_director_is_asked_for_the_board_first(dora: Client) -> None:
    page = dora.get(f"/desk/{SLUG}/games/record/?division=A&round=1")
    assert "Which board?" in words(page)
    assert b"entry=1" in page.content


def test_a_second_game_replaces_the_first_only_where_the_box_says_so(dora: Client) -> None:
    first = put_on()
    other = pasted(record(score=50))
    shown = dora.post(RECORD, other)
    assert shown.status_code == 422
    assert "It will be set aside as refused" in words(shown)
    assert "QUANT +50 50" in source(shown)
    assert dora.post(RECORD, pasted(record(score=50), replaces="on")).status_code == 302
    assert state(first) == "refused"
    assert Game.objects.filter(state="confirmed").count() == 1


def test_a_file_is_kept_byte_for_byte_and_sent_as_nothing_that_runs(dora: Client) -> None:
    content = b"\xef\xbb\xbf" + record().replace(b"\n", b"\r\n")
    sent = {
        "token": secrets.token_hex(16),
        "game-way": "file",
        "game-file": SimpleUploadedFile('a"b\u00e9.gcg', content),
    }
    assert dora.post(RECORD, sent).status_code == 302
    key = Game.objects.get().key
    original = dora.get(at("game-original", key))
    assert original.content == content
    assert original["Content-Type"] == "application/octet-stream"
    assert original["Content-Disposition"].startswith("attachment;")
    assert original["X-Content-Type-Options"] == "nosniff"
    assert dora.get(at("game-original", put_on(3, content=record("Cem", "Dov")))).status_code == 200


def test_the_director_confirms_refuses_corrects_and_removes(dora: Client) -> None:
    key = hand_in()
    assert sends(dora, at("confirm-game", key)).status_code == 302
    assert state(key) == "confirmed"
    assert sends(dora, at("refuse-game", key), why="wrong round").status_code == 302
    assert state(key) == "refused"
    sent = pasted(record("Bea", "Ada"), why="turned")
    assert dora.post(at("correct-game", key), sent).status_code == 302
    assert kept(key).first_seat == 1
    assert sends(dora, at("remove-game", key)).status_code == 422
    assert sends(dora, at("remove-game", key), why="entered twice").status_code == 302
    assert not Game.objects.exists()


def test_a_correction_without_a_reason_says_so_and_asks_for_the_file_again(dora: Client) -> None:
    key = put_on()
    page = source_at(dora, at("correct-game", key))
    assert re.search(r'name="why"[^>]* required', page)
    assert " novalidate>" not in page
    file = SimpleUploadedFile("a.gcg", record("Bea", "Ada"))
    sent = {"token": "0" * 32, "game-way": "file", "game-file": file}
    answer = dora.post(at("correct-game", key), sent)
    assert answer.status_code == 422
    assert "Give a reason." in words(answer)
    assert "Choose the file again" in words(answer)


def test_the_links_are_listed_and_printed_with_a_code_each(dora: Client) -> None:
    listed = source_at(dora, reverse("desk-links", args=(SLUG,)))
    cards = source_at(dora, reverse("desk-link-cards", args=(SLUG,)))
    for number in (1, 2, 3, 4):
        page = link(number).removesuffix("games/")
        assert page in listed
        assert page in cards
    assert cards.count('class="qr"') == 4


@pytest.mark.parametrize("name", ["desk-links", "desk-link-cards"])
def test_links_that_only_this_computer_knows_are_told_before_they_are_printed(
    dora: Client, name: str
) -> None:
    where, said = reverse(name, args=(SLUG,)), "an address that works only on this computer"
    assert said in words(dora.get(where, headers={"host": "localhost:8000"}))
    assert said not in words(source_at(dora, where))


def test_links_are_opened_closed_and_made_anew_at_the_desk(dora: Client) -> None:
    where = reverse("desk-open-hand-in", args=(SLUG,))
    page = source_at(dora, f"{where}?division=A")
    assert re.search(r'value="no"[^>]* checked', page)
    assert re.search(r"<button[^>]*>Save</button>", page)
    assert sends(dora, f"{where}?division=A", takes_games="no").status_code == 302
    assert not Division.objects.get().takes_games
    page = source_at(dora, f"{where}?division=A")
    assert re.search(r'value="yes"[^>]* checked', page)
    old, where = link(1), reverse("desk-renew-links", args=(SLUG,))
    asked = sends(dora, where)
    assert "All links stop working now" in words(asked)
    accepted = re.search(r'name="confirmed" value="(\w+)"', source(asked))
    assert accepted is not None
    assert sends(dora, where, confirmed=accepted[1]).status_code == 302
    assert link(1) != old


def _many(players: int) -> Division:
    a_large_event("large", players=players, rounds=1)
    division = Division.objects.select_related("tournament").get(tournament__slug="large")
    where: dict[str, Any] = {"event": "large", "division": "A", "round": 1}
    for board in load_sheet(division).boards:
        one, two = (seat.entry for seat in board.seats)
        pair: dict[str, Any] = {"entry": one, "opponent": two, "first": one}
        what: dict[str, Any] = {"content": record("x", "y"), "source": "pasted"}
        give(RecordBoardGame(**where, **pair, **what, game=new_game_key()))
    division.refresh_from_db()
    return division


@pytest.mark.parametrize("players", [8, size(40, deep=200)])
def test_many_boards_with_games_are_asked_for_as_often_as_four(players: int) -> None:
    sheet = load_sheet(_many(players))
    with CaptureQueriesContext(connection) as queries:
        boards = games_by_board(sheet, 1)
    assert len([one for board in boards for one in board.games]) == players // 2
    assert len(queries) == 3


def test_a_round_without_games_costs_one_question() -> None:
    sheet = load_sheet(Division.objects.select_related("tournament").get())
    with CaptureQueriesContext(connection) as queries:
        assert len(games_by_board(sheet)) == 2
    assert len(queries) == 1


def test_a_rehearsal_takes_games_and_its_public_pages_lead_to_none(client: Client) -> None:
    key = put_on()
    assert key in source_at(client, reverse("results", args=(SLUG, "A", 1)))
    with writing():
        Tournament.objects.update(rehearsal=True, version=99)
        Division.objects.update(version=99)
    assert key not in source_at(client, reverse("results", args=(SLUG, "A", 1)))


def test_the_console_puts_a_file_on_record_and_tells_what_it_comes_to(tmp_path: Path) -> None:
    path = tmp_path / "game.gcg"
    path.write_bytes(record())
    told = leaves("record_game", SLUG, "A", 1, 1, path, code=1)
    assert json.dumps(told)
    assert (told["players"], told["complete"], told["scores"][0]) == (["Ada", "Bea"], False, 48)
    assert state(told["game"]) == "confirmed"
    assert "set aside" in refusal("record_game", SLUG, "A", 1, 1, path)["message"]
    again = leaves("record_game", SLUG, "A", 1, 1, path, "--replace", code=1)
    assert state(told["game"]) == "refused"
    assert state(again["game"]) == "confirmed"
    path.write_bytes(b"PK\x03\x04")
    assert "is an archive" in refusal("record_game", SLUG, "A", 1, 3, path)["message"]
