"""The page of a player: who comes to it, what it shows, and what can be sent from it."""

from __future__ import annotations

import re
from collections import OrderedDict
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core import memo
from tests.apps.tournaments.board_games.game_events import entry
from tests.apps.tournaments.desk_events import SLUG, give, publish
from tests.apps.tournaments.phones.phone_events import (
    claim,
    confirm,
    page,
    phones_open,
    result,
    sends,
    standing,
)
from tests.pages import source
from tournaments.board_games.commands.hand_in import RenewLink
from tournaments.claiming import ClaimStanding, Mode
from tournaments.clock.commands.timing import StartClock
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.queries.page import Task, phone_of
from tournaments.readmodel import serving

pytestmark = pytest.mark.django_db
LARGEST = 15_000


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event in soft mode."""
    phones_open()


def test_only_the_link_opens_the_page_and_no_cache_keeps_it(client: Client) -> None:
    old = page(1)
    answer = client.get(old)
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert len(answer.content) <= LARGEST
    assert client.get(old.replace(old[-10:-1], "aaaaaaaaa")).status_code == 404
    other = page(2)
    give(RenewLink(event=SLUG, division="A", entry=1, confirmed=True))
    assert client.get(old).status_code == client.post(f"{old}score/1/").status_code == 404
    assert client.get(page(1)).status_code == client.get(other).status_code == 200


def test_the_page_says_who_starts_against_whom_and_where(client: Client) -> None:
    said = re.sub(r"<[^>]+>|\s+", " ", source(client.get(page(1))))
    assert re.search(r"Round 1, board +1", said)
    assert re.search(r"You go +(first|second) +v Bea +\(1590\)", said)


def test_a_score_is_sent_and_answered_without_a_script(client: Client) -> None:
    assert sends(client, 1, score="423", opponent_score="389", seen="-").status_code == 302
    assert "You sent 423–389." in source(client.get(page(1)))
    shown = source(client.get(page(2)))
    assert "Ada says: you 389, they 423." in shown
    assert sends(client, 2, "confirm", score="389", opponent_score="423").status_code == 302
    assert "You lost 389–423." in source(client.get(page(2)))
    assert (result(), standing()) == ((423, 389), ClaimStanding.AGREED)
    won = source(client.get(page(1)))
    assert won.index('id="my-board"') > won.index("/A/player/1/")
    assert "1st · 1–0 · +34" in won


def test_what_was_typed_wrong_or_looks_odd_is_told_in_a_sentence(client: Client) -> None:
    answer = sends(client, 1, score="4z3", opponent_score="389", seen="-")
    assert answer.status_code == 422
    assert "The score of Ada must be a whole number" in source(answer)
    odd = {"score": "42", "opponent_score": "389", "seen": "-"}
    answer = sends(client, 1, **odd)
    assert (answer.status_code, result()) == (422, None)
    accepted = re.search(r'name="confirmed" value="([^"]+)"', source(answer))
    assert accepted is not None
    assert sends(client, 1, **odd, confirmed=accepted[1]).status_code == 302
    assert result() == (42, 389)


def test_a_request_that_is_replayed_is_done_once_and_a_refused_one_never_later(
    client: Client,
) -> None:
    typed = {"token": "a" * 32, "score": "423", "opponent_score": "389", "seen": "-"}
    answers = [
        client.post(
            f"{page(1)}score/1/", {**typed, "opponent": 2}, headers={"accept": "application/json"}
        )
        for _ in range(2)
    ]
    assert [answer.json()["kind"] for answer in answers] == ["done", "done"]
    late = {"token": "b" * 32, "score": "398", "opponent_score": "423", "opponent": 1}
    where, asks = f"{page(2)}confirm/1/", {"accept": "application/json"}
    assert "look at it again" in client.post(where, late, headers=asks).json()["sentence"]
    claim(1, 423, 398)
    assert client.post(where, late, headers=asks).json()["kind"] == "wrong"
    assert standing() is ClaimStanding.CLAIMED


def test_what_waited_on_a_phone_is_answered_whatever_the_page_shows_now(client: Client) -> None:
    script: dict[str, Any] = {"headers": {"Accept": "application/json"}}
    fields = {"token": "0" * 32, "opponent": "2", "score": "423", "opponent_score": "389"}
    old = page(1)
    claim(1, 423, 398)
    confirm(2, 398, 423)
    told = client.post(f"{old}score/1/", fields, **script).json()
    assert (told["kind"], told["outdated"]) == ("wrong", True)
    give(SetPhones(event=SLUG, division="A", mode=Mode.OFF))
    shown = source(client.get(old))
    assert shown.index("csrfmiddlewaretoken") < shown.index('id="state"')
    give(RenewLink(event=SLUG, division="A", entry=1, confirmed=True))
    answer = client.post(f"{old}score/1/", fields, **script)
    assert answer.status_code == 404
    assert answer.json() == {"wrong": "This link is not valid. Ask the director for a new one."}


def test_in_strict_mode_neither_page_says_what_the_other_sent(client: Client) -> None:
    give(SetPhones(event=SLUG, division="A", mode=Mode.STRICT))
    claim(1, 423, 389)
    before = source(client.get(page(2)))
    claim(2, 398, 423)
    for shown in (before, source(client.get(page(2)))):
        # Tokens have any digits, but never these alone.
        assert not re.search(r"\b389\b", shown)
    assert "It counts once" in source(client.get(page(1)))


def test_a_link_that_sends_too_often_waits(client: Client) -> None:
    for _ in range(30):
        sends(client, 1, score="1", opponent_score="x", seen="-")
    answer = sends(client, 1, score="423", opponent_score="389", seen="-")
    assert (answer.status_code, result()) == (429, None)
    assert sends(client, 2, score="389", opponent_score="423", seen="-").status_code == 302


def test_the_page_takes_as_many_queries_in_a_late_round_as_in_the_first(client: Client) -> None:
    claim(1, 423, 389)
    claim(3, 400, 300)
    client.get(page(1))
    with CaptureQueriesContext(
        connection,
    ) as first:
        client.get(page(1))
    publish(2, (1, 3), (2, 4))
    client.get(page(1))
    with CaptureQueriesContext(connection) as later:
        client.get(page(1))
    assert len(later) <= len(first) <= 16
    give(StartClock(event=SLUG, divisions=("A",)))
    client.get(page(1))
    with CaptureQueriesContext(connection) as timed:
        said = source(client.get(page(1)))
    assert len(timed) <= len(later)
    assert f'data-from="/events/{SLUG}/clock/"' in said
    assert f'href="/events/{SLUG}/A/why/1/2/"' in said


def test_in_a_crowd_the_own_game_is_that_of_now_and_the_places_of_a_second_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memo, "_memos", OrderedDict())
    monkeypatch.setattr(serving, "in_threads", lambda: True)
    monkeypatch.setattr(serving, "_LATELY", timedelta(hours=1))

    def seen(number: int) -> tuple[Task | None, dict[int, str]]:
        phone = phone_of(entry(number))
        task = None if phone.game is None else phone.game.task
        return task, {one.number: one.record for one in phone.places}

    claim(1, 423, 389)
    first = {1: "1–0", 3: "0–0", 4: "0–0", 2: "0–1"}
    assert seen(1) == (Task.SENT, first)
    claim(3, 400, 300)
    confirm(2, 389, 423)
    assert seen(1) == (Task.AGREED, first)
    both = {1: "1–0", 3: "1–0", 4: "0–1", 2: "0–1"}
    assert seen(4) == (Task.ANSWER, both)
    assert seen(1) == (Task.AGREED, both)
    publish(2, (1, 3), (2, 4))
    assert (seen(1)[0], seen(2)[0]) == (Task.ENTER, Task.ENTER)


def test_the_page_of_the_event_leads_to_the_number_and_pin_only_while_phones_are_open(
    client: Client,
) -> None:
    leads = f'href="/go/{SLUG}/"'
    assert leads in source(client.get(f"/events/{SLUG}/"))
    give(SetPhones(event=SLUG, division="A", mode=Mode.OFF))
    assert leads not in source(client.get(f"/events/{SLUG}/"))
