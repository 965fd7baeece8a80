"""Workers of a test's own, which it may kill, and what lets the time pass that a death takes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import redis
from django.conf import settings
from django.utils import timezone

from config.broker import Broker
from core.models import Job, Lease
from tests.depth import chance
from tests.processes import running, wait_until, worker_command


@contextmanager
def own_worker(
    log: Path, environment: Mapping[str, str] | None = None, *, loads: str = ""
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker on the test's database and queue, from the moment at which it takes jobs.

    It is killed at the end: to end by itself takes seconds, and six where a folder is the broker.
    `loads` names a module of the tests that it imports as it starts.
    """
    given = {"DJANGO_SETTINGS_MODULE": "config.settings", **(environment or {})}
    name = f"{log.stem}@%h"
    command = [*worker_command(), "--hostname", name]
    if loads:
        command += ["--include", loads]
    with running(command, log=log, environment=given, stop_signal=signal.SIGKILL) as process:
        wait_until(
            lambda: _is_ready(log) or process.poll() is not None,
            what="a worker getting ready",
            log=log,
        )
        assert process.poll() is None, log.read_text(errors="replace")[-3000:]
        yield process


def share_done(turn: int, usual: float) -> float:
    """Return after which share of its work to kill a worker: the usual one, then any other."""
    return chance(turn).uniform(0.05, 0.8) if turn else usual


def kill(worker: subprocess.Popen[bytes]) -> None:
    """End a worker and its children as a failing machine does."""
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def two_minutes_pass() -> None:
    """Let every job fall silent, and every lock run out that nobody held on to."""
    past = timezone.now() - timedelta(minutes=2)
    Job.objects.filter(state="queued").update(queued_at=past)
    Job.objects.filter(state="running").update(queued_at=past, heard_at=past)
    Lease.objects.update(until=past)
    broker: Broker = settings.BROKER
    server = redis.Redis.from_url(f"unix://{broker.socket}")
    for key in server.scan_iter("*:rating-list:*"):
        server.delete(key)
    server.close()


def _is_ready(log: Path) -> bool:
    return " ready." in log.read_text(errors="replace")
