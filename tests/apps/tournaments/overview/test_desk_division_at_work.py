"""Rounds and Enter without a division lead to the one that is not finished."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.execute import execute
from tests.apps.tournaments.desk_events import SLUG, give, new_event, signed_in
from tests.pages import words_at
from tournaments.event.commands.event import CreateDivision
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

BOARDS = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))


@pytest.fixture
def desk() -> Client:
    """Divisions A and B of four; round 1 of both is being played, B was published last."""
    new_event(divisions="AB")
    for name in "AB":
        where: dict[str, Any] = {"event": SLUG, "division": name, "round": 1}
        give(SetUpRound(**where, boards=BOARDS))
        give(PublishRound(**where))
    return signed_in("dora")


def _finish(name: str) -> None:
    for entry in (1, 3):
        _enter(name, entry)


def _enter(name: str, entry: int, who: str = "dora") -> None:
    where: dict[str, Any] = {"event": SLUG, "division": name, "round": 1, "entry": entry}
    command = EnterResult(**where, score=400, opponent_score=380)
    execute(command, actor=Actor(who, trusted=True))


def _led_to(desk: Client) -> list[str]:
    """Return where the tabs Rounds and Enter lead, as the pages head it."""
    pages = (words_at(desk, reverse(f"desk-{name}", args=(SLUG,))) for name in ("round", "enter"))
    heads = ("Division {}, round {}", "Enter results: division {}, round {}")
    return [
        next(
            f"{name}{number}"
            for name in "AB"
            for number in "12"
            if head.format(name, number) in page
        )
        for head, page in zip(heads, pages, strict=True)
    ]


@pytest.mark.parametrize(("finished", "left"), [("A", "B1"), ("B", "A1")])
def test_they_lead_to_the_division_whose_round_is_not_finished(
    desk: Client, finished: str, left: str
) -> None:
    _finish(finished)
    assert _led_to(desk) == [left, left]


def test_of_two_that_are_played_they_lead_to_the_one_this_person_last_worked_at(
    desk: Client,
) -> None:
    assert _led_to(desk) == ["A1", "A1"]
    _enter("B", 1)
    assert _led_to(desk) == ["B1", "B1"]
    _enter("A", 1, who="boss")
    assert _led_to(desk) == ["B1", "B1"]


def test_from_the_page_of_a_division_that_is_played_they_stay_with_it(desk: Client) -> None:
    _enter("B", 1)
    page = desk.get(reverse("desk-round", args=(SLUG,)), {"division": "A", "round": "1"})
    addresses = [f"{reverse(f'desk-{tab}', args=(SLUG,))}?near=A" for tab in ("round", "enter")]
    for address in addresses:
        assert f'href="{address}"' in page.content.decode()
        assert "ivision A, round 1" in words_at(desk, address)
    _finish("A")
    for address in addresses:
        assert "ivision B, round 1" in words_at(desk, address)


def test_once_both_rounds_are_finished_they_lead_to_the_one_last_worked_at(desk: Client) -> None:
    _finish("B")
    _finish("A")
    assert _led_to(desk) == ["A2", "A1"]


def test_a_division_without_anybody_is_not_waited_for(desk: Client) -> None:
    give(CreateDivision(event=SLUG, name="C", planned_rounds=3))
    _finish("B")
    _finish("A")
    assert _led_to(desk) == ["A2", "A1"]


def test_the_address_decides_where_it_names_a_division(desk: Client) -> None:
    _finish("A")
    page = words_at(desk, reverse("desk-enter", args=(SLUG,)) + "?division=A")
    assert "Enter results: division A, round 1" in page
