"""Two workers and one rating list: whoever comes second waits until the first has done."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from config.broker import Broker, broker_settings
from config.celery import app
from core import jobs
from core.models import Job, Lease
from ratings.models import Recompute
from ratings.recompute_job import ask_to_recompute
from tests.apps.ratings.lists import new_list
from tests.builders.rated_events import invented_history
from tests.depth import size
from tests.processes import PATIENCE_S, wait_until
from tests.worker.rated_lists import (
    ratings_from_scratch,
    ratings_in_force,
    record_at_once,
)
from tests.worker.workers import own_worker

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3 * PATIENCE_S),
]

EVENTS = size(300, deep=1_000)


@pytest.fixture(params=["redis", pytest.param("folder", marks=pytest.mark.both_databases("locks"))])
def bell(request: pytest.FixtureRequest, broker: Broker) -> Broker:
    """The broker of the test's workers: Redis, which keeps locks too, or a folder.

    Beside a folder the database keeps them.
    """
    if request.param == "redis":
        return broker
    folder = broker_settings("", var_dir=settings.VAR_DIR, kind="filesystem")
    folder.make_folders()
    return folder


def test_the_second_of_two_workers_waits_until_the_first_has_computed_the_list(
    bell: Broker, broker: Broker, tmp_path: Path
) -> None:
    history = list(invented_history(EVENTS, players=80, field=6, rounds=5, every_days=2))
    rating_list = new_list()
    record_at_once(rating_list, history)
    gate = tmp_path / "gate"
    gate.touch()
    environment = {"GATE": str(gate)} | ({} if bell is broker else {"BROKER": "filesystem"})
    with (
        own_worker(tmp_path / "one.log", environment, loads="tests.worker.gate"),
        own_worker(tmp_path / "other.log", environment, loads="tests.worker.gate"),
    ):
        first = ask_to_recompute(rating_list)
        ring(first, bell)
        # It tells how far it is once it has the list.
        wait_until(lambda: held(first).total > 0, what="the gate", log=tmp_path / "one.log")
        second = ask_to_recompute(rating_list, apply=True)
        ring(second, bell)
        # It was taken and put back while the first went on.
        wait_until(
            lambda: held(second).started_at is not None, what="a go", log=tmp_path / "other.log"
        )
        wait_for(second, "queued", tmp_path)
        assert held(first).state == "running"
        gate.unlink()
        wait_for(first, "done", tmp_path)
        wait_for(second, "done", tmp_path)

    one, other = held(first), held(second)
    assert (one.attempts, other.attempts) == (1, 1)
    assert (one.result["events"], other.result["events"]) == (EVENTS, 0)
    earlier, later = Recompute.objects.order_by("number")
    assert earlier.ended_at is not None
    assert earlier.ended_at <= later.began_at
    assert Lease.objects.exists() == (bell is not broker)
    assert ratings_in_force(rating_list) == ratings_from_scratch(history)


def held(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def wait_for(job: Job, state: str, logs: Path) -> None:
    log = logs / "one.log"
    wait_until(lambda: held(job).state == state, what=f"job {job.pk} {state}", log=log)


def ring(job: Job, bell: Broker) -> None:
    """Rings for a job where the workers listen; at this process's own broker it was done."""
    if bell is settings.BROKER:
        return
    with app.connection_for_write(url=bell.url) as connection:
        connection.transport_options = bell.transport_options
        app.send_task(jobs.RUN, (job.pk,), connection=connection, ignore_result=True)
