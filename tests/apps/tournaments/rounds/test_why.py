"""The reasons of a round's pairing: on the page, as JSON, and who may read them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    give,
    new_event,
    signed_in,
)
from tests.apps.tournaments.desks import desk_after_round_1
from tests.pages import words_at
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.rounds.commands.pairing import OptionGiven, PairRound, Together
from tournaments.rounds.commands.rounds import PublishRound
from tournaments.rounds.queries.drafts import paired_round

__all__ = ["desk_after_round_1"]

pytestmark = pytest.mark.django_db
ADDRESS = reverse("desk-why", kwargs={"slug": SLUG})


def _pair(number: int = 2, **more: Any) -> None:
    given = {"method": "swiss", "confirmed": True, **more}
    give(PairRound(event=SLUG, division="A", round=number, **given))


def _page(desk: Client, number: int = 2) -> str:
    return words_at(desk, f"{ADDRESS}?division=A&round={number}")


def test_only_the_director_sees_why_a_draft_came_out_so(desk: Client) -> None:
    _pair()
    where: dict[str, Any] = {"division": "A", "round": 2, "format": "json"}
    assert "login" in Client().get(ADDRESS, where)["Location"]
    assert signed_in("otto").get(ADDRESS, where).status_code == 403
    assert desk.get(ADDRESS, where).status_code == 200


def test_every_board_says_what_it_cost_and_what_would_have_been_next_best(desk: Client) -> None:
    _pair()
    page = _page(desk)
    assert "Swiss" in page
    one, two = "1st, 1–0 +100; 1 first, 0 second", "2nd, 1–0 +50; "
    assert f"#1 Ada {one} #3 Cem {two}" in page
    # The winners meet; the one exchange without a repeat is 1-4 and 2-3, half wins apart.
    assert "#1 Ada – #4 Dov #3 Cem – #2 Bea" in page or "#1 Ada – #4 Dov #2 Bea – #3 Cem" in page
    assert "difference in half wins, squared +8" in page


def test_exchanges_that_cost_nothing_are_left_to_the_lot() -> None:
    new_event()
    for name in ("Eve", "Fay", "Gus", "Hal"):
        give(AddEntry(event=SLUG, division="A", members=(Member(name=name),), rating=1000))
    give(CheckIn(event=SLUG, division="A", here=tuple(range(1, 9))))
    _pair(1, method="quartiles")
    page = _page(signed_in("dora"), 1)
    assert page.count("Others would be as good; it was decided by lot.") == 4
    assert "#1 Ada –" not in page


def test_numbers_that_were_asked_for_are_called_as_on_the_form(desk: Client) -> None:
    _pair(method="factor", options=(OptionGiven(key="factor", value=2),))
    page = _page(desk)
    assert "Factor 2" in page
    assert "At the top, opponents are as many ranks apart as the factor says." in page


def test_what_the_director_fixed_is_said_to_be_so(desk: Client) -> None:
    _pair(fixed=(Together(one=1, two=4),))
    page = _page(desk)
    assert "Kept at your request" in page
    assert "Join different records 2" in page


def test_the_gap_between_firsts_and_seconds_is_counted_before_and_after(desk: Client) -> None:
    _pair()
    table = _page(desk).partition("Gap Before After")[2].partition("Board by board")[0]
    before_and_after = [int(number) for number in table.split()[:6]]
    assert before_and_after[1::3] == [0, 4]
    assert sum(before_and_after[2::3]) == 4


def test_a_published_round_is_explained_as_its_draft_was(desk: Client) -> None:
    _pair()
    draft = _page(desk)
    give(PublishRound(event=SLUG, division="A", round=2))
    published = _page(desk)
    assert published.partition("Board by board")[2] == draft.partition("Board by board")[2]


def test_json_answers_as_the_console_does(desk: Client) -> None:
    _pair()
    data = desk.get(f"{ADDRESS}?division=A&round=2&format=json").json()
    assert data == paired_round(division(), 2)
    assert data["totals"] == {"repeats": 0, "floats": 0, "same_debts": data["totals"]["same_debts"]}
    row = data["explanation"][0]
    assert row["alternative"]["costs"]["wins"] == 8
    assert sum(r["terms"]["total"] for r in data["explanation"]) == data["objective"]["total"]


def test_a_round_that_is_not_set_up_says_so(desk: Client) -> None:
    assert "not set up yet" in _page(desk)
    nothing = desk.get(f"{ADDRESS}?division=A&round=2&format=json")
    assert nothing.status_code == 404


def test_a_round_by_hand_has_boards_and_no_costs(desk: Client) -> None:
    page = _page(desk, 1)
    assert "Paired by hand" in page
    assert "Put together by hand" in page
