"""A real worker over a real broker, on the database of the run."""

import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.broker import Broker
from config.celery import app
from config.database import database_hash
from core.models import Job
from tests.processes import wait_until
from tests.settings import ON_POSTGRES

pytestmark = pytest.mark.both_databases


def _forgotten_job() -> Job:
    return Job.objects.create(
        kind="of a kind nobody does", arguments={}, queued_at=timezone.now() - timedelta(hours=1)
    )


def test_the_worker_sweeps_up_a_job_that_nobody_started(worker: Path) -> None:
    job = _forgotten_job()
    app.send_task("core.jobs.sweep")

    def ended() -> bool:
        job.refresh_from_db()
        return job.ended_at is not None

    wait_until(ended, what="the end of the job", log=worker)
    assert job.attempts == 1
    assert job.error


def test_a_worker_takes_no_job_from_the_queue_of_another_database(worker: Path) -> None:
    job = _forgotten_job()
    other = database_hash({**settings.DATABASES["default"], "NAME": "/elsewhere/wallchart.sqlite3"})
    app.send_task("core.jobs.sweep", queue=f"wallchart-{other}")
    app.send_task("core.jobs.sweep", queue=f"wallchart-{other}")
    time.sleep(1.5)
    job.refresh_from_db()
    assert job.attempts == 0


@pytest.mark.django_db
def test_the_run_is_on_the_database_it_says(broker: Broker) -> None:
    assert connection.vendor == ("postgresql" if ON_POSTGRES else "sqlite")
    assert app.conf.task_default_queue == f"wallchart-{database_hash(connection.settings_dict)}"
