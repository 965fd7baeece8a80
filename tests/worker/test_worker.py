"""A real worker over a real broker, on the database of the run."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from config.broker import Broker
from config.celery import app
from config.database import database_hash
from core.models import Job
from tests.processes import PATIENCE_S, wait_until
from tests.settings import ON_POSTGRES
from tests.worker.listening import queues_listened_to

pytestmark = pytest.mark.timeout(3 * PATIENCE_S)
on_both = pytest.mark.both_databases("locks")


def _forgotten_job() -> Job:
    return Job.objects.create(
        kind="of a kind nobody does", arguments={}, queued_at=timezone.now() - timedelta(hours=1)
    )


@on_both
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
    # It takes what comes to a queue of its own, so it has been awake since.
    app.send_task("core.jobs.run", (0,))
    wait_until(lambda: _waiting(app.conf.task_default_queue) == 0, what="its own job", log=worker)
    assert queues_listened_to() == {app.conf.task_default_queue}
    assert _waiting(f"wallchart-{other}") == 2
    job.refresh_from_db()
    assert job.attempts == 0


def _waiting(queue: str) -> int:
    """Return how many tasks nobody has taken from a queue."""
    with app.connection_for_read() as connected:
        channel: Any = connected.default_channel
        return int(channel.client.llen(queue))


@on_both
@pytest.mark.django_db
def test_the_run_is_on_the_database_it_says(broker: Broker) -> None:
    assert connection.vendor == ("postgresql" if ON_POSTGRES else "sqlite")
    assert app.conf.task_default_queue == f"wallchart-{database_hash(connection.settings_dict)}"
