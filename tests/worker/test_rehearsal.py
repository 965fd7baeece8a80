"""A rehearsal in a real worker: it tells how far it is, and a lost worker costs nothing real."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from core import jobs
from core.models import Job, JournalEntry
from tests.processes import PATIENCE_S, wait_until
from tournaments.models import Round, Tournament
from tournaments.rehearsal.jobs.plans import invented_event
from tournaments.rehearsal.jobs.playing import rehearse
from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse

pytestmark = [pytest.mark.timeout(3 * PATIENCE_S)]


def an_event(players: int, rounds: int) -> Tournament:
    """Return an event whose first round is still to come, of so many players."""
    plan = invented_event(
        "open", players=players, divisions=1, rounds=rounds, method="swiss", seed="1"
    )
    rehearse(replace(plan, rehearsal=False, complete=0))
    return Tournament.objects.get(slug="open")


def test_the_worker_plays_the_whole_event_and_tells_how_far_it_is(worker: Path) -> None:
    job = ask_to_rehearse(an_event(40, 8), seed="3", method="swiss", asked_by="dora")
    seen: set[tuple[int, int]] = set()

    def ended() -> bool:
        job.refresh_from_db()
        seen.add((job.done, job.total))
        return job.ended_at is not None

    wait_until(ended, what="the rehearsal", log=worker)
    assert (job.state, job.error) == ("done", "")
    assert (job.done, job.total) == (160, 160)
    assert any(0 < done < 160 for done, _ in seen)
    assert job.result["rounds"] == 8
    assert Round.objects.filter(division__tournament__slug="open-rehearsal").count() == 8
    assert JournalEntry.objects.filter(stream__key="event:open").count() == 4


def test_a_rehearsal_whose_worker_was_lost_begins_anew_under_another_slug(worker: Path) -> None:
    job = ask_to_rehearse(an_event(12, 3), seed="3", method="swiss", asked_by="dora")
    wait_until(
        lambda: Job.objects.get(pk=job.pk).ended_at is not None, what="the rehearsal", log=worker
    )
    Job.objects.filter(pk=job.pk).update(
        state="running", ended_at=None, heard_at=timezone.now() - timedelta(minutes=5)
    )
    assert jobs.sweep() == []
    Job.objects.filter(pk=job.pk).update(queued_at=timezone.now() - timedelta(minutes=1))
    assert jobs.sweep() == [job.pk]
    wait_until(
        lambda: Job.objects.get(pk=job.pk).ended_at is not None, what="the second go", log=worker
    )
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result["event"]) == ("done", 2, "open-rehearsal-2")
