"""What the wall answers players, and what it keeps to itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.apps.api.asking import Program
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, publish
from tests.apps.tournaments.prizes.prize_events import offer, place, terms
from tests.apps.tournaments.rounds.condition_cases import condition
from tests.builders.events import HIDDEN, a_played_event, hidden_players
from tests.markup import Markup
from tests.pages import main_words, source
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.prizes.commands.terms import PublishPrizes
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db
WHY = f"/events/{SLUG}/A/why/"


def answers(entry: int, number: int | str = "") -> str:
    """Returns the words of the answers to an entry as everybody reads them."""
    page = Client().get(f"{WHY}{entry}/{f'{number}/' if number else ''}")
    assert page.status_code == 200
    return main_words(page).partition("About round")[2]


def pair(number: int, **more: Any) -> None:
    given = {"method": "swiss", "confirmed": True, **more}
    give(PairRound(event=SLUG, division="A", round=number, **given))


def publish_paired(number: int, **more: Any) -> None:
    pair(number, **more)
    give(PublishRound(event=SLUG, division="A", round=number))


def one_round() -> None:
    """Ada beat Bea and Cem beat Dov, as the sides were drawn."""
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 420, 320)
    enter(1, 3, 400, 350)


def test_everybody_may_ask_and_is_answered_under_public_names_only() -> None:
    a_played_event(players=5, rounds=2, planned=3, registered=hidden_players())
    for path in (WHY, f"{WHY}1/", f"{WHY}1/1/", f"{WHY}5/2/"):
        page = Client().get(path)
        assert page.status_code == 200, path
        assert not [name for name in HIDDEN if name in page.content.decode()]
        assert Client().post(path).status_code == 405
    for path in ("entries/1/why", "entries/1/why/1"):
        answer = Program().get(f"events/{SLUG}/divisions/A/{path}")
        assert answer.status_code == 200
        assert not [name for name in HIDDEN if name in answer.content.decode()]


def test_nobody_is_told_of_a_round_that_is_not_published() -> None:
    one_round()
    pair(2)
    assert "About round 1." in main_words(Client().get(f"{WHY}1/"))
    for where in ("1/2/", "1/9/", "9/", "9/1/"):
        assert Client().get(f"{WHY}{where}").status_code == 404
    assert Program().get(f"events/{SLUG}/divisions/A/entries/1/why/2").status_code == 404


def test_a_board_that_the_method_chose_is_told_by_records_and_meetings() -> None:
    one_round()
    publish_paired(2)
    told = answers(1)
    assert "Why Cem?" in told
    assert "After round 1 you had 1–0, and Cem had as many wins." in told
    assert "You were 1st, and Cem was 2nd." in told
    assert "You had not met Cem before in this event." in told


def test_who_goes_second_hears_the_counts_from_their_own_side() -> None:
    one_round()
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 400, 300)
    enter(2, 2, 400, 300)
    publish(3, (1, 2), (3, 4))
    told = {entry: answers(entry, 2) for entry in (1, 2, 3, 4)}
    # In every game of round 2 one had gone first in round 1, and the other had not.
    for one, two in ((1, 3), (2, 4)):
        second = one if "Why do you go second?" in told[one] else two
        name = {1: "Ada", 2: "Bea", 3: "Cem", 4: "Dov"}[one + two - second]
        because = f"before this round you had gone first 1 time and {name} 0 times."
        assert f"You go second, because {because}" in told[second]
    again = answers(1, 3)
    assert "You had met Bea before, in round 1." in again
    assert "Your counts are level." in again


@pytest.mark.parametrize(("kind", "two"), [("apart", 2), ("avoid", 3), ("together", 4)])
def test_a_condition_is_never_told_but_that_the_director_set_the_board(kind: str, two: int) -> None:
    one_round()
    condition(kind, 1, two)
    publish_paired(2)
    for entry in (1, 2, 3, 4):
        page = Client().get(f"{WHY}{entry}/").content.decode()
        api = Program().get(f"events/{SLUG}/divisions/A/entries/{entry}/why").content.decode()
        for word in ("apart", "condition", "never meet", "settled", "request", "must meet"):
            assert word not in page.lower(), (entry, word)
            assert word not in api.lower(), (entry, word)
    if kind == "together":
        assert "Why Dov? This was set by the director." in answers(1)


def test_a_bye_is_told_by_the_byes_before() -> None:
    new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1500))
    give(CheckIn(event=SLUG, division="A", here=(1, 2, 3, 4, 5)))
    publish_paired(1)
    told = [answers(entry) for entry in range(1, 6)]
    [alone] = [one for one in told if "Why no opponent?" in one]
    assert "somebody has to sit out" in alone
    assert "You had none before." in alone


def test_a_bye_that_the_director_gave_is_told_as_such() -> None:
    new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1500))
    give(CheckIn(event=SLUG, division="A", here=(1, 2, 3, 4, 5)))
    condition("bye", 1)
    publish_paired(1)
    assert "Why no opponent? This was set by the director." in answers(1)


def test_a_place_is_told_by_what_separates_it_from_the_ones_beside_it() -> None:
    one_round()
    first, second = answers(1), answers(3)
    assert "You are 1st after round 1, with 1–0 and a spread of +100." in first
    assert "You are just above Cem, by spread: +100, and they +50." in first
    assert "Ada is just above you, by spread: +100, and you +50." in second
    assert "You are just above Dov, by wins: 1, and they 0." in second


def test_half_a_win_is_told_as_the_standings_write_it() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 400)
    enter(1, 3, 400, 350)
    assert "by wins: 1, and you ½." in answers(1)


def test_prizes_are_answered_only_where_everybody_may_see_them() -> None:
    one_round()
    give(terms())
    give(offer(place(1, 5_000)))
    assert "Why this prize" not in answers(1)
    give(PublishPrizes(event=SLUG, is_public=True))
    assert "You win: " in answers(1)
    assert "Not you: " in answers(2)


def test_the_scorecard_and_the_pairings_lead_to_the_wall() -> None:
    one_round()
    assert f"{WHY}1/" in Markup(source(Client().get(f"/events/{SLUG}/A/player/1/"))).links
    assert WHY in Markup(source(Client().get(f"/events/{SLUG}/A/pairings/"))).links
    assert f"{WHY}1/" in Markup(source(Client().get(WHY))).links


def test_an_answer_costs_a_bounded_number_of_queries(django_assert_max_num_queries: Any) -> None:
    a_played_event(players=40, rounds=6)
    with django_assert_max_num_queries(15):
        page = Client().get(f"{WHY}7/")
    assert len(page.content) < 15_000
