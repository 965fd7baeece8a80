"""Jobs over the API: followed and stopped by those who may see what they are about."""

from __future__ import annotations

import pytest

from core.models import Job
from core.roles.table import Permission
from ratings.commands.lists import AddRatingList
from ratings.models import RatingList
from ratings.recompute_job import ask_to_recompute
from tests.apps.api.asking import SLUG, Program, error, of
from tests.builders.events import a_played_event, give
from tournaments.event.commands.appointing import AppointDirector
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def job() -> Job:
    a_played_event(rounds=1)
    give(AppointDirector(event=SLUG, director="dora"))
    return ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"], asked_by="dora")


@pytest.fixture
def of_a_list() -> Job:
    give(AddRatingList(rating_list="north", name="North"))
    return ask_to_recompute(RatingList.objects.get(), asked_by="boss")


def test_only_who_may_see_an_event_follows_its_jobs(job: Job) -> None:
    address = f"jobs/{job.pk}"
    assert Program().get(address).status_code == 401
    assert of("otto").get(address).status_code == 403
    assert of("dora", scope=[Permission.ENTER]).get(address).status_code == 403
    assert of("dora", event="autumn").get(address).status_code == 403
    shown = of("dora", event=SLUG).get(address).json()
    assert (shown["state"], shown["done"], shown["subject"]) == ("queued", 0, f"event:{SLUG}")
    assert of("boss", operator=True).get(address).json() == shown
    assert of("dora").get("jobs/999999").status_code == 404


def test_only_who_may_stop_a_job_stops_it_and_once(job: Job) -> None:
    address = f"jobs/{job.pk}/stop"
    assert Program().post(address, {}).status_code == 401
    assert of("otto").post(address, {}).status_code == 403
    assert of("dora", scope=[Permission.VIEW]).post(address, {}).status_code == 403
    assert of("dora").get(address).status_code == 405
    stopped = of("dora", event=SLUG).post(address, {})
    assert (stopped.status_code, stopped.json()["state"]) == (200, "stopped")
    again = of("dora").post(address, {})
    assert (again.status_code, error(again)["code"]) == (422, "job.ended")


def test_what_is_everybodys_is_seen_by_the_staff_and_stopped_by_operators(of_a_list: Job) -> None:
    address = f"jobs/{of_a_list.pk}"
    assert of("guest", staff=False).get(address).status_code == 403
    assert of("otto").get(address).status_code == 200
    assert of("otto").post(f"{address}/stop", {}).status_code == 403
    assert of("boss", operator=True).post(f"{address}/stop", {}).status_code == 200


def test_an_account_lists_the_jobs_that_it_asked_for(job: Job, of_a_list: Job) -> None:
    assert Program().get("jobs").status_code == 401
    assert [one["job"] for one in of("dora").get("jobs").json()["items"]] == [job.pk]
    program = of("boss", operator=True)
    assert [one["job"] for one in program.get("jobs").json()["items"]] == [of_a_list.pk]
    assert program.get("jobs?state=done").json()["items"] == []


def test_of_its_jobs_an_account_lists_those_that_it_may_still_see_and_by_this_token(
    job: Job, of_a_list: Job
) -> None:
    Job.objects.filter(pk=of_a_list.pk).update(asked_by="dora")
    both = [of_a_list.pk, job.pk]
    assert [one["job"] for one in of("dora").get("jobs").json()["items"]] == both
    about_event = of("dora", scope=[Permission.VIEW]).get("jobs").json()["items"]
    assert [one["job"] for one in about_event] == [job.pk]
    assert of("dora", scope=[Permission.ENTER]).get("jobs").json()["items"] == []
    give(AppointDirector(event=SLUG, director="otto"))
    left = of("dora").get("jobs").json()["items"]
    assert [one["job"] for one in left] == [of_a_list.pk]


@pytest.mark.parametrize("body", [{"now": True}, {"job": 1}])
def test_a_field_that_there_is_not_is_refused_and_nothing_stopped(
    job: Job, body: dict[str, object]
) -> None:
    answer = of("dora").post(f"jobs/{job.pk}/stop", body)
    assert (answer.status_code, error(answer)["code"]) == (400, "command.malformed")
    job.refresh_from_db()
    assert job.state == "queued"
