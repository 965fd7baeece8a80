"""Pairing a large field over the API: a job does it, and what it asks back is its result."""

from __future__ import annotations

from typing import Any

import pytest

from core import jobs
from core.models import Job
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.desk_events import SLUG, division, entries_of, four_played
from tournaments.rounds import jobs as pairing_job

pytestmark = pytest.mark.django_db

PAIRING = f"events/{SLUG}/divisions/A/rounds/2/pairing"
SWISS: dict[str, Any] = {"method": "swiss"}


@pytest.fixture(autouse=True)
def _every_field_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_job, "QUICK_UP_TO", 3)
    four_played()


def test_nobody_else_has_a_large_field_paired() -> None:
    assert Program().post(PAIRING, SWISS).status_code == 401
    assert of("otto").post(PAIRING, SWISS).status_code == 403
    assert not Job.objects.exists()


def test_a_large_field_is_paired_by_a_job_once_however_often_it_is_asked() -> None:
    program, key = of("dora"), {"Idempotency-Key": "round-2"}
    queued = program.post(PAIRING, SWISS, **key)
    assert (queued.status_code, queued.json()["state"]) == (202, "queued")
    job = queued.json()["job"]
    assert program.post(PAIRING, SWISS, **key).json()["job"] == job
    assert not division().rounds.filter(number=2).exists()
    assert jobs.run(job)
    told = program.get(f"jobs/{job}").json()
    assert (told["state"], told["result"]["entry"]) == ("done", entries_of()[-1].seq)
    again = program.post(PAIRING, SWISS, **key)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert entries_of()[-1].actor == "dora"


def test_what_a_pairing_asks_back_is_accepted_by_asking_again() -> None:
    program, again = of("dora"), {**SWISS, "fixed": [{"one": 1, "two": 2}]}
    asked = program.post(PAIRING, again).json()["job"]
    assert jobs.run(asked)
    assert program.get(f"jobs/{asked}").json()["result"]["asks"]
    assert not division().rounds.filter(number=2).exists()
    accepted = program.post(PAIRING, {**again, "confirmed": True}).json()["job"]
    assert jobs.run(accepted)
    assert program.get(f"jobs/{accepted}").json()["result"]["round"] == 2
    assert division().rounds.get(number=2).boards.count() == 2
