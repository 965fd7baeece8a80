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
from tests.apps.tournaments.desk_events import SLUG, entries_of, give, publish, undo
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
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision
from tournaments.models import Entry
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


def records(number: int) -> dict[int, str]:
    """Returns the records that the page of an entry shows, by entry number."""
    return {one.number: one.record for one in phone_of(entry(number)).places}


def task(number: int) -> Task | None:
    """Returns what the page of an entry asks of its player."""
    game = phone_of(entry(number)).game
    return None if game is None else game.task


@pytest.fixture
def _crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd is served, in the longest of seconds."""
    monkeypatch.setattr(memo, "_memos", OrderedDict())
    monkeypatch.setattr(serving, "in_threads", lambda: True)
    monkeypatch.setattr(serving, "_LATELY", timedelta(hours=1))


@pytest.mark.usefixtures("_crowd")
def test_in_a_crowd_the_own_game_is_that_of_now_and_the_places_of_a_second_ago() -> None:
    claim(1, 423, 389)
    first = {1: "1–0", 3: "0–0", 4: "0–0", 2: "0–1"}
    assert (task(1), records(1)) == (Task.SENT, first)
    claim(3, 400, 300)
    confirm(2, 389, 423)
    assert (task(1), records(1)) == (Task.AGREED, first)
    both = {1: "1–0", 3: "1–0", 4: "0–1", 2: "0–1"}
    assert (task(4), records(4)) == (Task.ANSWER, both)
    assert (task(1), records(1)) == (Task.AGREED, both)
    publish(2, (1, 3), (2, 4))
    assert (task(1), task(2)) == (Task.ENTER, Task.ENTER)


@pytest.mark.usefixtures("_crowd")
def test_in_a_crowd_a_round_that_is_paired_anew_sends_nobody_to_the_opponent_of_before() -> None:
    claim(1, 423, 389)
    claim(3, 400, 300)
    for pairs, opponents in (
        (((1, 3), (2, 4)), ["Cem", "Dov"]),
        (((1, 4), (2, 3)), ["Dov", "Cem"]),
    ):
        publish(2, *pairs)
        boards = [phone_of(entry(number)).next for number in (1, 2)]
        assert [board.name for board in boards if board is not None] == opponents
        last = entries_of()[-1].seq
        undo(last)
        undo(last - 1)


def enters_b(name: str, rating: int) -> None:
    """Enters somebody in a division B, in which no round is published."""
    give(AddEntry(event=SLUG, division="B", members=(Member(name=name),), rating=rating))


def entered_in_b() -> list[Entry]:
    """Returns the entries of B in the order of their numbers, as links find them."""
    rows = Entry.objects.select_related("division__tournament", "tournament")
    return list(rows.filter(division__name="B").order_by("number"))


def called(entries: list[Entry]) -> list[tuple[int, str]]:
    """Returns the number and name that each entry reads on its page."""
    return [(phone.number, phone.name) for phone in map(phone_of, entries)]


@pytest.mark.usefixtures("_crowd")
def test_in_a_crowd_nobody_reads_the_name_of_who_had_the_number_a_second_ago() -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    enters_b("Eve", 1500)
    enters_b("Fay", 1400)
    assert called(entered_in_b()) == [(1, "Eve"), (2, "Fay")]
    enters_b("Gus", 1600)
    assert called(entered_in_b()) == [(1, "Gus"), (2, "Eve"), (3, "Fay")]
    enters_b("Hal", 1700)
    # What is a second old has no fourth entry.
    assert called(entered_in_b()[-1:]) == [(4, "Fay")]


def test_who_is_looked_up_while_numbers_follow_the_seeding_reads_their_own_name() -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    enters_b("Eve", 1500)
    looked_up = entered_in_b()
    enters_b("Gus", 1600)
    assert called(looked_up) == [(2, "Eve")]


@pytest.mark.usefixtures("_crowd")
def test_what_was_made_before_the_clock_was_set_back_is_not_of_a_second_ago() -> None:
    claim(1, 423, 389)
    assert records(1)[3] == "0–0"
    opened = memo.memo_of(("division", entry(1).division_id)).last("read model")
    opened.at += timedelta(minutes=30)
    claim(3, 400, 300)
    assert records(1)[3] == "1–0"


def test_the_page_of_the_event_leads_to_the_number_and_pin_only_while_phones_are_open(
    client: Client,
) -> None:
    leads = f'href="/go/{SLUG}/"'
    assert leads in source(client.get(f"/events/{SLUG}/"))
    give(SetPhones(event=SLUG, division="A", mode=Mode.OFF))
    assert leads not in source(client.get(f"/events/{SLUG}/"))
