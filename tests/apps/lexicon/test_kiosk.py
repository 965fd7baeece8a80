"""The judge's page: which device may use it, what it shows, and how one gets out."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.journal.guard import writing
from core.models import JournalEntry
from lexicon.casual import casual_list
from lexicon.commands.judge import RULINGS_A_MINUTE, ChangeJudge, CloseJudge
from lexicon.models import Lexicon
from lexicon.selectors.installed import words_of
from lexicon.words.files import open_words
from tests.apps.lexicon.stations import (
    PIN,
    WORDS,
    KnownPlaces,
    chosen,
    device,
    give,
    judge,
    ruling,
    sent,
    shown,
    spring,
    station,
)
from tests.builders.lexica import imported_list
from tests.pages import source, source_at

__all__ = ["device", "spring"]

pytestmark = pytest.mark.django_db

JUDGE, RULE, LEAVE = "/judge/", "/judge/rule/", "/judge/leave/"


def _shows(device: Client, words: str) -> Any:
    return device.post(RULE, {"step": "check", "words": words})


def test_a_device_that_is_no_judge_neither_rules_nor_leaves(client: Client) -> None:
    row = station()
    fields = {"step": "rule", "words": "CAT", "token": "0" * 32, "shown": row.lexicon_hash}
    for address in (RULE, LEAVE):
        for answer in (client.get(address), client.post(address, fields | {"pin": PIN})):
            assert answer.status_code == 302
            assert answer["Location"] == JUDGE
    assert JournalEntry.objects.count() == 1


def test_a_post_without_its_token_is_refused() -> None:
    station()
    client = Client(enforce_csrf_checks=True)
    assert client.post(JUDGE, {"station": "hall-1", "pin": PIN}).status_code == 403
    assert JournalEntry.objects.count() == 1


@pytest.mark.parametrize(
    "address", ["/", "/desk/", "/words/", "/nowhere/", "/judge/nowhere/", "/static/"]
)
def test_a_judge_is_sent_back_from_every_other_address(device: Client, address: str) -> None:
    for answer in (device.get(address), device.post(address), device.head(address)):
        assert answer.status_code == 302
        assert answer["Location"] == JUDGE


def test_a_judge_still_gets_its_styles(device: Client) -> None:
    assert device.head("/static/css/judge.css").status_code == 200


def test_nothing_on_the_pages_of_a_judge_leads_elsewhere(device: Client) -> None:
    fields = shown(device, "cat")
    pages = [
        source_at(device, JUDGE),
        source_at(device, LEAVE),
        source(sent(device, fields)),
    ]
    for page in pages:
        links = [part.partition('"')[0] for part in page.split('href="')[1:]]
        assert all(link.startswith((JUDGE, "/static/")) for link in links), links


def test_the_right_pin_frees_the_device_and_is_written_down(device: Client) -> None:
    assert "That is not the PIN." in source(device.post(LEAVE, {"pin": "0000"}))
    assert device.get("/")["Location"] == JUDGE
    answer = device.post(LEAVE, {"pin": PIN})
    assert answer["Location"] == JUDGE
    assert device.get("/").status_code == 200
    told = JournalEntry.objects.filter(command="judge.left").order_by("seq")
    assert [entry.payload["right"] for entry in told] == [False, True]
    assert told[0].payload["device"] == told[1].payload["device"]


def test_too_many_wrong_pins_close_the_way_out_for_the_right_one(device: Client) -> None:
    for _ in range(5):
        device.post(LEAVE, {"pin": "0000"})
    assert "Wait five minutes, or close the judge at the desk" in source(
        device.post(LEAVE, {"pin": PIN})
    )
    assert device.get("/")["Location"] == JUDGE
    assert ruling(device, "cat").status_code == 200


def test_closing_the_station_frees_its_devices(device: Client) -> None:
    give(CloseJudge(station="hall-1"))
    answer = device.get("/")
    assert answer.status_code == 200
    assert answer.cookies["judge"]["max-age"] == 0
    assert "No judge is open" in source_at(device, JUDGE)


def test_every_step_shows_the_lexicon_and_the_day(client: Client) -> None:
    with time_machine.travel(datetime(2031, 5, 3, 12, tzinfo=UTC), tick=False):
        station()
        judge(client)
        checked = client.post(RULE, {"step": "check", "words": "cat"})
        pages = [client.get(JUDGE), checked, ruling(client, "cat")]
        for page in (source(answer) for answer in pages):
            assert "The list SHORT" in page
            assert "Saturday 3 May 2031" in page
            assert "CASUAL" not in page


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("CSW24", "CSW24, in force since 1 Jan 2025"),
        ("CSW21", "CSW21"),
        ("ENABLE2K", "ENABLE2K, a free list"),
        ("Ours 3", "Ours 3"),
    ],
)
def test_the_date_in_force_stands_beside_an_edition_that_is_known(
    client: Client, edition: str, said: str
) -> None:
    with writing():
        Lexicon.objects.filter(pk=imported_list("SHORT", WORDS).pk).update(edition=edition)
    station()
    assert f'<span class="judge-edition">{said}</span>' in source_at(judge(client), JUDGE)


def test_a_lexicon_that_was_imported_anew_is_told_from_the_one_that_was_chosen(
    device: Client,
) -> None:
    with writing():
        Lexicon.objects.all().delete()
    assert "<strong>SHORT</strong></p>" in source_at(device, JUDGE)
    imported_list("SHORT", ["TAC"])
    assert "with the words that it had when it was chosen" in source_at(device, JUDGE)
    assert "is-not" in source(ruling(device, "tac"))


def test_the_casual_list_is_called_so_on_every_step(client: Client) -> None:
    station(lexicon=casual_list().code)
    judge(client)
    checked = client.post(RULE, {"step": "check", "words": "cat"})
    for page in (
        source_at(client, JUDGE),
        source(checked),
        source(ruling(client, "cat")),
    ):
        assert '<p class="judge-casual">CASUAL LIST</p>' in page


def test_the_opponent_sees_the_words_and_can_have_them_typed_again(device: Client) -> None:
    page = source(device.post(RULE, {"step": "check", "words": "cat\r\n dog"}))
    assert "Opponent: is this what was played?" in page
    assert "<li>CAT</li>" in page
    assert "<li>DOG</li>" in page
    fields = shown(device, "cat dog")
    back = source(device.post(RULE, {**fields, "step": "back"}))
    assert "CAT\nDOG</textarea>" in back
    assert not JournalEntry.objects.filter(command="judge.ruled").exists()


def test_the_verdict_is_a_sign_a_word_and_a_ground_and_names_no_word(device: Client) -> None:
    good, bad = (source(ruling(device, words)) for words in ("cat za", "cat zza"))
    assert "is-yes" in good
    assert "<strong>ACCEPTABLE" in good
    assert "is-not" in bad
    assert "<strong>UNACCEPTABLE" in bad
    for page in (good, bad):
        assert "<svg" in page
        assert "CAT" not in page
        assert "ZA" not in page


def test_the_second_opinion_stands_after_the_verdict(device: Client) -> None:
    imported_list("LATER", ["ZZA"])
    give(ChangeJudge(station="hall-1", second_opinion="LATER"))
    page = source(ruling(device, "zza"))
    first, _, second = page.partition("Second opinion, The list LATER:")
    assert "<strong>UNACCEPTABLE" in first
    assert "<strong>ACCEPTABLE" in second


def test_what_judges_is_made_ready_while_the_opponent_reads(device: Client) -> None:
    made = words_of(imported_list("LATER", ["ZZA"]).sha256).path("words")
    made.unlink(missing_ok=True)
    open_words.cache_clear()
    give(ChangeJudge(station="hall-1", second_opinion="LATER"))
    assert not made.exists()
    assert shown(device, "cat")
    assert made.exists()


def test_the_verdict_goes_away_by_itself_and_no_page_is_kept(device: Client) -> None:
    give(ChangeJudge(station="hall-1", clears_after_s=25))
    answer = ruling(device, "cat")
    assert answer["Refresh"] == "25; url=/judge/"
    checked = device.post(RULE, {"step": "check", "words": "cat"})
    for page in (answer, checked, device.get(JUDGE), device.get(LEAVE)):
        assert page["Cache-Control"] == "no-store"
        assert not page.has_header("ETag")


def test_sending_the_same_yes_twice_rules_once(device: Client) -> None:
    fields = shown(device, "cat")
    assert sent(device, fields).content == sent(device, fields).content
    assert JournalEntry.objects.filter(command="judge.ruled").count() == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Type the words of the play."),
        ("cat\nc4t", "In c4t, the character 4 is on no tile."),
        ("c?t", "In c?t, the character ? is on no tile."),
        ("*", "In *, the character * is on no tile."),
        ("a\0b", "There is a character that is on no tile."),
        ("<b>x</b>", "the character &lt; is on no tile."),
        ("a", "a is only one tile; a word has at least two."),
        ("abcdefghijklmnopq", "abcdefghijklmno... is longer than 15 tiles."),
        ("ax " * 9, "A play can make at most 8 words."),
        ("x" * 100_000, "is longer than 15 tiles."),
    ],
)
def test_what_cannot_be_judged_is_typed_again_with_a_sentence(
    device: Client, words: str, said: str
) -> None:
    answer = device.post(RULE, {"step": "check", "words": words})
    page = source(answer)
    assert said in page
    assert "</textarea>" in page
    if words.isalpha():
        assert f"{words}</textarea>" in page


def test_a_yes_without_its_token_is_no_ruling(device: Client) -> None:
    fields = shown(device, "cat")
    for token in ("", "0" * 31, "g" * 32, "0" * 200):
        page = source(sent(device, fields | {"token": token}))
        assert "Show the words to the opponent first." in page
    assert "already used" not in source(sent(device, fields))
    assert "already used" in source(sent(device, fields | {"words": "DOG"}))
    assert JournalEntry.objects.filter(command="judge.ruled").count() == 1


def test_too_many_rulings_have_to_wait_with_the_words_kept(device: Client) -> None:
    for _ in range(RULINGS_A_MINUTE - 1):
        ruling(device, "cat")
    confirmed = shown(device, "dog")
    ruling(device, "cat")
    for page in (sent(device, confirmed), *(_shows(device, words) for words in ("dog", "zzz"))):
        told = source(page)
        assert re.search(
            r"12 rulings in a minute\. Try again in \d+ s, or ask the director\.", told
        )
        assert re.search(r"(DOG|dog|zzz)</textarea>", told)


def test_a_lexicon_that_changes_between_the_words_and_the_yes_is_looked_at_first(
    client: Client, spring: KnownPlaces
) -> None:
    station(lexicon="", place="spring/A")
    judge(client)
    fields = shown(client, "cat")
    spring.put("spring/A", lexicon=chosen("OTHER", (*WORDS, "TAC")))
    page = source(sent(client, fields))
    assert "The lexicon was changed in the meantime." in page
    assert "The list OTHER" in page
    assert "ACCEPTABLE" not in page
    assert "CAT</textarea>" in page


def test_a_place_without_a_lexicon_stops_its_judge_and_still_lets_the_director_out(
    client: Client, spring: KnownPlaces
) -> None:
    station(lexicon="", place="spring/A")
    judge(client)
    spring.put("spring/A", lexicon=None)
    for answer in (client.get(JUDGE), client.post(RULE, {"step": "check", "words": "cat"})):
        assert "No lexicon is chosen for Spring, A." in source(answer)
    assert client.post(LEAVE, {"pin": PIN})["Location"] == JUDGE
    assert "Make this device a judge" in source_at(client, JUDGE)


def test_a_spanish_and_a_hungarian_judge_read_their_own_tiles(client: Client) -> None:
    imported_list("ES", ["chico", "perro"], tile_set="es")
    imported_list("HU", ["[sz]ó"], tile_set="hu")
    station("es", "ES")
    station("hu", "HU", name="Hall 2")
    judge(client, "es")
    assert "is-yes" in source(ruling(client, "perro chico"))
    client.post(LEAVE, {"pin": PIN})
    judge(client, "hu")
    assert "<li>SZÓ</li>" in source(client.post(RULE, {"step": "check", "words": "szó"}))
    assert "is-yes" in source(ruling(client, "szó"))
    assert reverse("judge") == JUDGE
