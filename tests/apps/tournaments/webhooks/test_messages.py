"""What a receiver is told is what the journal says, in its order, with the names of the pages."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from core.models import JournalEntry
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    four_played,
    give,
    new_event,
    publish,
    set_up,
    undo,
)
from tests.apps.tournaments.prizes.prize_events import with_prizes
from tests.apps.tournaments.webhooks.hooked import NOON, hooked, kinds, sent_at, told
from tests.apps.tournaments.webhooks.receivers import Receiver
from tests.builders.events import HIDDEN, a_played_event, hidden_players, some_results
from tournaments.clock.commands.timing import AnnounceStart, StopClock
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import DateEvent
from tournaments.prizes.commands.terms import PublishPrizes
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.rearranging import SwapSeats, UnpublishRound
from tournaments.rounds.commands.rounds import PublishRound
from tournaments.webhooks.setting_up import try_now

pytestmark = pytest.mark.django_db

API = "/api/v1/events/spring/divisions"
A_ROUND: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}


def correct(entry: int, score: int, opponent: int) -> None:
    """Correct a result of round 1."""
    command = CorrectResult(
        **A_ROUND, entry=entry, score=score, opponent_score=opponent, confirmed=True
    )
    give(command, reason="misread")


def test_a_published_round_is_told_with_links_to_its_pages(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    sent_at()
    (body,) = told(receiver)
    entry = JournalEntry.objects.get(command="round.published")
    assert body.pop("id") == receiver.taken[0][1]["webhook-id"]
    assert body == {
        "type": "round.published",
        "timestamp": entry.at.isoformat(),
        "data": {
            "event": {"slug": SLUG, "name": "Spring"},
            "division": "A",
            "round": 1,
            "log": entry.seq,
            "links": {
                "api": f"https://hall.example{API}/A/rounds/1/results",
                "event": "https://hall.example/events/spring/",
                "pairings": "https://hall.example/events/spring/A/pairings/1/",
                "results": "https://hall.example/events/spring/A/results/1/",
                "standings": "https://hall.example/events/spring/A/standings/",
            },
        },
    }


def test_every_link_of_a_message_leads_to_what_anybody_may_read(
    receiver: Receiver, settings: Settings, client: Client
) -> None:
    new_event()
    webhook = hooked(receiver, settings)
    try_now(webhook, NOON)
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    give(CloseEvent(event=SLUG, confirmed=True))
    sent_at()
    assert kinds(receiver) == ["ping", "round.published", "result.entered", "division.closed"]
    links = {link for body in told(receiver) for link in body["data"]["links"].values()}
    assert len(links) == 7
    for link in links:
        path = link.removeprefix("https://hall.example")
        assert client.get(path).status_code == 200, link


def test_a_draft_is_told_to_nobody(receiver: Receiver, settings: Settings) -> None:
    new_event()
    hooked(receiver, settings)
    set_up(1, (1, 2), (3, 4))
    sent_at()
    assert told(receiver) == []


def test_a_result_is_told_as_it_was_after_each_entry_of_the_log(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    hooked(receiver, settings)
    enter(1, 1, 400, 300)
    enter(1, 4, 250, 250)
    correct(1, 350, 410)
    undo()
    undo()
    sent_at()
    assert kinds(receiver) == ["result.entered"] * 2 + ["result.corrected"] * 3
    scores = [[one["score"] for one in body["data"]["entries"]] for body in told(receiver)]
    assert scores == [[400, 300], [250, 250], [350, 410], [400, 300], [350, 410]]
    first = told(receiver)[0]["data"]
    assert (first["board"], first["outcome"], first["round"]) == (1, "played", 1)
    ada, bea = sorted(first["entries"], key=lambda one: one["number"])
    assert {ada.pop("side"), bea.pop("side")} == {"first", "second"}
    assert ada == {"number": 1, "name": "Ada", "score": 400, "wins": 1.0, "spread": 100}
    assert bea == {"number": 2, "name": "Bea", "score": 300, "wins": 0.0, "spread": -100}
    tie = told(receiver)[1]["data"]["entries"]
    assert [(one["wins"], one["spread"]) for one in tie] == [(0.5, 0), (0.5, 0)]


def test_a_result_that_was_undone_is_told_without_scores(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    hooked(receiver, settings)
    enter(1, 1, 400, 300)
    undo()
    sent_at()
    assert kinds(receiver) == ["result.entered", "result.undone"]
    gone = told(receiver)[1]["data"]
    assert gone["outcome"] is None
    assert [(one["name"], one["score"]) for one in gone["entries"]] == [
        ("Ada", None),
        ("Bea", None),
    ]


def test_who_sat_at_a_board_is_told_even_if_others_sit_there_now(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    hooked(receiver, settings)
    enter(1, 1, 400, 300)
    undo()
    give(UnpublishRound(**A_ROUND, confirmed=True))
    set_up(1, (1, 3), (2, 4), confirmed=True)
    sent_at()
    assert kinds(receiver) == ["result.entered", "result.undone", "round.unpublished"]
    for body in told(receiver)[:2]:
        assert {one["name"] for one in body["data"]["entries"]} == {"Ada", "Bea"}


def test_a_round_that_is_rearranged_is_told_and_so_is_the_undo_of_that(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    hooked(receiver, settings)
    give(SwapSeats(**A_ROUND, one=2, two=3, confirmed=True))
    undo()
    sent_at()
    assert kinds(receiver) == ["round.rearranged", "round.rearranged"]
    assert {body["data"]["round"] for body in told(receiver)} == {1}


def test_byes_of_a_draft_are_told_to_nobody_and_come_and_go_with_their_round(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1000))
    hooked(receiver, settings)
    set_up(1, (1, 2), (3, 4), byes=(5,))
    sent_at()
    assert told(receiver) == []
    give(PublishRound(**A_ROUND))
    give(UnpublishRound(**A_ROUND, confirmed=True))
    undo()
    sent_at()
    assert kinds(receiver) == ["round.published", "round.unpublished", "round.published"]


def test_closing_tells_of_every_division_and_so_does_opening_again(
    receiver: Receiver, settings: Settings
) -> None:
    new_event(divisions="AB")
    hooked(receiver, settings)
    give(CloseEvent(event=SLUG, confirmed=True))
    give(ReopenEvent(event=SLUG), reason="a slip was found")
    sent_at()
    assert [(body["type"], body["data"]["division"]) for body in told(receiver)] == [
        ("division.closed", "A"),
        ("division.closed", "B"),
        ("division.reopened", "A"),
        ("division.reopened", "B"),
    ]


def test_what_is_done_with_a_clock_is_told_of_each_division_with_where_it_is_read(
    receiver: Receiver, settings: Settings
) -> None:
    new_event(divisions="AB")
    hooked(receiver, settings)
    give(AnnounceStart(event=SLUG, minutes=10))
    give(StopClock(event=SLUG, divisions=("B",)))
    sent_at()
    bodies = told(receiver)
    assert [(body["type"], body["data"]["division"]) for body in bodies] == [
        *(("clock.changed", name) for name in "ABB")
    ]
    links = bodies[0]["data"]["links"]
    assert [Client().get(links[name]).status_code for name in ("clock", "api")] == [200, 200]


def test_what_happened_before_it_was_added_and_what_is_of_no_public_page_is_not_told(
    receiver: Receiver, settings: Settings
) -> None:
    four_played()
    hooked(receiver, settings)
    give(DateEvent(event=SLUG, starts_on=date(2026, 5, 2)))
    sent_at()
    assert told(receiver) == []


def test_names_are_told_as_the_public_pages_have_them(
    receiver: Receiver, settings: Settings
) -> None:
    a_played_event(SLUG, players=4, rounds=1, registered=hidden_players(), open_games=2)
    hooked(receiver, settings)
    some_results(SLUG, "A", 1, [(1, 2), (3, 4)])
    sent_at()
    body = receiver.taken[0][2].decode()
    assert "Lady P" in body
    assert not [name for name in HIDDEN for _, _, body in receiver.taken if name in body.decode()]


def test_prizes_that_everybody_may_read_are_told_with_their_winners_when_the_event_closes(
    receiver: Receiver, settings: Settings
) -> None:
    with_prizes()
    hooked(receiver, settings)
    give(CloseEvent(event=SLUG, confirmed=True))
    sent_at()
    assert "prizes.won" not in kinds(receiver)
    give(PublishPrizes(event=SLUG, is_public=True))
    give(ReopenEvent(event=SLUG), reason="a slip was found")
    give(CloseEvent(event=SLUG, confirmed=True))
    sent_at()
    [body] = [one for one in told(receiver) if one["type"] == "prizes.won"]
    first = body["data"]["prizes"][0]
    assert (first["prize"], first["worth"]) == ("1st place, division A", "50.00 EUR")
    assert first["winners"] == [{"division": "A", "number": 1, "name": "Ada", "amount": 5_000}]
    assert first["why"]
    assert body["data"]["currency"] == "EUR"
