"""Prizes of some rounds, of teams, and what is still open: in reach, not won, not paid."""

from __future__ import annotations

import pytest

from core.journal.errors import Refused
from tests.apps.tournaments.contention.contention_events import forecast_now, two_rounds_played
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    entries_of,
    give,
    new_event,
    signed_in,
)
from tests.apps.tournaments.prizes.prize_events import (
    now,
    offer,
    place,
    special,
    terms,
    with_prizes,
    won,
)
from tests.builders.refusals import refused
from tests.pages import words_at
from tournaments.closing.queries.unfinished import unfinished_phrases
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.models import Tournament
from tournaments.prizes.commands.offers import PrizeLine
from tournaments.prizes.commands.winners import DrawPrize
from tournaments.prizes.queries.contenders import contenders_of
from tournaments.prizing.records import OneMoney, PrizeKind
from tournaments.rounds.commands.conditions import SetCondition

pytestmark = pytest.mark.django_db


def test_whoever_sees_no_desk_is_told_nothing_of_what_is_open() -> None:
    with_prizes()
    assert signed_in("mallory").get(at("desk-prizes")).status_code == 403


# Some rounds, teams, averages


def test_a_session_a_team_and_an_average_are_won_with_a_reason() -> None:
    with_prizes()
    for number, team in ((1, "North"), (2, "South"), (3, "North"), (4, "South")):
        give(ChangeEntry(event=SLUG, division="A", entry=number, team=team))
    give(
        offer(
            special(PrizeKind.SESSION, division="A", text="Cake", first_round=1, last_round=1),
            special(PrizeKind.TEAM, text="Cups"),
            special(PrizeKind.AVERAGE, text="Mug"),
            special(PrizeKind.HIGH_LOSS, text="Pen", first_round=2),
        )
    )
    session, best_team, average, late = now().list[-4:]
    assert (session.title, session.final) == ("Best of round 1, division A", True)
    assert session.why == "Ada has 1–0 and a spread of +100 in these rounds."
    assert [one.name for one in best_team.winners] == ["Ada", "Cem"]
    assert "Ada is one of 2 of team North, which has 2–0 and a spread of +170." in best_team.why
    assert average.why == "Cem averages 420.00 in 1 game."
    assert (late.title, late.winners) == ("Highest loss from round 2 on", ())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            special(PrizeKind.SESSION, division="A", text="Cake"),
            "Say which rounds count for the best of some rounds.",
        ),
        (place(1, 100, first_round=2), "This prize is for all rounds: leave them out."),
        (
            special(PrizeKind.DOOR, text="Cake", last_round=2),
            "This prize is for all rounds: leave them out.",
        ),
        (
            special(PrizeKind.HIGH_WIN, text="Cake", last_round=9),
            "The rounds that count must be a range within 1 to 3.",
        ),
        (
            special(PrizeKind.HIGH_WIN, text="Cake", first_round=3, last_round=2),
            "The rounds that count must be a range within 1 to 3.",
        ),
    ],
)
def test_rounds_that_cannot_be_meant_are_refused_in_a_sentence(
    line: PrizeLine, sentence: str
) -> None:
    with_prizes()
    before = len(entries_of())
    wrong = refused(offer(line))
    assert (wrong.code, wrong.message) == ("prize.first_round", sentence)
    assert len(entries_of()) == before


def test_amounts_and_parts_together_are_no_more_than_the_fund() -> None:
    new_event()
    give(terms(fund=10_000))
    give(offer(place(1, 5_000)))
    wrong = refused(offer(place(2, part=6_000)))
    assert wrong.message == (
        "The prizes would come to 110.00 EUR, which is more than the fund of 100.00 EUR."
    )
    give(offer(place(2, part=5_000)))
    with pytest.raises(Refused, match="more than a fund"):
        give(terms(fund=9_000))
    assert sum(one.prize.amount for one in now().list) == 10_000


# What is still open


def test_the_desk_says_what_leads_and_who_can_pass_it_until_the_games_are_played() -> None:
    with_prizes()
    give(offer(special(PrizeKind.UPSET, text="Mug"), special(PrizeKind.TUFF_LUCK, text="Tea")))
    told = words_at(signed_in("dora"), at("desk-prizes"))
    assert "420 leads; whoever has a game left can pass it." in told
    assert "leads; only who" not in told


def test_who_can_still_be_the_best_of_a_class_is_told_among_its_members_alone() -> None:
    two_rounds_played()
    names = {2: "B", 4: "B"}
    for number, prize_class in names.items():
        give(ChangeEntry(event=SLUG, division="A", entry=number, prize_class=prize_class))
    give(offer(special(PrizeKind.CLASS, division="A", prize_class="B", text="Cup")))
    forecast_now()
    told = words_at(signed_in("dora"), at("desk-prizes"))
    assert "Best of class B" in told
    assert "In reach of" in told or "clinched" in told
    people = {entry.number: entry.name for _, entry in now().people.values()}
    outside = [name for number, name in people.items() if number not in names]
    assert not any(name in told.partition("In reach of")[2] for name in outside)


def test_a_place_says_nothing_of_who_wins_where_a_more_valuable_prize_may_pass_them_over() -> None:
    two_rounds_played()
    give(terms())
    give(offer(place(1, 3_000), special(PrizeKind.HIGH_WIN, amount=3_000)))
    forecast_now()
    for one_money, is_told in (
        (OneMoney.STANDINGS, True),
        (OneMoney.ALL, False),
        (OneMoney.NO, True),
    ):
        give(terms(one_money=one_money))
        assert bool(contenders_of(now())) is is_told
    give(terms(one_money=OneMoney.ALL))
    told = words_at(signed_in("dora"), at("desk-prizes"))
    assert told.count("Who can still win it is not worked out") == 1


def test_the_two_of_the_highest_combined_score_have_one_reason() -> None:
    with_prizes()
    give(offer(special(PrizeKind.HIGH_COMBINED, amount=500)))
    assert now().list[-1].why.count("together in round 1") == 1


@pytest.mark.both_databases("json")
def test_closing_names_the_prizes_that_nobody_has_won_and_who_is_to_be_paid() -> None:
    with_prizes()
    give(offer(special(PrizeKind.DOOR, text="Cake")))
    told = unfinished_phrases(Tournament.objects.get(slug=SLUG))
    assert "Door prize: nobody has won it. It has not been drawn yet" in told
    assert "3 winners are still to be paid" in told
    assert len(won()) == 5


def test_a_house_player_is_in_no_draw() -> None:
    with_prizes()
    give(offer(special(PrizeKind.DOOR, text="Cake")))
    number = now().list[-1].prize.number
    give(SetCondition(event=SLUG, division="A", kind="house", one=4, confirmed=True))
    wrong = refused(DrawPrize(event=SLUG, number=number, winners=4))
    assert wrong.message == "Fewer entries than that are in the draw: 3."
