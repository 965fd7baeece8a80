"""The computations after a command of a list: from the day that it touches, and no others."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from core import jobs
from core.journal.command import Command
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import Job
from people.models import Player
from ratings.commands.imports import ImportRatings
from ratings.commands.lists import AddRatingList, ChangeRatingList
from ratings.commands.matching import MatchName
from ratings.formats.lines import ListLine
from ratings.models import ListState, RatingList, Recompute, Standing
from ratings.recompute_job import ask_to_recompute
from tests.apps.ratings.lists import in_force, record
from tests.builders.events import give
from tests.builders.grounds import built_once
from tests.builders.rated_events import invented_history

pytestmark = pytest.mark.django_db

HISTORY = list(invented_history(12, players=20, field=8, rounds=4))
FIRST = HISTORY[0].event.held_on
LATE = HISTORY[8].event.held_on


def worked_off(command: Command) -> int:
    """Gives a command and does the jobs that follow; returns its entry."""
    seq = give(command).seq
    for job in Job.objects.filter(state="queued").order_by("pk"):
        jobs.run(job.pk)
    return seq


@pytest.fixture
@built_once
def club() -> RatingList:
    """Returns a computed list with a history."""
    worked_off(AddRatingList(rating_list="club", name="Club", system="naspa"))
    rating_list = RatingList.objects.get()
    record(rating_list, HISTORY)
    worked_off(ChangeRatingList(rating_list="club", name="Club list", system="naspa"))
    jobs.run(ask_to_recompute(rating_list).pk)
    return rating_list


def imported(effective_on: date, **ratings: int) -> ImportRatings:
    """Returns the import of a publication, by players' names."""
    rows = tuple(
        ListLine(number, name, rating) for number, (name, rating) in enumerate(ratings.items(), 1)
    )
    return ImportRatings(rating_list="club", effective_on=effective_on, format="tab", rows=rows)


def register(*keys: str) -> None:
    with writing():
        for key in keys:
            Player.objects.create(key=key, given_name=key)


def from_days() -> list[Any]:
    """Returns from which day on each computation of the list went, None where nothing did."""
    return list(Recompute.objects.order_by("number").values_list("from_on", flat=True))


def test_a_later_publication_says_nothing_of_those_who_opened_before_it(club: RatingList) -> None:
    player = HISTORY[0].event.cards[0].player
    register(player)
    worked_off(imported(FIRST, **{player: 1900}))
    last = Recompute.objects.latest("number")
    assert (last.from_on, last.stage) == (FIRST, "ready")
    before = len(from_days())
    worked_off(imported(LATE, **{player: 700}))
    assert from_days()[before:] == [FIRST], "what waits begins with the first event"
    rows = Recompute.objects.latest("number").proposed.filter(player=player, opens=True)
    assert list(rows.values_list("old", flat=True)) == [1900]


def test_a_later_publication_is_computed_from_its_day_on(club: RatingList) -> None:
    register("somebody")
    worked_off(imported(FIRST - timedelta(days=9), somebody=1500))
    before = len(from_days())
    worked_off(imported(LATE, somebody=1400))
    assert from_days()[before:] == [LATE]


def test_marks_that_depend_on_the_rules_are_set_at_once_and_nothing_is_rated(
    club: RatingList,
) -> None:
    before, computations = in_force(club), len(from_days())
    assert not Standing.objects.filter(is_provisional=True).exists()
    rules: Any = {"provisional_games": 100_000, "expires_after_days": 1}
    worked_off(ChangeRatingList(rating_list="club", name="Club list", system="naspa", **rules))
    assert (
        not Standing.objects.exclude(is_provisional=True, is_expired=True)
        .filter(games__isnull=False)
        .exists()
    )
    assert len(from_days()) == computations
    assert in_force(club) == before
    assert ListState.objects.get().looked_over_on is not None


def test_another_name_and_its_undo_compute_nothing(club: RatingList) -> None:
    computations = len(from_days())
    seq = worked_off(ChangeRatingList(rating_list="club", name="Another", system="naspa"))
    worked_off(UndoEntry(journal="list:club", seq=seq))
    assert len(from_days()) == computations


def test_an_import_taken_back_is_computed_from_where_it_counted(club: RatingList) -> None:
    player = HISTORY[0].event.cards[0].player
    register(player)
    before = in_force(club)
    seq = worked_off(imported(FIRST, **{player: 1900}))
    assert Recompute.objects.latest("number").rows
    worked_off(UndoEntry(journal="list:club", seq=seq))
    assert Recompute.objects.latest("number").from_on == FIRST
    assert Recompute.objects.latest("number").stage == "applied"
    assert in_force(club) == before


def test_a_name_matched_by_hand_is_computed_from_the_first_event_of_whom_it_means(
    club: RatingList,
) -> None:
    late = next(
        card.player
        for card in HISTORY[6].event.cards
        if all(card.player != c.player for i in HISTORY[:6] for c in i.event.cards)
    )
    register(late, "nobody-who-plays")
    worked_off(imported(FIRST, **{"A Name": 1234, "Another": 900}))
    computations = len(from_days())
    worked_off(MatchName(rating_list="club", name="Another", player="nobody-who-plays"))
    assert len(from_days()) == computations
    worked_off(MatchName(rating_list="club", name="A Name", player=late))
    assert Recompute.objects.latest("number").from_on == HISTORY[6].event.held_on
