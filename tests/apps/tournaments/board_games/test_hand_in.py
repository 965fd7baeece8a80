"""The page of an entry that its link opens: who comes where, what is taken and told to whom."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.models import JournalEntry
from games.models import Game
from people.commands import AddPlayer
from tests.apps.tournaments.board_games.game_events import (
    WHERE,
    entry,
    hand_in,
    kept,
    link,
    pasted,
    put_on,
    record,
    sends,
    state,
)
from tests.apps.tournaments.desk_events import SLUG, account, entries_of, give, new_event, publish
from tests.builders.events import HIDDEN, hidden_players
from tests.pages import source
from tournaments.board_games.commands.confirming import ConfirmBoardGame, RemoveBoardGame
from tournaments.board_games.commands.games import MOST_BY_LINK, CorrectBoardGame
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.board_games.queries.entry_links import entry_of, token_of
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]


@pytest.fixture
def pages() -> list[str]:
    """The addresses below the link of Bea, for whom a game of Ada's waits."""
    key = hand_in(1)
    own = link(2)
    return [own, f"{own}round/1/", f"{own}game/{key}/", f"{own}game/{key}/refuse/"]


def test_the_link_opens_without_a_log_in_and_nobody_keeps_or_finds_it(
    client: Client, pages: list[str]
) -> None:
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200
        assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
        assert answer["Referrer-Policy"] == "same-origin"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert "style=" not in source(answer)


def test_what_is_nobodys_link_is_not_found(client: Client, pages: list[str]) -> None:
    good = pages[0].split("/")[2]
    slug, key, proof = good.split(".")
    wrong = [
        f"{slug}.{key}.{'a' * 32}",
        f"{slug}.{key}.{proof[:-1]}",
        f"{slug}.{key}.{proof}a",
        f"{slug}.1.{proof}",
        f"{slug}.99.{proof}",
        f"{slug}.{'9' * 30}.{proof}",
        f"nowhere.{key}.{proof}",
        f"{slug}.{key}.",
        f"{slug}.٣.{proof}",
        f"{slug}.{key}.{proof.upper()}",
        "x",
        "..",
        "%00.1.aaaa",
        f"%00.{key}.{proof}",
        f"{slug}%00.{key}.{proof}",
        f"{slug}.{key}.{proof}%0A",
        f"{'s' * 61}.{key}.{proof}",
    ]
    for token in wrong:
        for page in pages:
            address = page.replace(good, token)
            assert client.get(address).status_code == 404
            assert client.post(address).status_code in (404, 405)


def test_a_token_has_160_bits_and_none_of_it_is_in_the_journal() -> None:
    one = entry(1)
    proof = token_of(one, one.tournament).rpartition(".")[2]
    assert len(proof) * 5 == 160
    hand_in(1)
    written = JournalEntry.objects.values_list("payload", "facts", "answer", "changes", "actor")
    assert proof not in json.dumps([list(row) for row in written])


def test_the_same_entry_of_another_event_has_another_link() -> None:
    new_event("autumn")
    publish(1, (1, 2), (3, 4), slug="autumn")
    other = Tournament.objects.get(slug="autumn")
    proofs = {
        token_of(one, one.tournament).rpartition(".")[2]
        for one in (entry(1), other.entries.select_related("tournament").get(key=entry(1).key))
    }
    assert len(proofs) == 2


def test_one_entrys_link_reaches_no_game_of_others(client: Client) -> None:
    key = hand_in(1)
    for where in (f"game/{key}/", f"game/{key}/refuse/"):
        assert client.get(link(3) + where).status_code == 404
        assert sends(client, link(3) + where, why="mine").status_code == 404
    assert client.get(f"{link(3)}round/1/?opponent=2").status_code == 404
    assert client.post(f"{link(3)}round/2/", pasted()).status_code == 404
    assert state(key) == "waiting"


def test_a_link_is_no_key_to_the_desk(client: Client) -> None:
    client.get(link(1))
    assert client.get(reverse("desk-games", args=(SLUG,))).status_code == 302


def test_a_game_waits_is_confirmed_by_the_opponent_and_then_everybody_sees_it(
    client: Client,
) -> None:
    answer = client.post(f"{link(1)}round/1/?opponent=2", pasted(), follow=True)
    assert "You have handed in the game." in source(answer)
    game = Game.objects.get()
    public = reverse("game", args=(game.key,))
    results = reverse("results", args=(SLUG, "A", 1))
    assert (game.state, client.get(public).status_code) == ("waiting", 404)
    assert public not in source(client.get(results))
    assert "Is it right?" in source(client.get(link(2)))
    assert "Is it right?" not in source(client.get(link(1)))
    answer = sends(Client(), f"{link(2)}game/{game.key}/")
    assert (answer.status_code, state(game.key)) == (302, "confirmed")
    for page in (results, reverse("scorecard", args=(SLUG, "A", 1))):
        assert public in source(client.get(page))
    assert client.get(public).status_code == 200


