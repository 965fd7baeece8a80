"""The slots of a broadcast: who may, in which forms, and what an empty or unknown one says."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.builders.events import a_played_event, a_published_round, give
from tests.pages import sound, sound_words, words
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.results.commands.results import EnterResult

pytestmark = pytest.mark.django_db

OVERLAY = "/events/spring/A/overlay"


@pytest.mark.parametrize("slot", ["scorebug/1", "player/1", "standings", "ticker"])
def test_everybody_may_read_each_slot_as_a_page_as_text_and_as_json(
    client: Client, slot: str
) -> None:
    a_played_event(players=4, rounds=1)
    page, text, told = (client.get(f"{OVERLAY}/{slot}{end}") for end in ("/", ".txt", ".json"))
    kinds = ("text/html; charset=utf-8", "text/plain; charset=utf-8", "application/json")
    for answer, kind in zip((page, text, told), kinds, strict=True):
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["ETag"]
    assert told.json()["division"] == "A"
    said = sound_words(page)
    for line in text.content.decode().splitlines():
        assert line in said
    assert client.post(f"{OVERLAY}/{slot}/").status_code == 405


def test_a_slot_is_for_good_and_shows_the_board_of_the_round_that_is_played(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=1, planned=3)
    before = client.get(f"{OVERLAY}/scorebug/1.json").json()
    pairs = a_published_round("spring", "A", 2, players=4)
    now = client.get(f"{OVERLAY}/scorebug/1.json").json()
    assert (before["round"], now["round"]) == (1, 2)
    assert {one["number"] for one in now["players"]} == set(pairs[0])
    assert [one["score"] for one in now["players"]] == ["", ""]
    one = pairs[0][0]
    give(EnterResult(event="spring", division="A", round=2, entry=one, score=500, opponent_score=1))
    text = client.get(f"{OVERLAY}/scorebug/1.txt").content.decode()
    assert "W 500" in text
    assert "+" in text
    assert "500–1" in client.get(f"{OVERLAY}/ticker.txt").content.decode().splitlines()[0]
    assert "500–1" in client.get(f"{OVERLAY}/player/{one}.json").json()["last"]


@pytest.mark.parametrize(
    "address",
    [
        f"{OVERLAY}/scorebug/99",
        f"{OVERLAY}/player/99",
        f"{OVERLAY}/scorebug",
        f"{OVERLAY}/nothing",
        "/events/spring/Z/overlay/ticker",
        "/events/nowhere/A/overlay/ticker",
    ],
)
def test_nothing_in_a_slot_is_a_plain_sentence_in_each_form(client: Client, address: str) -> None:
    a_played_event(players=4, rounds=1)
    page, text, told = (client.get(f"{address}{end}") for end in ("/", ".txt", ".json"))
    assert {one.status_code for one in (page, text, told)} == {404}
    assert "Nothing is in this slot." in words(page)
    assert int(page["Refresh"]) < 6, "a slot may be opened before anything is in it"
    assert text.content == b"Nothing is in this slot.\n"
    assert told.json() == {"error": "Nothing is in this slot."}


def test_a_hostile_name_stays_text(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    hostile = "</ol><script>x</script>"
    give(ChangeEntry(event="spring", division="A", entry=1, name=hostile))
    page = client.get(f"{OVERLAY}/player/1/")
    sound(page)
    assert hostile in words(page)
    assert client.get(f"{OVERLAY}/player/1.json").json()["player"]["name"] == hostile
