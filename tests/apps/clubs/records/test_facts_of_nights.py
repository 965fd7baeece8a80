"""Facts of club nights: terms of single games, games of three, and the season they count for."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from clubs.models import ClubHome, Season, ThreeHandedGame
from clubs.records.book.facts import FactEnding, GameFact
from clubs.records.queries.game_facts import facts_of_event
from clubs.records.queries.lists import played_at
from core.journal.guard import writing
from tests.apps.clubs.records.book_events import played
from tests.builders.clubs import found
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db

NIGHT = "night"


@pytest.fixture(autouse=True)
def _night() -> None:
    found("oak")
    played(NIGHT, (450, 300), (410, 400), on=date(2026, 1, 5), club="oak")


def facts() -> list[GameFact]:
    (division,) = facts_of_event(Tournament.objects.get(slug=NIGHT))
    return list(division.games)


def agree(slot: int, **terms: Any) -> None:
    with writing():
        Board.objects.filter(round__division__tournament__slug=NIGHT, slot=slot).update(terms=terms)


def test_a_night_is_of_its_club_and_of_the_season_that_its_day_is_in() -> None:
    assert {(one.event.club, one.event.season, one.event.is_night) for one in facts()} == {
        ("oak", "", True)
    }
    home = ClubHome.objects.get(slug="oak")
    days = {"old": (2025, 12, 31), "now": (2026, 12, 31)}
    with writing():
        for key, ends in days.items():
            begins = date(ends[0], 1, 1)
            Season.objects.create(
                club=home, key=key, name=key, begins_on=begins, ends_on=date(*ends)
            )
    assert {one.event.season for one in facts()} == {"now"}


def test_a_game_with_a_handicap_holds_no_record_and_an_unrated_one_says_so() -> None:
    first, second = sorted(Board.objects.values_list("slot", flat=True))
    agree(first, start_one=20)
    agree(second, rated=False)
    one, two = facts()
    assert (one.is_handicapped, one.holds_records) == (True, False)
    assert (two.is_handicapped, two.is_rated, two.holds_records) == (False, False, True)
    assert one.sides[0].score == 450


def test_a_game_of_three_counts_in_averages_and_holds_no_record() -> None:
    event = Tournament.objects.get(slug=NIGHT)
    keys = list(event.entries.order_by("key").values_list("key", flat=True))[:3]
    with writing():
        ThreeHandedGame.objects.create(tournament=event, number=1, round=2, entries=keys)
    assert len(facts()) == 2
    with writing():
        ThreeHandedGame.objects.update(scores=[300, 280, 260])
    three = facts()[-1]
    assert [side.score for side in three.sides] == [300, 280, 260]
    assert (three.ending, three.holds_records) == (FactEnding.PLAYED, False)
    assert three.order > facts()[0].order
    assert played_at(three.key) is None
