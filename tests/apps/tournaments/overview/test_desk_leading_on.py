"""The next steps on the page of a round, and a draft that was paired too early."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    give,
    hidden,
    publish,
    set_up,
    signed_in,
)
from tests.apps.tournaments.rounds.round_pages import A, address, round_page
from tests.pages import source, source_at, words, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.check_in import CheckIn
from tournaments.event.commands.event import DateEvent
from tournaments.rounds.commands.pairing import PairRound, Together

pytestmark = pytest.mark.django_db


def _tick(*not_here: int) -> None:
    here = tuple(number for number in (1, 2, 3, 4) if number not in not_here)
    give(CheckIn(**A, here=here, not_here=not_here))


def test_nobody_but_the_director_is_led_on_from_a_round(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    assert signed_in("otto").get(address("round", 1)).status_code == 403
    assert Client().get(address("round", 1)).status_code == 302


def test_pairing_without_the_results_of_a_round_is_asked_about_and_said_in_red_until_paired_again(
    desk: Client,
) -> None:
    _tick()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    sent = {"method": "swiss fold", "based_on": 0, "repeats": ""}
    asked = desk.post(address("pair-round", 2), sent)
    assert asked.status_code == 422
    question = "Board 2 of round 1 has no result. Pair round 2 without any result of round 1?"
    assert question in words(asked)
    sent["confirmed"] = hidden(asked.content, "confirmed")
    assert desk.post(address("pair-round", 2), sent).status_code == 302
    for path in ("round", "publish-round"):
        page = words_at(desk, address(path, 2))
        assert "Paired before round 1 was complete. Pair again" in page
    enter(1, 3, 400, 380)
    assert "Paired before round 1 was complete. Pair again" in round_page(desk, 2)
    again = {"method": "swiss fold", "based_on": 1, "repeats": ""}
    assert desk.post(address("pair-round", 2), again).status_code == 302
    assert "Paired before" not in round_page(desk, 2)


def test_fewer_results_chosen_while_every_round_is_complete_are_not_asked_about(
    desk: Client,
) -> None:
    _tick()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    sent = {"method": "swiss fold", "based_on": 0, "repeats": ""}
    assert desk.post(address("pair-round", 2), sent).status_code == 302
    assert "Paired before" not in round_page(desk, 2)


def test_the_reason_of_a_board_has_the_ranks_that_stand_beside_the_names(desk: Client) -> None:
    _tick()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    give(PairRound(**A, round=2, method="swiss", fixed=(Together(one=2, two=4),)))
    shown = desk.get(address("round", 2)).context["draft"].games
    ranks = [[seat.standing.split(",")[0] for seat in board.seats] for board in shown]
    assert sorted(ranks) == [["1st", "1st"], ["3rd", "3rd"]]
    assert "1st against 1st, equal wins." in [board.why for board in shown]


def test_a_draft_shows_the_ranking_that_its_pairing_stands_on(desk: Client) -> None:
    _tick()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    give(PairRound(**A, round=2, method="swiss", based_on=0, confirmed=True))
    shown = desk.get(address("round", 2)).context["draft"].games
    assert {seat.standing for board in shown for seat in board.seats} == {
        *("1600", "1590", "1580", "1570")
    }


def test_the_page_of_a_round_offers_a_thing_once_and_under_one_name(desk: Client) -> None:
    page = round_page(desk, 1)
    assert page.count("Write the pairings of round 1 by hand") == 1
    assert page.count("Pair round 1") == 2  # the heading of the card, and its button
    publish(1, (1, 2), (3, 4))
    assert round_page(desk, 1).count("Record a game against the wrong opponent") == 1


def test_a_published_round_leads_to_paper_and_clock_and_leaves_the_keys_to_the_desk(
    desk: Client,
) -> None:
    publish(1, (1, 2), (3, 4))
    page = source_at(desk, address("round", 1))
    for document in ("pairings", "slips"):
        paper = reverse("desk-document", args=(SLUG, document))
        assert f'href="{paper}?division=A&amp;round=1"' in page
    assert f'href="{reverse("desk-clock", args=(SLUG,))}"' in page
    assert " autofocus" not in page


def test_who_is_not_here_is_named_on_the_published_round(desk: Client) -> None:
    _tick(4)
    publish(1, (1, 2), byes=(3,))
    assert "Without a place in this round #4 Dov (did not come)." in round_page(desk, 1)


def test_what_follows_a_complete_round_stands_above_its_boards(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    page = source_at(desk, address("round", 1))
    assert page.index("What follows") < page.index("Pair round 2") < page.index('class="slips"')


def test_paper_leads_to_the_round_that_is_paired_and_not_published(desk: Client) -> None:
    paper = reverse("desk-paper", args=(SLUG,))
    assert "not published" not in words_at(desk, paper)
    set_up(1, (1, 2), (3, 4))
    page = desk.get(paper)
    said = "Round 1 of division A is paired but not published. Publish it"
    assert said in words(page)
    assert address("publish-round", 1).replace("&", "&amp;") in source(page)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("set-up-round", "Write the pairings of round 1 by hand"),
        ("pair-round", "Pair round 1"),
        ("publish-round", "Publish round 1"),
        ("record-played", "Record a game against the wrong opponent"),
    ],
)
def test_a_page_about_a_round_names_it_in_its_title_and_on_its_button(
    desk: Client, path: str, title: str
) -> None:
    page = source_at(desk, address(path, 1))
    assert f"<h1>{title}</h1>" in page
    assert re.search(rf"<button[^>]*>{title}</button>", page)


def test_a_complete_round_says_what_follows(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)
    page = round_page(desk, 1)
    assert "Every result of round 1 is in." in page
    assert "Pair round 2: 4 players, 2 boards" in page


def test_the_page_that_closes_says_where_an_event_without_a_first_day_would_count(
    desk: Client,
) -> None:
    closing = reverse("desk-close-event", args=(SLUG,))
    page = desk.get(closing)
    assert "The event has no first day. In rating lists it would count" in words(page)
    assert f'href="{reverse("desk-date-event", args=(SLUG,))}"' in source(page)
    give(DateEvent(event=SLUG, starts_on=date(2026, 5, 3)))
    assert "no first day" not in words_at(desk, closing)


def test_what_closing_would_do_is_not_said_of_a_closed_event(desk: Client) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    assert "no first day" not in words_at(desk, reverse("desk-close-event", args=(SLUG,)))


def test_what_to_do_when_somebody_is_missing_has_the_focus_where_one_asked_for_it(
    desk: Client,
) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    overview = desk.get(reverse("desk-event", kwargs={"slug": SLUG})).text
    found = re.search(r'href="([^"]*)">Somebody did not come, leaves or arrives<', overview)
    assert found is not None
    # A browser leaves the focus alone where the address leads to a place on the page.
    assert "#" not in found[1]
    page = desk.get(unescape(found[1])).text
    assert re.findall(r"<[^>]* autofocus>([^<]*)", page) == ["Somebody did not come"]
    usual = desk.get(address("round", 1)).text
    assert len(re.findall(r'<input class="score"[^>]* autofocus', usual)) == 1
