"""The desk page of reports."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.apps.tournaments.card_check.typed_slips import two_rounds
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    enter,
    five_playing,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.builders.events import a_played_event
from tests.pages import main_words, source
from tournaments.results.commands.results import EnterForfeit

pytestmark = pytest.mark.django_db
PAGE = "desk-reports"


def words_of(client: Client, **asked: Any) -> str:
    """Returns the words of the page."""
    return main_words(client.get(at(PAGE), asked))


def test_whoever_may_see_the_desk_may_read_reports_and_nobody_else() -> None:
    two_rounds()
    assert Client().get(at(PAGE)).status_code == 302
    assert signed_in("stranger", staff=False).get(at(PAGE)).status_code == 403
    dora = signed_in("dora")
    assert dora.get(at(PAGE)).status_code == 200
    assert dora.get(at(PAGE), {"division": "Z"}).status_code == 404


def test_before_the_first_result_there_is_no_list() -> None:
    new_event()
    assert "No result is in yet." in words_of(signed_in("dora"))


def test_a_row_says_who_how_much_and_in_which_game() -> None:
    two_rounds()
    told = words_of(signed_in("dora"))
    assert "Rounds 1 to 2." in told
    assert "1 410 Cem #3 410–350 against Ada, round 2" in told
    assert "High losses Place Score Player 1 377 Dov #4 377–380 against Bea, round 2" in told
    assert "Upsets" in told
    assert "1 20 Cem #3 1580 beat 1600 Ada, 410–350, round 2" in told
    assert "1 405.0 Cem #3 2 games" in told


def test_a_range_of_rounds_is_all_that_its_lists_know() -> None:
    two_rounds()
    told = words_of(signed_in("dora"), first=1, last=1, top=1)
    assert "Only round 1." in told
    assert "round 2" not in told
    assert "Bea #2" in told
    assert "1 400 Ada #1 400–300 against Bea, round 1" in told


@pytest.mark.parametrize("typed", ["seven", "0", "99", "-1", "", "99999999999999999999"])
def test_an_address_that_names_no_round_shows_them_all(typed: str) -> None:
    two_rounds()
    assert "Rounds 1 to 2." in words_of(signed_in("dora"), first=typed, last=typed)


def test_byes_and_forfeits_are_listed_and_count_in_no_list_of_scores() -> None:
    five_playing()
    enter(1, 1, 402, 311)
    give(EnterForfeit(event=SLUG, division="A", round=1, absent=(4,)))
    told = words_of(signed_in("dora"))
    scores, _, rest = told.partition("Records in these rounds With byes")
    assert "1 402 Ada #1" in scores
    assert "Cem" not in scores
    assert "Eve" not in scores
    assert "1–0 Cem #3" in rest
    assert rest.endswith("Byes Place Byes Player 1 1 Eve #5 round 1")


def test_the_rounds_in_which_two_met_again_are_listed() -> None:
    two_rounds()
    publish(3, (1, 3), (2, 4))
    dora = signed_in("dora")
    told = words_of(dora)
    assert "Repeats Pairs" not in told
    enter(3, 1, 390, 370)
    told = words_of(dora)
    assert "1 2 Ada #1 , Cem #3 rounds 2, 3" in told


def test_a_sheet_over_all_divisions_names_the_division_of_each_player() -> None:
    a_played_event("spring", divisions=("A", "B"), players=4, rounds=2)
    dora = signed_in("dora", operator=True)
    told = words_of(dora, of="all")
    assert "over all divisions" in told
    assert "A #" in told
    assert "B #" in told
    assert "Rank against seed" not in told


def test_the_page_takes_no_more_queries_for_more_games(
    django_assert_max_num_queries: Any,
) -> None:
    a_played_event("spring", players=16, rounds=6)
    client = signed_in("dora", operator=True)
    with django_assert_max_num_queries(14):
        page = client.get(at(PAGE))
    assert "High combined scores" in source(page)


def test_the_lists_are_folded_and_the_first_is_open() -> None:
    """On a phone all of them open were twenty screens; a script opens them where there is room."""
    two_rounds()
    page = source(signed_in("dora").get(at(PAGE)))
    assert page.count('<details class="card report-fold" open>') == 1
    assert page.count('<details class="card report-fold">') > 5
    assert "js/reports" in page
