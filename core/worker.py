"""A worker at hand: the one that is running, or one started for as long as it is needed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from core.child_process import start_tied
from core.errors import UserError
from core.models import Job
from core.phrases import phrase

START_WITHIN_S = 60.0
LOOK_EVERY_S = 0.05


class NoWorker(Exception):
    """A worker could not be started: a fault of the installation."""


@contextmanager
def worker_at_hand() -> Iterator[bool]:
    """Runs the block beside a worker of this database; yields whether it had to be started.

    A broker of our own is started too when it does not run. Both stop with the block, or with
    this process, however it ends. Raises NoWorker when none comes up.
    """
    if worker_answers():
        yield False
        return
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wallchart-")))
        broker = settings.BROKER
        broker.make_folders()
        if broker.socket is not None and not broker_answers():
            stack.enter_context(_running(broker.server_command(folder), folder / "broker.log"))
            _wait_for(broker_answers, folder / "broker.log")
        stack.enter_context(_running(_worker_command(), folder / "worker.log"))
        _wait_for(worker_answers, folder / "worker.log")
        yield True


def job_done(job: Job, progress: Callable[[int, int], None]) -> Job:
    """Returns the job once it is done, telling how far it is; raises UserError if it failed
    or was stopped.
    """
    while job.state in (Job.State.QUEUED, Job.State.RUNNING, Job.State.STOPPING):
        progress(job.done, job.total)
        time.sleep(LOOK_EVERY_S)
        job.refresh_from_db()
    progress(job.total, job.total)
    if job.state == Job.State.FAILED:
        raise UserError(job.error, code="job.failed")
    if job.state == Job.State.STOPPED:
        raise UserError(phrase("It was stopped at the desk."), code="job.stopped")
    return job


def worker_answers() -> bool:
    """Returns whether a worker of this database's queue answers."""
    try:
        return bool(_queue().control.ping(timeout=0.7, limit=1))
    except _no_answer():
        return False


def broker_answers() -> bool:
    """Returns whether the broker takes a connection."""
    try:
        with _queue().connection_for_write(connect_timeout=1) as connection:
            connection.ensure_connection(max_retries=1, interval_start=0)
    except _no_answer():
        return False
    return True


def _no_answer() -> tuple[type[Exception], ...]:
    """Returns the errors raised where no broker is: kombu's own, and its driver's."""
    from kombu.exceptions import OperationalError  # noqa: PLC0415 - loaded with Celery, or never
    from redis.exceptions import RedisError  # noqa: PLC0415 - loaded with Celery, or never

    return OperationalError, OSError, RedisError


def _queue() -> Any:
    """Returns the Celery app, which is loaded on first use."""
    return import_string(settings.DOORBELL)


def _worker_command() -> list[str]:
    return [
        *(sys.executable, "-m", "celery", "--app", "config.celery", "worker"),
        *("--pool", "solo", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
    ]


@contextmanager
def _running(command: Sequence[str], log: Path) -> Iterator[None]:
    with log.open("ab") as output:
        tied = start_tied(command, output=output, line=settings.LIFELINE, folder=settings.BASE_DIR)
    try:
        yield
    finally:
        tied.ask_to_end()
        with suppress(subprocess.TimeoutExpired):
            tied.process.wait(timeout=10)
        tied.end_now()


def _wait_for(answers: Callable[[], bool], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN_S
    while not answers():
        if time.monotonic() > deadline:
            raise NoWorker(log.read_text(errors="replace")[-2000:])
        time.sleep(0.1)
