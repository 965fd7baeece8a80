"""Events whose ratings wait in a list until somebody answers: what the desk says of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.guard import writing
from core.models import Job
from ratings.commands.applying import ApplyRatings, DiscardRatings
from ratings.models import RatingList, Recompute
from ratings.selectors.proposals import held_back
from tests.apps.ratings.desk.list_pages import address
from tests.apps.tournaments.board_games.handed_events import (
    SLUG,
    an_event,
    close,
    correct,
    done,
    reopen,
)
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.events import give
from tests.builders.grounds import built_once
from tests.builders.rating_lists import a_list
from tests.pages import source
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

RECOMPUTE = "recompute_list"
SAID = "Ratings of division A wait in Open list until its new ratings are put in force."
TO_THE_LIST = reverse("desk-proposal", kwargs={"key": "open"})


@pytest.fixture
@built_once
def waiting() -> RatingList:
    """A list of one event that was corrected: what follows waits for an answer."""
    listed = a_list()
    an_event()
    close()
    done(RECOMPUTE)
    reopen()
    correct(entry=6)
    close()
    assert done(RECOMPUTE)["stage"] == "ready"
    return listed


def desk_of(slug: str = SLUG, *, staff: bool = True) -> str:
    """Returns the desk of an event as its director sees it."""
    with writing():
        Tournament.objects.filter(slug=slug).update(director=f"dora-{slug}")
    return source(signed_in(f"dora-{slug}", staff=staff).get(f"/desk/{slug}/"))


def answer(command: type[ApplyRatings] | type[DiscardRatings]) -> None:
    give(command(rating_list="open", recompute=Recompute.objects.get(stage="ready").number))


def test_who_does_not_direct_the_event_is_told_nothing(waiting: RatingList) -> None:
    assert signed_in("otto").get(f"/desk/{SLUG}/").status_code == 403
    assert Client().get(f"/desk/{SLUG}/").status_code == 302


def test_the_desk_of_an_event_leads_to_the_list_in_which_its_ratings_wait(
    waiting: RatingList,
) -> None:
    page = source(signed_in("boss", operator=True).get(f"/desk/{SLUG}/"))
    assert f'<a href="{TO_THE_LIST}">{SAID}</a>' in page


@pytest.mark.parametrize("staff", [True, False])
def test_a_director_who_is_no_operator_reads_it_and_is_not_led_there(
    waiting: RatingList, staff: bool
) -> None:
    page = desk_of(staff=staff)
    assert f"<li>{SAID}</li>" in page
    assert TO_THE_LIST not in page


def test_a_new_event_waits_with_what_waits_already(waiting: RatingList) -> None:
    an_event("fall", starts_on=date(2026, 9, 5))
    close("fall")
    assert SAID in desk_of("fall")
    assert done(RECOMPUTE)["stage"] == "ready"
    assert {one.event for one in held_back(["fall/A", "spring/A", "other/A"])} == {
        "fall/A",
        "spring/A",
    }


def test_nothing_waits_any_more_once_it_is_applied(waiting: RatingList) -> None:
    answer(ApplyRatings)
    assert "wait in Open list" not in desk_of()
    assert "let go" not in source(signed_in("eve").get(address("list", "open")))


def test_what_was_let_go_is_said_to_be_computed_again_with_the_next_event(
    waiting: RatingList,
) -> None:
    boss = signed_in("eve")
    said = "later events wait, new ones included"
    assert said in source(boss.get(address("list", "open")))
    answer(DiscardRatings)
    assert held_back(["spring/A"]) == []
    page = source(boss.get(address("list", "open")))
    assert said not in page
    assert "Their events are computed again with the next event" in page
    an_event("fall", starts_on=date(2026, 9, 5))
    close("fall")
    assert done(RECOMPUTE)["stage"] == "ready"
    assert "wait in Open list" in desk_of()


def test_both_answers_say_what_becomes_of_what_waits(waiting: RatingList) -> None:
    page = source(signed_in("eve", operator=True).get(TO_THE_LIST))
    assert "later events wait, new ones included" in page
    assert "computed again with the next event that comes in" in page


def test_what_waits_is_found_in_one_query_however_many_divisions(
    waiting: RatingList, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        held_back([f"spring/{number}" for number in range(50)] + ["spring/A"])


def job_page(asker: Client) -> str:
    """Returns the page of the job that told the lists of the corrected event last."""
    job = Job.objects.filter(kind="rate_event").latest("pk")
    return source(asker.get(f"/desk/jobs/{job.pk}/"))


def test_the_job_of_a_closing_leads_to_the_list_and_says_what_waits_there(
    waiting: RatingList,
) -> None:
    dora = signed_in("dora", operator=True)
    link = f'<a href="{reverse("desk-list", kwargs={"key": "open"})}">Open list</a>'
    said = " has changed and is computed again"
    assert f"{link}{said}; the new ratings wait there for a decision." in job_page(dora)
    answer(ApplyRatings)
    assert f"{link}{said}." in job_page(dora)
