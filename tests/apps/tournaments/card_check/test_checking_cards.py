"""The desk page on which totals are compared with players' cards."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from core.actors import Actor
from core.journal.execute import execute
from tests.apps.tournaments.card_check.typed_slips import two_rounds
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    division,
    entries_of,
    four_played,
    give,
    publish,
    signed_in,
    undo,
)
from tests.apps.tournaments.results.entry_lines import again, typed
from tests.builders.events import a_played_event
from tests.pages import main_words, source, words
from tournaments.card_check.queries import ground_of, last_with_results
from tournaments.detective.finding import differences
from tournaments.detective.slips import CardTotal
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Division
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import EnterForfeit, EnterResult

pytestmark = pytest.mark.django_db
PAGE = "desk-check-cards"


def asked(client: Client, cards: str, **more: Any) -> str:
    """Returns the words of the page for cards."""
    return main_words(client.get(at(PAGE), {"cards": cards, **more}))


def test_whoever_may_see_the_desk_may_check_cards_and_nobody_else() -> None:
    two_rounds()
    assert Client().get(at(PAGE)).status_code == 302
    assert signed_in("stranger", staff=False).get(at(PAGE)).status_code == 403
    assert signed_in("dora").get(at(PAGE)).status_code == 200


def test_the_totals_are_those_of_the_standings_in_the_order_of_the_numbers() -> None:
    two_rounds()
    told = asked(signed_in("dora"), "", after=1)
    assert "Totals after round 1 No. Player Won–lost Spread 1 Ada 1–0 +100 2 Bea 0–1 −100" in told


def test_a_card_that_differs_leads_to_the_slip_that_would_explain_it() -> None:
    two_rounds()
    page = signed_in("dora").get(at(PAGE), {"cards": "1 2-0 +160"})
    told = main_words(page)
    assert "#1 Ada differs spread +120 wins +1" in told
    assert (
        "likeliest first The scores may be the wrong way round. Explains #1."
        " Round 2, board 1: Ada 350, Cem 410 a It should be 410–350."
    ) in told


def test_one_key_opens_the_slip_on_the_entry_line_and_enter_twice_corrects_it() -> None:
    two_rounds()
    dora = signed_in("dora")
    page = source(dora.get(at(PAGE), {"cards": "1 2-0 +160"}))
    href = re.search(r'<a href="([^"]*)" data-key="a" aria-keyshortcuts="a"\s+autofocus>', page)
    assert href is not None
    address = unescape(href[1])
    typed_there = re.search(
        r'<input id="line" name="line" value="([^"]*)"', source(dora.get(address))
    )
    assert typed_there is not None
    assert typed_there[1] == "1 410 350 ! as the card says"
    asks = typed(dora, typed_there[1], url=address.partition("&line")[0])
    assert "Board 1 has a result" in words(asks)
    again(dora, asks, url=address.partition("&line")[0])
    assert entries_of()[-1].reason == "as the card says"
    assert "#1 Ada agrees" in asked(dora, "1 2-0 +160")


def test_cards_that_agree_say_so_and_nothing_is_suspected() -> None:
    two_rounds()
    told = asked(signed_in("dora"), "1 1-1 +40\n#2 -97")
    assert told.count("agrees") == 2
    assert "may" not in told.partition("What the cards say")[2].partition("Totals")[0]


def test_what_no_slip_explains_is_said() -> None:
    two_rounds()
    assert "No single slip explains this." in asked(signed_in("dora"), "4 0-2 +1")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("seven", "Line 1, “seven”: type the number, wins and losses, and the spread"),
        ("1 +5\n1 +6", "Line 2: no. 1 is there twice."),
        ("99 +5", "Line 1: there is no no. 99."),
        ("1 2-0 +" + "9" * 30, "Line 1"),
        ("\n".join(["1 +5"] * 2000), "twice"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(typed: str, said: str) -> None:
    two_rounds()
    assert said in asked(signed_in("dora"), typed)


def test_a_division_that_is_not_there_is_not_found_and_a_round_without_results_is_the_last() -> (
    None
):
    two_rounds()
    client = signed_in("dora")
    assert client.get(at(PAGE), {"division": "Z"}).status_code == 404
    for after in ("0", "99", "x", "-1", "²"):
        assert "Totals after round 2" in main_words(client.get(at(PAGE), {"after": after}))


def test_slips_are_read_again_in_the_order_in_which_their_reader_entered_them() -> None:
    four_played()
    publish(2, (1, 3), (2, 4))
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 2}
    dora = Actor(name="dora", trusted=True)
    execute(EnterResult(**where, entry=4, score=377, opponent_score=380), actor=dora)
    execute(EnterResult(**where, entry=1, score=350, opponent_score=410), actor=dora)
    client = signed_in("dora")
    told = main_words(client.get(at(PAGE)))
    assert "#4 Dov 377, Bea 380 #1 Ada 350, Cem 410" in told
    assert "Read again" not in main_words(signed_in("omar", operator=True).get(at(PAGE)))
    undo()
    told = main_words(client.get(at(PAGE)))
    assert "Ada 350" not in told
    assert "#4 Dov 377" in told


def test_penalties_forfeits_and_byes_are_counted_as_the_standings_count_them() -> None:
    a_played_event("cards", players=7, rounds=3)
    row = Division.objects.get(tournament__slug="cards")
    give_penalty = SetPenalty(event="cards", division=row.name, round=2, entry=1, points=-30)
    give(give_penalty, reason="late")
    sheet = load_sheet(row)
    ground = ground_of(sheet)
    for after in range(1, last_with_results(sheet) + 1):
        cards = [
            CardTotal(line.number, after, line.spread, line.half_wins)
            for line in standings_after(sheet, after)
        ]
        told = differences(ground.slips, ground.granted, cards, ground.caps)
        assert not [one for one in told if one.is_wrong]


def test_a_forfeit_is_no_slip() -> None:
    four_played()
    publish(2, (1, 3), (2, 4))
    give(EnterForfeit(event=SLUG, division="A", round=2, absent=(4,)))
    sheet = load_sheet(division())
    assert {slip.round for slip in ground_of(sheet).slips} == {1}
    undo()
    assert last_with_results(load_sheet(division())) == 1
