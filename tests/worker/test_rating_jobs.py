"""Ratings through a real worker: what beat finds, and what a killed worker left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from core import jobs
from core.models import Job
from tests.processes import PATIENCE_S, ROOT, mentioning, wait_until
from tournaments.demonstration import PLAYERS, direct_demonstration
from tournaments.jobs import RATE
from tournaments.models import DivisionRating, EntryRating

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(3 * PATIENCE_S)]


def test_a_worker_rates_the_event_that_a_command_asked_for(worker: Path) -> None:
    direct_demonstration()
    job = Job.objects.get(kind=RATE)

    def ended() -> bool:
        job.refresh_from_db()
        return job.ended_at is not None

    wait_until(ended, what="the rating", log=worker)
    assert (job.state, job.done, job.total, job.error) == ("done", 2, 2, "")
    assert EntryRating.objects.filter(division_rating__division__name="A").count() == PLAYERS


def test_what_a_killed_worker_left_is_done_by_the_next_and_only_once(worker: Path) -> None:
    direct_demonstration()
    job = Job.objects.get(kind=RATE)
    wait_until(
        lambda: Job.objects.get(pk=job.pk).ended_at is not None, what="the rating", log=worker
    )
    before = list(EntryRating.objects.order_by("entry").values_list("new", flat=True))
    Job.objects.filter(pk=job.pk).update(
        state="running", ended_at=None, heard_at=timezone.now() - timedelta(minutes=5)
    )
    assert jobs.sweep() == []
    Job.objects.filter(pk=job.pk).update(queued_at=timezone.now() - timedelta(minutes=1))
    assert jobs.sweep() == [job.pk]
    wait_until(
        lambda: Job.objects.get(pk=job.pk).ended_at is not None, what="the second go", log=worker
    )
    assert Job.objects.get(pk=job.pk).attempts == 2
    assert list(EntryRating.objects.order_by("entry").values_list("new", flat=True)) == before
    assert DivisionRating.objects.count() == 1


def test_a_command_brings_a_worker_of_its_own_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    environment = {
        **os.environ,
        "WALLCHART_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"

    def manage(*arguments: str) -> str:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    manage("migrate", "--verbosity", "0")
    manage("collectstatic", "--no-input", "--verbosity", "0")
    manage("demo_event")
    told = json.loads(manage("rate", "demonstration", "--wait", "--json"))
    assert len(told["divisions"][0]["rows"]) == PLAYERS
    assert mentioning(str(tmp_path)) == {}


def test_a_process_brings_a_worker_of_its_own_a_second_time(tmp_path: Path) -> None:
    """What the first one left in the pool of connections leads nowhere by then."""
    environment = {
        **os.environ,
        "WALLCHART_VAR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", _TWICE]
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["started", "started"]
    assert mentioning(str(tmp_path)) == {}


_TWICE = """
import django
django.setup()
from core.worker import worker_answers, worker_at_hand
for _ in range(2):
    with worker_at_hand() as started:
        assert any(worker_answers() for _ in range(20))
        print("started" if started else "found")
"""
