"""Contention worked out by a real worker; without one the pages still answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from core.models import Job
from tests.builders.events import give
from tests.processes import wait_until
from tournaments.contention.jobs import FORECAST, ask_to_forecast
from tournaments.models import Division, DivisionContention, Tournament
from tournaments.rehearsal.jobs.plans import invented_event
from tournaments.rehearsal.jobs.playing import rehearse
from tournaments.rounds.commands.pairing_rules import ChangePairingRules


def an_event(*, complete: int) -> Tournament:
    """Return an event of nine rounds, of which so many are complete, with prizes shown to all."""
    plan = invented_event("open", players=20, divisions=1, rounds=9, method="swiss", seed="4")
    rehearse(replace(plan, rehearsal=False, complete=complete))
    give(ChangePairingRules(event="open", division="A", places=3, contention_is_public=True))
    return Tournament.objects.get(slug="open")


def page(client: Client) -> str:
    return client.get("/events/open/A/contention/").text


def test_a_worker_works_the_chances_out_and_the_public_sees_them(
    worker: Path, client: Client
) -> None:
    event = an_event(complete=4)
    assert "Nobody has worked out yet" in page(client)
    job = ask_to_forecast(event, ["A"])
    wait_until(
        lambda: Job.objects.get(pk=job.pk).ended_at is not None, what="the forecast", log=worker
    )
    job.refresh_from_db()
    assert (job.state, job.error, job.result) == ("done", "", {"divisions": 1, "made": 1})
    assert (job.done, job.total) == (100, 100)
    stored = DivisionContention.objects.get()
    assert (stored.through_round, stored.version) == (4, Division.objects.get().version)
    assert "simulated endings" in page(client)


def test_a_late_result_has_it_worked_out_by_itself(worker: Path) -> None:
    an_event(complete=7)
    wait_until(DivisionContention.objects.exists, what="the forecast", log=worker)
    assert DivisionContention.objects.get().through_round == 7
    assert Job.objects.filter(kind=FORECAST).exists()


def test_without_a_worker_the_page_says_that_nobody_has_worked_it_out(
    transactional_db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody_hears(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    # The worker of other tests may still be there: it is not told.
    monkeypatch.setattr("config.celery.app.send_task", nobody_hears)
    ask_to_forecast(an_event(complete=4), ["A"])
    assert Job.objects.get(kind=FORECAST).state == "queued"
    assert "Nobody has worked out yet" in page(client)
