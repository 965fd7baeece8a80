"""Closing an event: what is still open, what comes next, and opening it again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import RestoreTo, UndoEntry, says
from tests.apps.tournaments.board_games.game_events import hand_in, played_event
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.pages import source_at, words, words_at
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.closing.queries.left_open import closed_by
from tournaments.closing.queries.unfinished import look_at, unfinished_of
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

CLOSING = "desk-close-event"


def _address(name: str, **more: Any) -> str:
    return reverse(name, kwargs={"slug": SLUG, **more})


def _asked() -> str:
    with pytest.raises(NeedsConfirmation) as asked:
        give(CloseEvent(event=SLUG))
    return asked.value.message


def test_nobody_but_the_director_closes_or_opens_an_event() -> None:
    new_event()
    for name in (CLOSING, "desk-reopen-event"):
        assert Client().post(_address(name)).status_code == 302
        assert signed_in(f"otto-{name}").post(_address(name)).status_code == 403
    give(CloseEvent(event=SLUG))
    with pytest.raises(NotAllowed):
        execute(ReopenEvent(event=SLUG), actor=Actor(name="otto"))
    assert Tournament.objects.get().closed


def test_everything_that_is_open_is_named_before_an_event_is_closed() -> None:
    played_event()
    hand_in(1)
    enter(1, 1, 300, 400)
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), confirmed=True))
    publish(2, (1, 3), (2, 4), byes=(5,))
    set_up(3, (1, 4), (2, 3), byes=(5,))
    assert _asked() == (
        "Still open: division A, round 1: 1 result is missing, of board 2; division A, round 2: 2 "
        "results are missing, of board 1 and 2; division A, round 3: a draft that was never "
        "published; division A: only 2 of 3 rounds were published; division A, round 1: record "
        "and result do not agree at board 1; division A, round 1: a recorded game waits for "
        "confirmation at board 1. Close anyway?"
    )
    give(CloseEvent(event=SLUG, confirmed=True))
    assert says(entries_of()[-1]).startswith("Event closed; still open: division A, round 1: 1 ")


def test_the_page_that_closes_leads_to_each_open_end_and_says_what_comes_next() -> None:
    new_event(divisions="AB")
    give(ChangeRules(event=SLUG, division="B", rating_system=""))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    client = signed_in("dora")
    page = client.get(_address(CLOSING))
    assert "Division A, round 1: 1 result is missing, of board 2" in words(page)
    place = "?division=A&amp;round=1"
    assert f'<a href="{_address("desk-enter")}{place}">' in page.content.decode()
    assert "No rating changes in division B, because no system rates it." in words(page)
    assert "The ratings are computed at once, and the rating lists are updated." in words(page)
    for name, more in (
        ("desk-submission", {}),
        ("desk-copies", {}),
        ("desk-document", {"document": "standings"}),
    ):
        assert f'<a href="{_address(name, **more)}">' in page.content.decode()
        assert client.get(_address(name, **more)).status_code == 200


def test_an_event_that_lacks_nothing_is_closed_without_a_question() -> None:
    new_event()
    give(ChangeRules(event=SLUG, division="A", planned_rounds=1))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    client = signed_in("dora")
    assert "Every result is in, and nothing is left open." in words_at(client, _address(CLOSING))
    client.post(_address(CLOSING))
    assert says(entries_of()[-1]) == "Event closed"


def test_a_closed_event_is_opened_again_by_a_button_and_says_what_comes_next() -> None:
    new_event()
    client = signed_in("dora")
    overview = _address("desk-event")
    again = f'action="{_address("desk-reopen-event")}"'
    assert again not in source_at(client, overview)
    give(CloseEvent(event=SLUG))
    page = client.get(overview)
    assert again in page.content.decode()
    assert "What comes next Print the final standings" in words(page)
    sent = {"token": hidden(page.content)}
    answer = client.post(_address("desk-reopen-event"), sent, follow=True)
    assert "Event opened again" in words(answer)
    twice = client.post(_address("desk-reopen-event"), sent, follow=True)
    assert twice.status_code == 200
    assert "It was sent twice but done only once." in words(twice)
    assert again not in answer.content.decode()
    assert not Tournament.objects.get().closed
    with pytest.raises(Refused, match=r"The event is open\."):
        give(ReopenEvent(event=SLUG))


def test_the_overview_of_a_closed_event_says_since_when_and_what_is_still_open() -> None:
    played_event()
    hand_in(1)
    enter(1, 1, 300, 400)
    give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
    publish(2, (1, 3), (2, 4))
    give(CloseEvent(event=SLUG, confirmed=True))
    closing = entries_of()[-1]
    page = signed_in("dora").get(_address("desk-event"))
    shown = words(page)
    since = f"{timezone.localtime(closing.at):%H:%M}, by {closing.actor}. Nothing can be entered"
    assert "The event is closed Closed since " in shown
    assert since in shown
    event = Tournament.objects.get()
    ends = unfinished_of(event, look_at(event))
    assert [end.text for end in ends] == closing.answer["open_ends"]
    for end in ends:
        assert f"Division {end.text.removeprefix('division ')}" in shown
    assert "division A, round 1: 1 result is missing, of board 2" in closing.answer["open_ends"]
    assert "No rating changes in division A, because no system rates it." in shown
    assert "not in the register" not in shown, "no list counts the event"
    assert "Rounds 1 to 2 not complete; round 3 not published." in shown
    assert "closed; round" not in shown
    assert "Look at these first" not in shown


def test_the_overview_of_a_closed_event_asks_hardly_more_than_that_of_an_open_one() -> None:
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))
    client = signed_in("dora")

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(_address("desk-event")).status_code == 200
        return len(asked)

    queries()  # what is kept by the process is read
    opened = queries()
    give(CloseEvent(event=SLUG, confirmed=True))
    assert queries() <= opened + 3, (opened, queries())


def test_an_event_closed_with_nothing_left_says_so() -> None:
    new_event()
    give(ChangeRules(event=SLUG, division="A", planned_rounds=1))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    client = signed_in("dora")
    nothing = "Every result is in, and nothing is left open."
    assert nothing not in words_at(client, _address("desk-event"))
    give(CloseEvent(event=SLUG))
    shown = words_at(client, _address("desk-event"))
    assert nothing in shown
    assert "Round 1 complete." in shown
    assert "counts from the day on which it was first closed" in shown


def test_since_when_an_event_is_closed_goes_by_what_closed_it_last() -> None:
    new_event()
    stream = f"event:{SLUG}"
    assert closed_by(Tournament.objects.get()) is None
    give(CloseEvent(event=SLUG))
    closing = entries_of()[-1].seq
    assert closed_by(Tournament.objects.get()) == entries_of()[-1]
    give(ReopenEvent(event=SLUG))
    assert closed_by(Tournament.objects.get()) is None
    give(UndoEntry(journal=stream, seq=closing + 1))
    assert closed_by(Tournament.objects.get()) == entries_of()[-1]
    give(UndoEntry(journal=stream, seq=closing + 2))
    assert closed_by(Tournament.objects.get()) is None


def test_the_page_for_results_of_a_closed_event_takes_no_line_and_pairs_nothing() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    client = signed_in("dora")
    address = f"{_address('desk-enter')}?division=A&round=1"
    open_page = source_at(client, address)
    assert "Pair round 2" in open_page
    assert ">Correct<" in open_page
    for kind in ("to pair", "draft"):
        if kind == "draft":
            set_up(2, (1, 3), (2, 4))
        give(CloseEvent(event=SLUG, confirmed=True))
        page = client.get(address)
        shown = page.content.decode()
        said = "The event is closed, so no result can be entered or corrected. Open the event again"
        assert said in words(page), kind
        assert f'<a href="{_address("desk-reopen-event")}">' in shown
        assert re.search(r'<input id="line"[^>]* disabled>', shown), kind
        assert "<button disabled>Enter</button>" in shown
        for offer in ("Pair round", "Publish it", ">Correct<", " autofocus"):
            assert offer not in shown, (kind, offer)
        give(ReopenEvent(event=SLUG))


def test_a_closing_is_undone_or_opened_but_not_both() -> None:
    new_event()
    give(CloseEvent(event=SLUG))
    closing = entries_of()[-1].seq
    give(ReopenEvent(event=SLUG))
    with pytest.raises(Refused, match="Event opened again"):
        give(UndoEntry(journal=f"event:{SLUG}", seq=closing))
    give(UndoEntry(journal=f"event:{SLUG}", seq=closing + 1))
    assert Tournament.objects.get().closed
    give(UndoEntry(journal=f"event:{SLUG}", seq=closing + 2))
    assert not Tournament.objects.get().closed
    give(RestoreTo(journal=f"event:{SLUG}", seq=closing - 1))
    assert not Tournament.objects.get().closed


def test_a_replay_is_asked_nothing_that_was_not_asked_about_when_it_was_closed() -> None:
    new_event()
    set_up(1, (1, 2), (3, 4))
    with pytest.raises(NeedsConfirmation, match="a draft that was never published"):
        give(CloseEvent(event=SLUG))
    give(CloseEvent(event=SLUG), recorded={})
    assert Tournament.objects.get().closed
