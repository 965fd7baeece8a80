"""Every night: deviations grow, players expire, and a list is looked over once a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db.models import F

from config.schedule import SCHEDULE
from core.jobs import run
from core.models import Job
from ratings.models import EventRating, ListState, RatingList, Standing
from ratings.nightly import ask_to_look_over
from tests.apps.ratings.lists import computed, new_list, record
from tests.builders.rated_events import invented_history

pytestmark = pytest.mark.django_db

LAST_DAY = date(2015, 3, 7)


def looked_over(day: date) -> Job | None:
    job = ask_to_look_over(day)
    if job is not None:
        run(job.pk)
        job.refresh_from_db()
        assert job.state == "done", job.error
    return job


def rated(system: str, **rules: Any) -> RatingList:
    rating_list = new_list(system=system, **rules)
    record(rating_list, invented_history(10, players=20, field=8))
    computed(rating_list)
    return rating_list


def test_beat_asks_for_it_every_hour() -> None:
    tasks = [entry["task"] for entry in SCHEDULE.values()]
    assert "ratings.look_over" in tasks


def test_deviations_grow_with_the_days_and_stop_at_their_limit() -> None:
    rated("coco")
    held = dict(Standing.objects.values_list("player", "deviation"))
    looked_over(LAST_DAY + timedelta(days=30))
    assert not Standing.objects.exclude(deviation_now__gt=F("deviation")).exists()
    looked_over(LAST_DAY + timedelta(days=3000))
    assert set(Standing.objects.values_list("deviation_now", flat=True)) == {150.0}
    assert dict(Standing.objects.values_list("player", "deviation")) == held


def test_no_stored_rating_changes_by_night() -> None:
    rated("coco")
    before = list(EventRating.objects.order_by("pk").values())
    looked_over(LAST_DAY + timedelta(days=400))
    assert list(EventRating.objects.order_by("pk").values()) == before


def test_a_player_expires_the_day_after_his_time_is_over() -> None:
    rated("naspa", expires_after_days=100)
    last = max(Standing.objects.values_list("played_on", flat=True))
    looked_over(last + timedelta(days=100))
    assert not Standing.objects.get(played_on=last, player=_one_of(last)).is_expired
    looked_over(last + timedelta(days=101))
    assert not Standing.objects.filter(is_expired=False).exists()


def _one_of(day: date) -> str:
    return Standing.objects.filter(played_on=day).earliest("player").player


def test_a_list_is_looked_over_once_a_day() -> None:
    rated("naspa")
    assert looked_over(LAST_DAY) is not None
    assert looked_over(LAST_DAY) is None
    assert looked_over(LAST_DAY + timedelta(days=1)) is not None


def test_a_night_outdates_no_proposal_and_shows_on_the_pages() -> None:
    rated("naspa")
    before = ListState.objects.get()
    looked_over(LAST_DAY)
    after = ListState.objects.get()
    assert after.version == before.version
    assert after.edition != before.edition


def test_imported_lists_are_left_alone() -> None:
    new_list("federation", system="")
    assert ask_to_look_over(LAST_DAY) is None
