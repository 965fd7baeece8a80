"""Somebody who comes late, or was never entered, is taken in by a guided step."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    entries_of,
    give,
    publish,
)
from tests.apps.tournaments.desks import desk_of_five
from tests.apps.tournaments.rounds.round_pages import press_way
from tests.pages import source_at, words, words_at
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.event.commands.event import ChangeRules, CreateDivision
from tournaments.kernel.queries.sheet import load_sheet

__all__ = ["desk_of_five"]

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}


def _address(path: str, number: int = 1) -> str:
    return reverse(f"desk-{path}", kwargs={"slug": SLUG}) + f"?division=A&round={number}"


def _planned(desk: Client) -> str:
    """Play round 1 without Dov, who withdrew; return the address of the step for round 2."""
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    give(WithdrawEntry(**A, entry=4, from_round=2))
    return _address("arrival", 2)


def test_a_round_that_is_not_paired_yet_leads_to_who_came_late(desk: Client) -> None:
    address = _planned(desk)
    assert "Somebody came late, or comes back" in words_at(
        desk, address.replace("arrival", "round")
    )
    assert "Somebody came late" in words_at(desk, reverse("desk-event", args=(SLUG,)))
    page = source_at(desk, address)
    assert "#4 Dov" in page
    # Nobody waits for a seat in a round that has none.
    assert "#1 Ada" not in page
    [focused] = re.findall(r"<[^>]* autofocus[^>]*>", page)
    assert 'id="find"' in focused


def test_who_comes_late_before_a_round_is_paired_plays_in_it_by_onepress_way(desk: Client) -> None:
    address = _planned(desk)
    page = source_at(desk, address + "&entry=4")
    press_way(desk, page, "Let #4 Dov play from round 2 on")
    assert says(entries_of()[-1]) == "No. 4 Dov plays again from round 2"


def test_somebody_new_is_entered_late_with_the_missed_rounds_told_and_nothing_asked_again(
    desk: Client,
) -> None:
    page = source_at(desk, _planned(desk) + "&q=Zoe")
    told = (
        "A player entered now plays from round 2 on. Round 1 is missed and counts as a loss, −50."
    )
    assert told in unescape(page)
    [focused] = re.findall(r"<[^>]* autofocus[^>]*>", page)
    assert 'name="roster" value="Zoe"' in focused
    action, sent = _newcomer(page)
    assert desk.post(action, sent).status_code == 302
    said = "Roster of division A: 1 entry added (Zoe), round 1 missed"
    assert says(entries_of()[-1]) == said
    zoe = division().entries.get(name="Zoe")
    boards = load_sheet(division()).by_round[1]
    assert [b.reason for b in boards if b.one.entry == zoe.number] == ["absent"]


def test_somebody_new_is_asked_about_when_a_round_was_published_since(desk: Client) -> None:
    action, sent = _newcomer(source_at(desk, _planned(desk) + "&q=Zoe"))
    publish(2, (1, 2), (3, 5))
    asked = desk.post(action, sent)
    assert asked.status_code == 422
    assert "Some rounds are already published" in words(asked)
    assert not division().entries.filter(name="Zoe").exists()


def _newcomer(page: str) -> tuple[str, dict[str, str]]:
    """Return where the line of who is not entered yet is sent, and what is sent."""
    [form] = re.findall(r'<form method="post" action="[^"]*roster.*?</form>', page, re.S)
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    return unescape(form.split('action="')[1].split('"')[0]), dict(fields)


@pytest.mark.parametrize(
    ("missed", "said"),
    [
        (0, "Round 1 is missed and counts as nothing."),
        (None, "Round 1 is missed and counts as nothing."),
        (-75, "Round 1 is missed and counts as a loss, −75."),
    ],
)
def test_what_a_missed_round_counts_is_said_as_the_rules_say(
    desk: Client, missed: int | None, said: str
) -> None:
    give(ChangeRules(**A, overrides={"missed_round_spread": missed}, confirmed=True))
    assert said in unescape(source_at(desk, _address("arrival")))


def test_a_late_arrival_is_looked_for_in_any_division(desk: Client) -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    page = unescape(source_at(desk, _address("arrival")))
    address = reverse("desk-arrival", args=(SLUG,)) + "?division=B"
    assert f'href="{address}"' in page
    other = words_at(desk, address)
    assert "division B, round 1" in other
    assert "A player entered now plays from round 1 on. No round is missed." in other
