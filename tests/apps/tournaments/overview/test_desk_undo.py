"""Taking an old entry back at the desk: who may, and what follows from it, said first."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.results.entry_lines import (
    ROUND_1,
    URL,
    again,
    asked,
    done,
    result_of,
    typed,
)
from tests.builders.grounds import built_once
from tests.pages import source_at, words
from tournaments.models import Penalty, Result
from tournaments.results.commands.penalties import SetPenalty

pytestmark = pytest.mark.django_db

WAITS = "Round 2 is published and keeps its pairings. The standings stay at round 1 until"


@pytest.fixture
@built_once
def first() -> int:
    """Return the log of the first result of round 1, after which round 2 was published."""
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 300)
    publish(2, (1, 3), (2, 4))
    return next(entry.seq for entry in entries_of() if entry.command == "result.entered")


@pytest.fixture
def dora(first: int) -> Client:
    return signed_in("dora")


def test_the_log_offers_to_undo_only_what_somebody_may(first: int, dora: Client) -> None:
    eve, log = signed_in("eve", staff=False), reverse("desk-log", kwargs={"slug": SLUG})
    give(GiveRole(journal=f"event:{SLUG}", account="eve", role=Role.DATA_ENTRY))
    results = {entry.seq for entry in entries_of() if entry.command == "result.entered"}
    undone = re.compile(r"undo/\?seq=(\d+)")
    assert {int(seq) for seq in undone.findall(source_at(eve, log))} == results
    all_of_it = {int(seq) for seq in undone.findall(source_at(dora, log))}
    assert all_of_it == {entry.seq for entry in entries_of()}


def _undo(client: Client, seq: int) -> Any:
    """Press the button of the log."""
    return client.post(
        _address(seq),
        {"token": hidden(client.get(reverse("desk-log", kwargs={"slug": SLUG})).content)},
    )


def _accepted(client: Client, seq: int, answer: Any) -> Any:
    page = answer.content
    sent = {"token": hidden(page), "confirmed": hidden(page, "confirmed")}
    return client.post(_address(seq), sent)


def _address(seq: int) -> str:
    return reverse("desk-undo", kwargs={"slug": SLUG}) + f"?seq={seq}"


def test_a_stranger_and_another_director_take_nothing_back(first: int, client: Client) -> None:
    assert client.post(_address(first)).status_code == 302
    assert signed_in("other").post(_address(first)).status_code == 403
    assert Result.objects.filter(board__round__number=1).count() == 2


def test_an_old_result_is_taken_back_by_a_second_press_once_rounds_followed(
    dora: Client, first: int
) -> None:
    answer = _undo(dora, first)
    assert answer.status_code == 422
    assert WAITS in words(answer)
    assert Result.objects.filter(board__round__number=1).count() == 2
    assert _accepted(dora, first, answer).status_code == 302
    assert Result.objects.filter(board__round__number=1).count() == 1


def test_the_page_of_an_undo_says_what_follows_before_anything_is_pressed(
    dora: Client, first: int
) -> None:
    page = dora.get(_address(first))
    assert WAITS in words(page)
    assert _accepted(dora, first, page).status_code == 302


def test_what_was_accepted_of_one_entry_is_not_accepted_of_another(
    dora: Client, first: int
) -> None:
    accepted = hidden(dora.get(_address(first)).content, "confirmed")
    page = dora.get(_address(first + 1))
    sent = {"token": hidden(page.content), "confirmed": accepted}
    assert dora.post(_address(first + 1), sent).status_code == 422


def test_the_newest_results_are_taken_back_at_once(dora: Client) -> None:
    enter(2, 1, 350, 340)
    assert _undo(dora, entries_of()[-1].seq).status_code == 302
    assert not Result.objects.filter(board__round__number=2).exists()


def test_a_result_done_again_is_asked_about_when_it_goes_a_second_time(
    dora: Client, first: int
) -> None:
    give(UndoEntry(journal=f"event:{SLUG}", seq=first))
    assert _undo(dora, entries_of()[-1].seq).status_code == 302
    answer = _undo(dora, entries_of()[-1].seq)
    assert WAITS in words(answer)


def test_a_penalty_of_an_earlier_round_says_that_standings_change(dora: Client) -> None:
    penalty = SetPenalty(event=SLUG, division="A", round=1, entry=1, points=-50)
    give(penalty, reason="late")
    answer = _undo(dora, entries_of()[-1].seq)
    assert "The standings change." in words(answer)
    assert Penalty.objects.exists()


def test_u_asks_as_the_log_does(dora: Client) -> None:
    done(dora, again(dora, typed(dora, "2 390 423 ! added up wrongly")))
    answer = typed(dora, "u")
    said = asked(answer)
    assert "The earlier result counts again" in said
    assert "corrected: no. 2 Bea 390-423 no. 1 Ada" in said
    assert {result_of(2).score_one, result_of(2).score_two} == {390, 423}
    done(dora, again(dora, answer))
    assert {result_of(2).score_one, result_of(2).score_two} == {423, 389}


def test_u_given_again_on_the_page_that_asks_takes_it_back(dora: Client) -> None:
    done(dora, again(dora, typed(dora, "2 390 423 ! added up wrongly")))
    page = typed(dora, "u").content
    sent = {"token": hidden(page), "line": "u", "asked": hidden(page, "asked")}
    done(dora, dora.post(ROUND_1, sent))
    assert {result_of(2).score_one, result_of(2).score_two} == {423, 389}


def test_u_given_again_is_no_leave_to_take_back_what_was_not_asked_about(dora: Client) -> None:
    done(dora, again(dora, typed(dora, "2 390 423 ! added up wrongly")))
    page = typed(dora, "u").content
    penalty = SetPenalty(event=SLUG, division="A", round=1, entry=1, points=-50)
    execute(penalty, actor=Actor("dora", trusted=True), reason="late")
    sent = {"token": hidden(page), "line": "u", "asked": hidden(page, "asked")}
    assert "The standings change." in asked(dora.post(ROUND_1, sent))
    assert Penalty.objects.exists()


def test_u_in_the_last_round_asks_nothing(dora: Client) -> None:
    second = f"{URL}?division=A&round=2"
    done(dora, typed(dora, "1 350 340", url=second))
    done(dora, typed(dora, "u", url=second))
    assert not Result.objects.filter(board__round__number=2).exists()
