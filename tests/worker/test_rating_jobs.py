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
from tests.apps.tournaments.board_games.handed_events import PEOPLE, SLUG, an_event, correct, reopen
from tests.builders.events import give
from tests.builders.rating_lists import a_list
from tests.databases import with_tables
from tests.installations import direct_an_event
from tests.processes import PATIENCE_S, ROOT, mentioning, wait_until
from tournaments.closing.commands import CloseEvent
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.models import Division, DivisionRating, EntryRating, Tournament

pytestmark = [pytest.mark.timeout(3 * PATIENCE_S)]


def test_a_worker_rates_the_event_that_a_command_asked_for(worker: Path) -> None:
    job = _asked_for()

    def ended() -> bool:
        job.refresh_from_db()
        return job.ended_at is not None

    wait_until(ended, what="the rating", log=worker)
    assert (job.state, job.done, job.total, job.error) == ("done", 2, 2, "")
    assert EntryRating.objects.filter(division_rating__division__name="A").count() == len(PEOPLE)


def _asked_for() -> Job:
    """Returns the job that rates an event, just asked for."""
    an_event()
    return ask_to_rate(Tournament.objects.get(slug=SLUG), ["A"])


@pytest.mark.both_databases("transactions")
def test_what_a_killed_worker_left_is_done_by_the_next_and_only_once(worker: Path) -> None:
    job = _asked_for()
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


def test_closing_an_event_rates_the_list_and_a_correction_waits_there(worker: Path) -> None:
    rating_list = a_list()
    an_event()
    give(CloseEvent(event=SLUG))
    wait_until(rating_list.ratings.exists, what="the list's ratings", log=worker)
    by_list = rating_list.ratings.values_list("player", "new")
    by_event = EntryRating.objects.values_list("entry__members__player", "new")
    assert sorted(by_list) == sorted(by_event)
    assert len(by_list) == len(PEOPLE)
    reopen()
    correct(entry=6)
    give(CloseEvent(event=SLUG))
    waits = rating_list.recomputes.filter(stage="ready")
    wait_until(waits.exists, what="the proposal", log=worker)
    finn = waits.get().proposed.get(player="finn")
    assert finn.new > rating_list.ratings.get(player="finn").new


def test_a_result_has_the_ratings_estimated_while_the_event_is_played(worker: Path) -> None:
    an_event(open_games=1)

    def estimated() -> bool:
        division = Division.objects.select_related("rated").get()
        return getattr(division, "rated", None) is not None and (
            division.rated.version == division.version
        )

    wait_until(estimated, what="the estimate", log=worker)
    assert EntryRating.objects.filter(games__gt=0).count() == len(PEOPLE)


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

    with_tables(tmp_path)
    direct_an_event(environment, players=6)
    told = json.loads(manage("rate", "spring", "--wait", "--json"))
    assert len(told["divisions"][0]["rows"]) == 6
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
