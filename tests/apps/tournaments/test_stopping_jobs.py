"""The button that stops a job, and what a stopped job leaves: nothing that is half done."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import jobs
from core.models import Job
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    new_event,
    publish,
    signed_in,
    text,
)
from tournaments.commands.pairing import PairRound
from tournaments.contention_job import ask_to_forecast
from tournaments.jobs import ask_to_rate
from tournaments.models import DivisionContention, DivisionRating, Round, Tournament
from tournaments.pairing_job import ask_to_pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    event = new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    return event


def _stop(client: Client, job: Job) -> Any:
    return client.post(reverse("desk-stop-job", args=(job.pk,)), follow=True)


def test_nobody_but_who_may_see_a_job_stops_it_and_nobody_by_a_link(event: Tournament) -> None:
    job = ask_to_rate(event, ["A"])
    address = reverse("desk-stop-job", args=(job.pk,))
    assert Client().post(address).status_code == 302
    assert signed_in("otto").post(address).status_code == 403
    assert signed_in("dora").get(address).status_code == 405
    job.refresh_from_db()
    assert job.state == "queued"


def test_a_job_is_stopped_by_the_button_on_its_page(event: Tournament) -> None:
    job = ask_to_rate(event, ["A"])
    client = signed_in("dora")
    page = client.get(reverse("desk-job", args=(job.pk,)))
    assert f'action="{reverse("desk-stop-job", args=(job.pk,))}"' in page.content.decode()
    stopped = _stop(client, job)
    assert "stopped: what it had finished stays, and nothing is half done" in text(stopped)
    assert "Stop it" not in text(stopped)
    assert "Refresh" not in stopped
    assert "It had ended before it could be stopped." in text(_stop(client, job))
    assert not jobs.run(job.pk)
    assert not DivisionRating.objects.exists()


@pytest.mark.parametrize("kind", ["rate", "forecast", "pair"])
def test_a_job_that_is_stopped_while_it_runs_leaves_nothing_half_done(
    event: Tournament, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    if kind == "rate":
        job = ask_to_rate(event, ["A"])
    elif kind == "forecast":
        job = ask_to_forecast(event, ["A"])
    else:
        command = PairRound(event=SLUG, division="A", round=2, method="koth")
        job = ask_to_pair(command, key="once", asked_by="dora")
        signed_in("dora")
    before = len(entries_of())
    tell = jobs.Progress.__call__

    def stopping(self: jobs.Progress, done: int, total: int) -> None:
        if 0 < done < total:
            jobs.stop(job.pk)
            self._told = -1e9
        tell(self, done, total)

    monkeypatch.setattr(jobs.Progress, "__call__", stopping)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("stopped", "")
    assert len(entries_of()) == before
    assert not Round.objects.filter(number=2).exists()
    assert not DivisionRating.objects.exists()
    assert not DivisionContention.objects.exists()
