"""A job in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.models import Job
from core.web.jobs import show_job

NOW = datetime(2026, 5, 9, 14, 32, tzinfo=UTC)


def _job(state: str, **values: object) -> Job:
    return Job(kind="k", state=state, queued_at=NOW - timedelta(seconds=90), **values)


@pytest.mark.parametrize(
    ("job", "words", "left", "ended"),
    [
        (_job("done", done=4, total=4), "done", None, True),
        (_job("failed"), "failed", None, True),
        (
            _job("stopped"),
            "stopped: finished work is kept, and nothing is left half done",
            None,
            True,
        ),
        (
            _job("stopping", started_at=NOW, done=1, total=4),
            "stops after the current step",
            None,
            False,
        ),
        (
            _job("queued"),
            "waiting for a worker for 90 s. Is the worker running?",
            None,
            False,
        ),
        (_job("running", started_at=NOW), "started", None, False),
        (
            _job("running", started_at=NOW - timedelta(seconds=30), done=3, total=10),
            "3 of 10 steps",
            70,
            False,
        ),
        (
            _job("running", started_at=NOW - timedelta(seconds=30), done=0, total=10),
            "0 of 10 steps",
            None,
            False,
        ),
    ],
)
def test_a_job_says_how_far_it_is(job: Job, words: str, left: int | None, ended: bool) -> None:
    shown = show_job(job, NOW)
    assert (shown.words, shown.seconds_left, shown.has_ended) == (words, left, ended)


def test_a_job_that_has_just_been_asked_for_does_not_blame_the_worker() -> None:
    job = Job(kind="k", state="queued", queued_at=NOW - timedelta(seconds=5))
    assert show_job(job, NOW).words == "waiting for a worker for 5 s."
