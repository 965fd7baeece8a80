"""The box of ratings on an event's overview, and what is told of work in the background."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from django.urls import reverse

from core.jobs import run
from core.journal.undo import UndoEntry
from core.models import Job
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.pages import words
from tournaments.closing.commands import CloseEvent
from tournaments.contention.jobs import ask_to_forecast
from tournaments.event.commands.event import ChangeRules
from tournaments.event_ratings.jobs.rating import ask_to_rate, rate_event

pytestmark = pytest.mark.django_db


def test_the_box_of_ratings_says_of_each_division_how_far_it_is_and_nothing_else() -> None:
    new_event(divisions="AB")
    give(ChangeRules(event=SLUG, division="B", rating_system=""))
    client = signed_in("dora")

    def overview() -> str:
        page = client.get(reverse("desk-event", args=(SLUG,)))
        assert page.status_code == 200
        return words(page)

    assert "Rate now" not in overview()
    assert "Division A has no new ratings yet. NASPA since 2024, because" in overview()
    assert "Division B is not rated. Not rated, because the director chose it." in overview()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    rate_event(Mock(), {"event": SLUG, "divisions": ["A"], "system": ""})
    assert "Rate now" in overview()
    assert "from all results so far." in overview()
    enter(1, 3, 400, 300)
    assert "does not include the latest changes yet." in overview()
    give(CloseEvent(event=SLUG, confirmed=True))
    said = "Division A has changed since it was rated, so its ratings are out of date."
    assert said in overview()
    rate_event(Mock(), {"event": SLUG, "divisions": ["A"], "system": ""})
    assert "Division A: rated at" in overview()
    assert "out of date" not in overview()
    # By no system any more, it cannot be behind one.
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
    assert "Division A is not rated. Not rated, because the director chose it." in overview()
    assert "Rate now" not in overview()


def test_forecasts_and_ratings_that_are_done_are_no_notes_on_the_overview() -> None:
    event = new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    Job.objects.all().delete()
    jobs = [ask_to_forecast(event, ["A"]), ask_to_rate(event, ["A"])]
    address = reverse("desk-event", args=(SLUG,))
    client = signed_in("dora")
    # What was asked for waits; a forecast follows by itself, and so do estimates.
    waiting = client.get(address)
    assert "Refresh" in waiting
    assert "Rating no." in words(waiting)
    assert "Forecast no." not in words(waiting)
    for job in jobs:
        assert run(job.pk)
    done = client.get(address)
    assert "Refresh" not in done
    assert "Work in the background" not in words(done)


def test_a_job_that_failed_is_news_until_it_was_done_after_all() -> None:
    event = new_event(divisions="AB")
    failed = ask_to_rate(event, ["A"])
    Job.objects.filter(pk=failed.pk).update(state="failed", error="The moon was full.")
    overview = signed_in("dora").get
    address = reverse("desk-event", args=(SLUG,))
    assert "A job failed: The moon was full." in words(overview(address))
    run(ask_to_rate(event, ["B"]).pk)
    assert "A job failed: The moon was full." in words(overview(address))
    run(ask_to_rate(event, ["A", "B"]).pk)
    assert "The moon was full." not in words(overview(address))
