"""Jobs: anybody's command may ask for one; only a worker does it, and exactly once."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from core import jobs
from core.errors import UserError
from core.jobs import Progress, Stopped
from core.models import Job, Lease
from core.registrars import JOBS

pytestmark = [pytest.mark.both_databases("locks", "transactions"), pytest.mark.django_db]

DONE: list[Mapping[str, Any]] = []


def work(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Does what its arguments say, as a job would."""
    if "refuse" in arguments:
        raise UserError("That cannot be done.", code="no")
    if "break" in arguments:
        raise ValueError("secret")
    progress(1, 2)
    for _ in range(arguments.get("stopped", 0)):
        jobs.stop(Job.objects.get().pk)
        progress._told = 0.0
        progress(1, 2)
    progress(2, 2)
    DONE.append(arguments)
    return {"seen": arguments["n"]}


@pytest.fixture(autouse=True)
def _kind(monkeypatch: pytest.MonkeyPatch) -> None:
    JOBS.load()  # what is registered meanwhile would be let go with what is put in here
    monkeypatch.setitem(jobs._kinds, "try", work)
    monkeypatch.setattr(jobs, "ring", bool)
    DONE.clear()


def queued(**arguments: Any) -> Job:
    return jobs.enqueue("try", "somebody", arguments, asked_by="ann")


def again(job: Job) -> Job:
    job.refresh_from_db()
    return job


def test_a_job_is_done_once_however_often_it_is_rung_for() -> None:
    job = queued(n=1)
    assert jobs.run(job.pk) is True
    assert jobs.run(job.pk) is False
    assert DONE == [{"n": 1}]
    ended = again(job)
    assert (ended.state, ended.result, ended.done, ended.total) == ("done", {"seen": 1}, 2, 2)
    assert ended.attempts == 1


def test_the_same_request_while_it_waits_is_one_job() -> None:
    assert queued(n=1).pk == queued(n=1).pk
    assert queued(n=2).pk != queued(n=1).pk
    jobs.run(queued(n=1).pk)
    assert queued(n=1).state == "queued"


def test_a_users_mistake_ends_a_job_with_its_sentence_and_a_fault_with_none() -> None:
    refused, broken = queued(refuse=1), queued(**{"break": 1})
    jobs.run(refused.pk)
    jobs.run(broken.pk)
    assert (again(refused).state, refused.error) == ("failed", "That cannot be done.")
    assert again(broken).state == "failed"
    assert "secret" not in broken.error


def test_a_kind_that_nobody_does_is_not_queued() -> None:
    with pytest.raises(LookupError):
        jobs.enqueue("nothing", "x", {})


def test_the_sweep_rings_for_what_was_never_started_but_gives_the_doorbell_time() -> None:
    job = queued(n=1)
    assert jobs.sweep() == []
    assert jobs.sweep(timezone.now() + timedelta(seconds=11)) == [job.pk]


def test_a_sweep_that_is_missing_is_noticed_and_a_machine_just_started_is_given_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, minute = timezone.now(), timedelta(minutes=1)
    jobs.sweep(now - 60 * minute)
    assert jobs.sweep_missed(now) is None, "nobody was told to expect any"
    monkeypatch.setattr(jobs, "_expected_since", None)  # and is put back after the test
    monkeypatch.setattr(jobs, "_last_sweep", jobs._LastSweep())
    jobs.expect_sweeps()
    assert jobs.sweep_missed(now) is None, "it was off until a moment ago"
    monkeypatch.setattr(jobs, "_expected_since", time.monotonic() - 300)
    assert jobs.sweep_missed(now) == 60 * minute
    jobs.sweep(now - minute)
    assert jobs.sweep_missed(now) is None
    Lease.objects.all().delete()
    missed = jobs.sweep_missed(now)
    assert missed is not None, "none was ever done"
    assert missed // minute == 5


@pytest.mark.parametrize("set_by", [timedelta(hours=-1), timedelta(hours=1)])
def test_a_clock_that_is_set_neither_hides_that_the_sweeps_stopped_nor_says_that_they_did(
    monkeypatch: pytest.MonkeyPatch, set_by: timedelta
) -> None:
    steady, now, second = 1000.0, timezone.now(), timedelta(seconds=1)
    monkeypatch.setattr(jobs, "_expected_since", 0.0)
    monkeypatch.setattr(jobs, "_last_sweep", jobs._LastSweep())
    monkeypatch.setattr(time, "monotonic", lambda: steady)

    def missed_after(seconds: int) -> timedelta | None:
        nonlocal steady, now
        steady, now = steady + seconds, now + seconds * second
        return jobs.sweep_missed(now)

    jobs.sweep(now)
    assert missed_after(10) is None
    jobs.sweep(now)
    assert missed_after(5) is None
    now += set_by
    assert missed_after(10) is None, "a sweep was done 15 seconds ago"
    assert missed_after(160) is None
    late = missed_after(30)
    assert late is not None, "none was done for more than three minutes"
    assert 200 * second <= late <= 210 * second
    jobs.sweep(now)
    assert missed_after(1) is None


def test_a_job_whose_worker_was_killed_is_given_to_another_three_times_at_most() -> None:
    job = queued(n=1)
    for attempt in (1, 2, 3):
        Job.objects.filter(pk=job.pk).update(
            state="running", attempts=attempt, heard_at=timezone.now() - timedelta(minutes=5)
        )
        jobs.sweep()
        assert again(job).state == ("queued" if attempt < 3 else "failed")
    assert "three times" in job.error