def test_sending_twice_is_done_once(client: Client) -> None:
    sent = pasted()
    for _ in range(2):
        assert client.post(f"{link(1)}round/1/", sent).status_code == 302
    assert Game.objects.count() == 1


def test_what_is_not_right_is_told_to_who_handed_it_in(client: Client) -> None:
    key = hand_in(1)
    where = f"{link(2)}game/{key}/refuse/"
    answer = sends(client, where, why=" ")
    assert (answer.status_code, "Say what is wrong." in source(answer)) == (422, True)
    assert state(key) == "waiting"
    assert sends(client, where, why="turn 3 was a pass").status_code == 302
    assert "turn 3 was a pass" in source(client.get(link(1)))
    assert "Hand another one in" in source(client.get(link(1)))


def test_who_handed_a_game_in_sees_it_and_has_nothing_to_confirm(client: Client) -> None:
    key = hand_in(1)
    page = source(client.get(f"{link(1)}game/{key}/"))
    assert "It waits" in page
    assert "something is wrong" not in page
    assert sends(client, f"{link(1)}game/{key}/").status_code == 422
    assert state(key) == "waiting"


def test_a_waiting_game_is_gone_through_turn_by_turn(client: Client) -> None:
    key = hand_in(1)
    where = f"{link(2)}game/{key}/"
    assert "Before the first turn" in source(client.get(f"{where}?m=0"))
    assert "QUANT" in source(client.get(f"{where}?m=1"))
    assert client.get(f"{where}?m=x").status_code == 404
    assert client.get(f"{where}?m=999").status_code == 404


def test_only_the_record_that_was_seen_is_confirmed_or_refused(client: Client) -> None:
    key = hand_in(1)
    where = f"{link(2)}game/{key}/"
    sent = dict(re.findall(r'name="(seen)" value="(\w+)"', source(client.get(where))))
    changed = CorrectBoardGame(**WHERE, game=key, content=record(score=50), source="pasted")
    give(changed, reason="misread")
    for address in (f"{where}refuse/", where):
        answer = sends(client, address, why="no", **sent)
        assert answer.status_code == 422
        assert "has changed in the meantime" in source(answer)
    assert state(key) == "waiting"
    again = dict(re.findall(r'name="(seen)" value="(\w+)"', source(client.get(where))))
    assert again != sent
    assert sends(client, where, **again).status_code == 302
    assert state(key) == "confirmed"
    assert compare_with_replay(Tournament.objects.get(slug=SLUG)).differences == ()


def test_who_handed_a_game_in_takes_it_back_while_it_waits_and_nobody_else(client: Client) -> None:
    key, other = hand_in(1), hand_in(1)
    where = f"game/{key}/take-back/"
    assert "Take it back" in source(client.get(f"{link(1)}game/{key}/"))
    assert "Take it back" not in source(client.get(f"{link(2)}game/{key}/"))
    assert client.get(link(3) + where).status_code == 404
    answer = sends(client, link(2) + where)
    assert (answer.status_code, state(key)) == (422, "waiting")
    assert "You did not hand this game in." in source(answer)
    assert sends(client, link(1) + where).status_code == 302
    assert not Game.objects.filter(key=key).exists()
    assert (
        RemoveBoardGame(**WHERE, game=key, by=1)
        .sentence(entries_of()[-1].answer)
        .endswith(f"game {key} of no. 1 Ada and no. 2 Bea taken back by no. 1 by link")
    )
    give(ConfirmBoardGame(**WHERE, game=other))
    answer = sends(client, f"{link(1)}game/{other}/take-back/")
    assert (answer.status_code, state(other)) == (422, "confirmed")
    assert "This game is no longer waiting for an answer." in source(answer)


def test_taking_back_makes_no_room_for_ever_more(client: Client) -> None:
    for _ in range(MOST_BY_LINK):
        assert sends(client, f"{link(1)}game/{hand_in(1)}/take-back/").status_code == 302
    answer = client.post(f"{link(1)}round/1/", pasted())
    assert answer.status_code == 422
    assert "too many games for this round" in source(answer)


def test_where_games_are_not_taken_the_page_shows_and_takes_nothing(client: Client) -> None:
    key = hand_in(1)
    give(OpenHandIn(event=SLUG, division="A", takes_games=False))
    assert "cannot be handed in through links" in source(client.get(link(1)))
    assert client.post(f"{link(1)}round/1/", pasted()).status_code == 422
    assert "something is wrong" not in source(client.get(f"{link(2)}game/{key}/"))
    assert sends(client, f"{link(2)}game/{key}/").status_code == 422
    give(CloseEvent(event=SLUG, confirmed=True))
    assert "The event is closed" in source(client.get(link(1)))
    assert state(key) == "waiting"


