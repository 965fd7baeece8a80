"""Rating lists made and changed by commands: staff may; every way back works."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from core.actors import CONSOLE, Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from core.models import Job
from ratings.commands.lists import AddRatingList, ChangeRatingList, ChooseEvent
from ratings.commands.matching import MatchName
from ratings.models import EventChoice, ListState, RatingList
from ratings.nightly import LOOK_OVER
from ratings.recompute_job import RECOMPUTE
from tests.apps.ratings.list_cases import (
    KEY,
    a_list,
    a_register,
    do,
    entries,
    line,
    restore,
    take_in,
    undo,
)
from tests.apps.ratings.lists import computed, record
from tests.apps.tournaments.desk_events import new_event
from tests.builders.rated_events import invented_history

pytestmark = pytest.mark.django_db


def change(**fields: Any) -> None:
    do(ChangeRatingList(rating_list=KEY, **fields))


def the_list() -> RatingList:
    return RatingList.objects.get(key=KEY)


def a_rated_list() -> None:
    """Make a computed list with three events, all of them rated."""
    a_list(system="naspa")
    record(the_list(), invented_history(3))
    computed(the_list())
    Job.objects.all().delete()


def test_only_operators_change_the_lists() -> None:
    a_list()
    commands = (
        AddRatingList(rating_list="other", name="Other"),
        ChangeRatingList(rating_list=KEY, name="Other"),
        ChooseEvent(rating_list=KEY, event="spring/A", counts=True),
        MatchName(rating_list=KEY, name="Ann"),
        UndoEntry(journal=f"list:{KEY}", seq=1),
    )
    guest = Actor(name="guest", user=User.objects.create_user("guest"))
    for command in commands:
        with pytest.raises(NotAllowed):
            execute(command, actor=guest)
    staff = Actor(name="staff", user=User.objects.create_user("staff", is_superuser=True))
    execute(commands[1], actor=staff)
    assert the_list().name == "Other"


def test_a_computed_list_counts_its_own_system_and_its_local_club_events() -> None:
    a_list(system="naspa")
    assert the_list().counts == ["naspa", "naspa-lct"]
    assert says(entries()[0]) == "Rating list North added: rated here, NASPA since 2009"
    a_list("coast", system="coco", counts=("coco", "naspa"))
    assert RatingList.objects.get(key="coast").counts == ["coco", "naspa"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rating_list": "Two Words"}, "must have only lower-case letters, digits and hyphens"),
        ({"rating_list": "under_score"}, "must have only lower-case letters, digits and hyphens"),
        ({"rating_list": "x" * 41}, "must have only lower-case letters, digits and hyphens"),
        ({"rating_list": KEY}, "A rating list north already exists."),
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\x07b"}, "name: it contains a character that cannot be printed."),
        ({"system": "wespa"}, "There is no rating system 'wespa'; choose one of naspa"),
        ({"counts": ("naspa",)}, "No events count in an imported list."),
        (
            {"system": "naspa-lct"},
            "local club event rates single events; a list is rated by naspa.",
        ),
        ({"system": "naspa", "counts": ("wespa",)}, "There is no rating system 'wespa'"),
        ({"system": "naspa", "counts": ("a b",)}, "'a b' is not a key."),
        ({"rulesets": ("x" * 41,)}, "is not a key."),
        ({"provisional_games": -1}, "provisional games"),
        ({"lexicon_family": "x" * 21}, "lexicon family"),
    ],
)
def test_a_list_that_cannot_be_is_refused(fields: dict[str, Any], said: str) -> None:
    a_list()
    with pytest.raises(Refused, match=said):
        do(AddRatingList(**{"rating_list": "other", "name": "Other", **fields}))
    assert RatingList.objects.count() == 1


def test_a_change_is_told_and_taken_back_and_done_again() -> None:
    a_list(counts_from=date(2020, 1, 1))
    change(name="Far North", counts_from="", provisional_games=50, rulesets=("wespa",))
    told = "First day that counts: none. Name: Far North. Games until a rating is settled: 50"
    assert says(entries()[-1]) == f"{told}. Rule sets whose events count: wespa"
    undo(2)
    held = the_list()
    assert (held.name, held.counts_from, held.rulesets) == ("North", date(2020, 1, 1), [])
    undo(3)
    held = the_list()
    assert (held.name, held.counts_from, held.rulesets) == ("Far North", None, ["wespa"])
    restore(1)
    assert the_list().name == "North"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": "North"}, "This would change nothing."),
        ({"counts_from": "soon"}, "'soon' is not a date such as 2026-12-31."),
        ({"system": "wespa"}, "There is no rating system 'wespa'"),
        ({"system": "naspa-lct"}, "a list is rated by naspa."),
        ({"counts": ("naspa",)}, "No events count in an imported list."),
        ({"expires_after_days": -1}, "expires after days"),
    ],
)
def test_a_change_that_cannot_be_is_refused(fields: dict[str, Any], said: str) -> None:
    a_list()
    with pytest.raises(Refused, match=said):
        change(**fields)


def test_another_system_has_its_own_divisions_count() -> None:
    a_list()
    change(system="naspa")
    assert the_list().counts == ["naspa", "naspa-lct"]
    change(system="")
    assert the_list().counts == []


def test_the_system_stays_once_the_list_has_events_whichever_way_it_would_change() -> None:
    a_list(system="elo")
    change(system="naspa")
    record(the_list(), invented_history(1))
    with pytest.raises(Refused, match="The list has events, so its system cannot change"):
        change(system="elo")
    with pytest.raises(Refused, match="The list has events, so its system cannot change"):
        undo(2)
    with pytest.raises(Refused, match="its system cannot change"):
        restore(1)
    assert the_list().system == "naspa"


def test_the_making_of_a_list_is_taken_back_while_nothing_builds_on_it() -> None:
    a_list(system="naspa")
    change(name="Far North")
    with pytest.raises(Refused, match=r"log 2 came later\. Undo that first\."):
        undo(1)
    undo(2)
    undo(1)
    assert not RatingList.objects.exists()
    undo(4)
    assert the_list().name == "North"
    record(the_list(), invented_history(1))
    with pytest.raises(Refused, match="The list already has events"):
        undo(1)


def test_a_choice_of_an_event_is_made_changed_and_taken_back() -> None:
    new_event()
    a_list(system="naspa")
    for counts in (True, False):
        do(ChooseEvent(rating_list=KEY, event="spring/A", counts=counts))
    do(ChooseEvent(rating_list=KEY, event="spring/A", counts=None))
    assert not EventChoice.objects.exists()
    undo(4)
    assert EventChoice.objects.get().counts is False
    undo(3)
    assert EventChoice.objects.get().counts is True
    restore(1)
    assert not EventChoice.objects.exists()


@pytest.mark.parametrize(
    ("system", "event", "counts", "said"),
    [
        ("", "spring/A", True, "No events count in an imported list."),
        ("naspa", "spring", True, "'spring' is not an event and a division; write spring-open/A."),
        ("naspa", "spring/ ", True, "is not an event and a division"),
        ("naspa", "spring/" + "A" * 100, True, "event"),
        ("naspa", "harbour/B", False, r"^There is no division harbour/B\.$"),
        ("naspa", "spring/B", True, "There is no division spring/B."),
        ("naspa", "spring/A", None, "This would change nothing."),
    ],
)
def test_a_choice_that_cannot_be_is_refused(
    system: str, event: str, counts: bool | None, said: str
) -> None:
    new_event()
    a_list(system=system)
    with pytest.raises(Refused, match=said):
        do(ChooseEvent(rating_list=KEY, event=event, counts=counts))


def test_a_choice_of_a_division_that_is_gone_is_let_go_and_a_replay_asks_for_none() -> None:
    a_list(system="naspa")
    choice = ChooseEvent(rating_list=KEY, event="spring/A", counts=True)
    execute(choice, actor=CONSOLE, recorded={})
    assert EventChoice.objects.get().event == "spring/A"
    do(ChooseEvent(rating_list=KEY, event="spring/A", counts=None))
    assert not EventChoice.objects.exists()


@pytest.mark.parametrize("list_key", ["", "nowhere", "../north"])
def test_a_list_that_is_not_there_is_refused(list_key: str) -> None:
    with pytest.raises(Refused, match="No rating list is called"):
        do(ChangeRatingList(rating_list=list_key, name="X"))


def test_opening_ratings_have_a_computed_list_computed_anew_and_so_has_taking_them_back() -> None:
    a_register()
    a_rated_list()
    for taken_back in (None, 2, 3):
        ListState.objects.update(distrusted_from=None)
        if taken_back is None:
            take_in(line(1, "Ann Smith"))
        else:
            undo(taken_back)
        assert ListState.objects.get().distrusted_from == date(2015, 1, 3)
        assert Job.objects.filter(kind=RECOMPUTE, subject=f"list:{KEY}").count() == 1


@pytest.mark.parametrize(
    ("fields", "looked_over"),
    [({"provisional_games": 50}, True), ({"expires_after_days": 9}, True), ({"name": "X"}, False)],
)
def test_marks_are_set_anew_where_their_rules_change_and_no_rating_is(
    fields: dict[str, Any], looked_over: bool
) -> None:
    a_rated_list()
    change(**fields)
    assert ListState.objects.get().distrusted_from is None
    assert not Job.objects.filter(kind=RECOMPUTE).exists()
    assert Job.objects.filter(kind=LOOK_OVER).exists() is looked_over


def test_an_imported_list_and_one_without_events_ask_for_nothing() -> None:
    a_list()
    take_in(line(1, "Ann Smith"))
    a_list("club", system="naspa")
    take_in(line(1, "Ann Smith"), key="club")
    assert not Job.objects.filter(kind=RECOMPUTE).exists()