def test_who_was_given_up_for_dead_does_not_begin_what_is_to_be_done_once() -> None:
    job = queued(n=1)
    running = {"state": Job.State.RUNNING, "attempts": 1}
    Job.objects.filter(pk=job.pk).update(**running)
    slow = Progress(Job.objects.get(pk=job.pk))
    Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED)
    with pytest.raises(Stopped):
        slow.begins_once()
    Job.objects.filter(pk=job.pk).update(**running | {"attempts": 2})
    successor = Progress(Job.objects.get(pk=job.pk))
    with pytest.raises(Stopped):
        slow.begins_once()
    assert successor.begins_once()
    Job.objects.filter(pk=job.pk).update(attempts=3)
    assert not Progress(Job.objects.get(pk=job.pk)).begins_once()


def test_a_job_that_is_heard_of_is_left_alone() -> None:
    job = queued(n=1)
    Job.objects.filter(pk=job.pk).update(
        state="running", attempts=1, heard_at=timezone.now() - timedelta(seconds=60)
    )
    assert jobs.sweep() == []
    assert again(job).state == "running"


def test_a_clock_that_is_set_back_lets_no_job_wait_longer_than_any() -> None:
    ahead = timezone.now() + timedelta(hours=1)
    silent, waiting = queued(n=1), queued(n=2)
    Job.objects.filter(pk=silent.pk).update(state="running", attempts=1, heard_at=ahead)
    Job.objects.filter(pk=waiting.pk).update(queued_at=ahead)
    assert jobs.sweep() == [waiting.pk]
    assert again(silent).state == "running", "its worker may be about to tell how far it is"
    assert silent.pk in jobs.sweep(timezone.now() + jobs.SILENCE + timedelta(seconds=1))
    assert again(silent).state == "queued"


def test_progress_is_told_at_most_twice_a_second_but_the_end_always() -> None:
    job = queued(n=1)
    progress = Progress(job)
    for step in range(1, 101):
        progress(step, 100)
    assert (again(job).done, job.total) == (100, 100)
    progress = Progress(job)
    progress(1, 100)
    progress(2, 100)
    assert again(job).done == 1


def test_ended_jobs_of_a_passing_kind_go_after_a_day_and_others_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(jobs._kinds, "fleeting", work)
    monkeypatch.setattr(jobs, "_passing", {"fleeting"})
    now = timezone.now()
    for kind in ("try", "fleeting"):
        for age in (timedelta(hours=23), timedelta(hours=25)):
            job = jobs.enqueue(kind, "somebody", {"n": age.total_seconds()})
            jobs.run(job.pk)
            Job.objects.filter(pk=job.pk).update(ended_at=now - age)
    waits = jobs.enqueue("fleeting", "somebody", {"n": 0})
    Job.objects.filter(pk=waits.pk).update(queued_at=now - timedelta(days=3))
    jobs.sweep(now)
    left = Job.objects.order_by("pk").values_list("kind", "state")
    assert list(left) == [
        ("try", "done"),
        ("try", "done"),
        ("fleeting", "done"),
        ("fleeting", "queued"),
    ]


def test_a_job_that_waits_is_stopped_at_once_and_never_begun() -> None:
    job = queued(n=1)
    assert jobs.stop(job.pk) is True
    assert again(job).state == "stopped"
    assert job.ended_at is not None
    assert jobs.run(job.pk) is False
    assert jobs.sweep(timezone.now() + timedelta(minutes=5)) == []
    assert DONE == []
    assert jobs.stop(job.pk) is False
    assert queued(n=1).pk != job.pk


def test_a_job_that_runs_is_stopped_where_it_next_tells_how_far_it_is() -> None:
    job = queued(n=1, stopped=1)
    assert jobs.run(job.pk) is True
    assert (again(job).state, job.result, job.error) == ("stopped", {}, "")
    assert DONE == []


def test_a_job_that_is_through_before_it_hears_of_it_is_done() -> None:
    job = queued(n=1)
    Job.objects.filter(pk=job.pk).update(state="running", attempts=1)
    assert jobs.stop(job.pk) is True
    assert again(job).state == "stopping"
    Progress(job)(2, 2)
    jobs._end(job, Job.State.DONE, result={"seen": 1})
    assert again(job).state == "done"
    assert jobs.stop(job.pk) is False
    assert again(job).state == "done"


def test_a_job_to_be_stopped_whose_worker_is_gone_is_stopped_by_the_sweep() -> None:
    job = queued(n=1)
    Job.objects.filter(pk=job.pk).update(
        state="stopping", attempts=1, heard_at=timezone.now() - timedelta(minutes=5)
    )
    assert jobs.sweep() == []
    assert again(job).state == "stopped"


def test_a_job_that_puts_itself_off_while_it_is_to_be_stopped_does_not_wait_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def puts_off(_progress: Progress, _arguments: Mapping[str, Any]) -> dict[str, Any]:
        jobs.stop(Job.objects.get().pk)
        raise jobs.Postponed

    monkeypatch.setitem(jobs._kinds, "try", puts_off)
    job = queued(n=1)
    assert jobs.run(job.pk) is False
    assert again(job).state == "stopped"


@pytest.fixture
def one_more_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module that registers a kind of job, and that nobody has imported yet."""
    text = """
from core.jobs import job_kind

@job_kind("later", "Tidying")
def work(progress, arguments):
    return {"seen": arguments["n"]}
"""
    (tmp_path / "registers_a_job.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for known in ("_kinds", "_titles"):
        monkeypatch.setattr(jobs, known, {**getattr(jobs, known)})
    JOBS.name("registers_a_job")
    yield
    del sys.modules["registers_a_job"]


@pytest.mark.usefixtures("one_more_module")
def test_a_job_is_called_by_its_title_in_a_process_that_has_not_loaded_who_does_it() -> None:
    assert jobs.job_title("later") == "Tidying"


def test_a_job_of_a_kind_that_is_no_longer_known_is_called_by_that() -> None:
    assert jobs.job_title("rating.by_hand") == "rating.by_hand"