def test_a_confirmed_game_takes_no_other_one(client: Client) -> None:
    put_on()
    assert "Hand" not in source(client.get(link(1)))
    assert client.post(f"{link(1)}round/1/", pasted()).status_code == 422


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04" + b"\0" * 40, "This is an archive."),
        (b"\x1f\x8b\x08" + b"\0" * 40, "This is an archive."),
        (b"", "It is empty."),
        (b"a\0b", "Line 1 is not text"),
        (bytes(range(1, 256)) * 20, "."),
        (b"x" * (256 * 1024 + 1), "256 KB"),
        (record() + b"#player3 Cem Cem\n", "names 3 players"),
    ],
)
def test_a_hostile_file_is_refused_beside_its_field_and_nothing_is_kept(
    client: Client, content: bytes, said: str
) -> None:
    sent = {
        "token": secrets.token_hex(16),
        "game-way": "file",
        "game-file": SimpleUploadedFile("../../etc/pass\twd.gcg", content),
    }
    before = JournalEntry.objects.count()
    answer = client.post(f"{link(1)}round/1/", sent)
    assert answer.status_code == 422
    assert said in source(answer)
    assert 'class="wrong"' in source(answer)
    assert (JournalEntry.objects.count(), Game.objects.count()) == (before, 0)


def test_the_name_of_a_file_leads_nowhere(client: Client) -> None:
    sent = {
        "token": secrets.token_hex(16),
        "game-way": "file",
        "game-file": SimpleUploadedFile("../../etc/passwd.gcg", record()),
    }
    assert client.post(f"{link(1)}round/1/", sent).status_code == 302
    assert Game.objects.get().file_name == "passwd.gcg"


def test_what_was_typed_stays_when_it_is_refused(client: Client) -> None:
    answer = client.post(f"{link(1)}round/1/", pasted(b"#player1 a Ada\nno turns, a <b>\n"))
    assert answer.status_code == 422
    assert "no turns, a &lt;b&gt;" in source(answer)


def test_the_entry_is_whom_it_was_taken_for_whatever_else_is_sent(client: Client) -> None:
    more: dict[str, Any] = {
        "by": 3,
        "entry": 3,
        "opponent": 4,
        "confirmed": "yes",
        "state": "confirmed",
    }
    client.post(f"{link(1)}round/1/", pasted(**more))
    found = kept(Game.objects.get().key)
    assert (found.handed_in_by, found.game.state) == (entry(1), "waiting")


def test_every_name_on_the_page_is_the_public_one(client: Client) -> None:
    members = hidden_players()
    give(AddPlayer(key="open", given_name="Ottilie", family_name="Shown"))
    give(CreateEvent(event="veiled", name="Veiled"))
    give(CreateDivision(event="veiled", name="A", planned_rounds=1))
    for member in members:
        give(AddEntry(event="veiled", division="A", members=(member,)))
    where: dict[str, Any] = {"event": "veiled", "division": "A", "round": 1}
    give(SetUpRound(**where, boards=(HandPairing(one=1, two=2),)))
    give(PublishRound(**where))
    give(OpenHandIn(event="veiled", division="A", takes_games=True))
    entries = list(Tournament.objects.get(slug="veiled").entries.select_related("tournament"))
    one, two = (f"/p/{token_of(each, each.tournament)}/games/" for each in entries)
    told = record("Philomena", "Unmentioned").replace(b"1 Philomena Ph", b"1 Ph Philomena Undis Ph")
    assert client.post(f"{one}round/1/", pasted(told)).status_code == 302
    key = Game.objects.get().key
    pages = [one, two, f"{two}game/{key}/"]
    desk = Client()
    desk.force_login(account("boss", operator=True))
    pages_of_desk = [
        reverse("desk-links", args=("veiled",)),
        reverse("desk-link-cards", args=("veiled",)),
    ]
    shown = [source(client.get(page)) for page in pages]
    shown += [source(desk.get(page)) for page in pages_of_desk]
    for page in shown:
        assert "Lady P" in page
        assert not [name for name in HIDDEN if name in page]


def test_the_page_asks_as_often_for_one_game_as_for_many() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            Client().get(link(1))
        return len(queries)

    put_on(3, content=record("Cem", "Dov"))
    hand_in(1)
    once = asked()
    hand_in(1)
    hand_in(2)
    assert asked() == once <= 14


def test_the_link_of_an_entry_finds_it_whatever_its_number_becomes() -> None:
    one = entry(2)
    found = entry_of(token_of(one, one.tournament))
    assert found == one
