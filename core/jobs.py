"""Jobs: long work as database rows. The broker is only a doorbell.

A job is written in the transaction that asks for it. On commit the doorbell is rung once; when
that fails, beat finds the row. A worker claims a job by one conditional update, so two workers
never run the same one, and a job whose worker fell silent is given to another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from core import request_number
from core.background import in_background
from core.errors import UserError
from core.log import Log
from core.models import Job, Lease
from core.phrases import phrase
from core.registrars import JOBS
from core.trouble import trouble_of

SWEEP = "sweep"
SWEEP_MISSED = timedelta(minutes=3)
"""With no sweep for this long (there are four a minute), something has stopped."""
SILENCE = timedelta(seconds=90)
UNHEARD = timedelta(seconds=10)
KEPT = timedelta(days=1)
"""How long a finished job of a passing kind can still be looked at."""
ATTEMPTS = 3
REPORT_EVERY_S = 0.5
SLOW_S = 0.2
LEFT_ALONE_S = 30.0
RUN = "core.jobs.run"

log = Log(__name__)


class Postponed(Exception):
    """Raised by a job that cannot be done now: it waits again, and no attempt is counted."""


class Stopped(Exception):
    """Raised where a job tells how far it is, once somebody has asked for it to be stopped."""


@dataclass
class _LastSweep:
    """The word of the last sweep that this process saw, and between which two looks it was left.

    The looks are told by a clock that nobody sets.
    """

    until: datetime | None = None
    after: float | None = None
    before: float = 0.0
    looked: float | None = None

    def seen(self, until: datetime, steady: float) -> tuple[timedelta, timedelta]:
        """Takes a look; returns for how long at least, and at most, no sweep can have been done."""
        if until != self.until:
            self.until, self.after, self.before = until, self.looked, steady
        self.looked = steady
        shortest = timedelta(seconds=steady - self.before)
        if self.after is None:
            return shortest, timedelta.max
        return shortest, timedelta(seconds=steady - self.after)


Work = Callable[["Progress", Mapping[str, Any]], dict[str, Any]]
_BEGUN = "begun"
_STOPS = (Job.State.STOPPING, Job.State.STOPPED)
_CLAIMED = (Job.State.RUNNING, Job.State.STOPPING)
_kinds: dict[str, Work] = {}
_titles: dict[str, str] = {}
_passing: set[str] = set()
_of_their_moment: set[str] = set()
_left_alone_until = 0.0
_expected_since: float | None = None
_last_sweep = _LastSweep()


def job_kind(
    name: str, title: str, *, is_passing: bool = False, is_of_its_moment: bool = False
) -> Callable[[Work], Work]:
    """Registers the function that does jobs of this kind and returns the job's result.

    `title` is what people call such a job: "Rating". One of a passing kind is asked for again and
    again by what happens, and interests nobody once it has ended: it is not kept. One that is of
    its moment writes a file of what there was when it was asked for: it does not begin again where
    a backup is put back.
    """

    def add(work: Work) -> Work:
        _kinds[name] = work
        _titles[name] = title
        if is_passing:
            _passing.add(name)
        if is_of_its_moment:
            _of_their_moment.add(name)
        return work

    return add


def job_title(kind: str) -> str:
    """Returns the title of jobs of this kind; for a kind that is no longer known, its name."""
    if kind not in _titles:
        JOBS.load()
    return _titles.get(kind, kind)


def _work_of(kind: str) -> Work:
    """Returns the function that does jobs of a kind. Raises LookupError where there is none."""
    if kind not in _kinds:
        JOBS.load()
    try:
        return _kinds[kind]
    except KeyError:
        raise LookupError(f"no job is called {kind}") from None


class Progress:
    """Tells how far a job is: short transactions of their own, at most two a second."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._told = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Records that `done` of `total` steps are finished.

        Raises Stopped if the job should stop and is not through: what a job writes, it
        writes between two calls and whole, so that nothing is left half done.
        """
        now = time.monotonic()
        if now - self._told < REPORT_EVERY_S and done < total:
            return
        self._told = now
        job = Job.objects.filter(pk=self._job.pk)
        if done < total:
            job = job.exclude(state__in=_STOPS)
        if not job.update(done=done, total=total, heard_at=timezone.now()):
            raise Stopped

    def begins_once(self) -> bool:
        """Records that a step begins that must not be done twice, such as printing.

        Returns False where an earlier attempt had begun it: whether it was done nobody knows.
        Raises Stopped as a call does, and where this attempt was given up for dead meanwhile: then
        the next one begins it.
        """
        if self._job.result.get(_BEGUN):
            return False
        mine = Job.objects.filter(pk=self._job.pk, attempts=self._job.attempts)
        begun = mine.filter(state=Job.State.RUNNING)
        if not begun.update(result={_BEGUN: True}, heard_at=timezone.now()):
            raise Stopped
        return True


def enqueue(kind: str, subject: str, arguments: Mapping[str, Any], *, asked_by: str = "") -> Job:
    """Writes a job and rings for it on commit; an equal job still waiting is returned instead."""
    _work_of(kind)
    with transaction.atomic():
        # Locked until the commit: no worker starts on a waiting job before it can see what is new.
        waiting = Job.objects.select_for_update().filter(kind=kind, subject=subject)
        waiting = waiting.filter(state=Job.State.QUEUED, arguments=dict(arguments))
        job = waiting.first() or Job.objects.create(
            kind=kind,
            subject=subject,
            arguments=dict(arguments),
            asked_by=asked_by,
            request_id=request_number.current(),
            queued_at=timezone.now(),
        )
    job_id = job.pk
    transaction.on_commit(lambda: _ring_afterwards(job_id))
    return job


def _ring_afterwards(job_id: int) -> None:
    def ring_once() -> None:
        ring(job_id)

    # A web process has a thread for it: nobody waits for the broker to have their result taken.
    in_background(f"ring:{job_id}", ring_once)


def ring(job_id: int) -> bool:
    """Tells the workers that a job waits: one attempt; returns whether the broker took it.

    A broker that refuses costs nothing. One that does not answer costs its time-out, so it is
    left alone for a while; beat finds the row meanwhile.
    """
    global _left_alone_until  # noqa: PLW0603 - what this process knows of its broker
    started = time.monotonic()
    if started < _left_alone_until:
        return False
    try:
        # Celery is loaded by who rings, and by nobody else.
        import_string(settings.DOORBELL).send_task(RUN, (job_id,), retry=False, ignore_result=True)
    except Exception as failure:  # noqa: BLE001 - whatever the broker raises, beat finds the row
        log.warning("jobs.doorbell_failed", job=job_id, error=str(failure))
        if time.monotonic() - started > SLOW_S:
            _left_alone_until = time.monotonic() + LEFT_ALONE_S
        return False
    return True


def run(job_id: int) -> bool:
    """Claims and does a job; returns whether this call was the one that did it.

    One that was postponed is left waiting; beat, or whoever it waited for, rings for it again.
    """
    now = timezone.now()
    claimed = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
        state=Job.State.RUNNING, started_at=now, heard_at=now, attempts=F("attempts") + 1
    )
    if not claimed:
        return False
    job = Job.objects.get(pk=job_id)
    with request_number.working_for(job.request_id or request_number.current()):
        return _done(job)


def _done(job: Job) -> bool:
    """Does a job that was claimed; returns whether it has ended."""
    log.info("jobs.begun", job=job.pk, kind=job.kind, subject=job.subject, attempt=job.attempts)
    try:
        result = _work_of(job.kind)(Progress(job), job.arguments)
    except Postponed:
        own = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, attempts=job.attempts)
        if not own.update(state=Job.State.QUEUED, heard_at=None, attempts=job.attempts - 1):
            _end(job, Job.State.STOPPED)
        return False
    except Stopped:
        _end(job, Job.State.STOPPED)
    except UserError as refused:
        _end(job, Job.State.FAILED, error=refused.message)
    except Exception as failure:
        trouble = trouble_of(failure)
        fault = phrase("This is a fault in the program; see the log.")
        _end(job, Job.State.FAILED, error=trouble.message if trouble else fault)
        log.exception("jobs.failed", job=job.pk, kind=job.kind, subject=job.subject)
    else:
        _end(job, Job.State.DONE, result=result)
    return True


def stop(job_id: int) -> bool:
    """Stops a job: at once where it waits, else where its worker next tells how far it is.

    Returns False where it has ended already. A job that is through before it hears of it is done.
    """
    jobs = Job.objects.filter(pk=job_id)
    waited = jobs.filter(state=Job.State.QUEUED)
    if waited.update(state=Job.State.STOPPED, ended_at=timezone.now()):
        return True
    running = jobs.filter(state__in=_CLAIMED)
    return bool(running.update(state=Job.State.STOPPING))


def sweep(now: datetime | None = None) -> list[int]:
    """Rings for jobs that nobody started and takes back those whose worker fell silent.

    Returns the ids rung for, and leaves word that it was done. After `ATTEMPTS` silent workers a
    job has failed. Ended jobs of passing kinds are removed after a day. A clock that was set back
    makes nobody wait longer than for as long as each of these waits is: what was heard or asked
    for later than now was so now.
    """
    moment = now or timezone.now()
    Lease.objects.update_or_create(name=SWEEP, defaults={"until": moment + SWEEP_MISSED})
    JOBS.load()
    Job.objects.filter(kind__in=_passing, ended_at__lt=moment - KEPT).delete()
    running = Job.objects.filter(state=Job.State.RUNNING)
    running.filter(heard_at__gt=moment).update(heard_at=moment)
    silent = running.filter(heard_at__lt=moment - SILENCE)
    silent.filter(attempts__gte=ATTEMPTS).update(
        state=Job.State.FAILED, ended_at=moment, error=phrase("Its worker stopped three times.")
    )
    silent.filter(attempts__lt=ATTEMPTS).update(state=Job.State.QUEUED, heard_at=None)
    stopping = Job.objects.filter(state=Job.State.STOPPING)
    stopping.filter(Q(heard_at__lt=moment - SILENCE) | Q(heard_at__gt=moment)).update(
        state=Job.State.STOPPED, ended_at=moment
    )
    waiting = Q(queued_at__lt=moment - UNHEARD) | Q(queued_at__gt=moment)
    unheard = waiting & Q(state=Job.State.QUEUED)
    ids = list(Job.objects.filter(unheard).order_by("pk").values_list("pk", flat=True))
    return [job_id for job_id in ids if ring(job_id)]


def expect_sweeps() -> None:
    """Has this process expect sweeps from now on: called once, by the web server."""
    global _expected_since  # noqa: PLW0603 - what this process has seen
    _expected_since = time.monotonic()


def sweep_missed(now: datetime) -> timedelta | None:
    """Returns for how long no sweep was done, None while there is nothing to be said of it.

    A machine that was off for a night, or was just started, is given the time of a first sweep. A
    clock that was set back or forward is believed only as far as what this process saw itself.
    """
    if _expected_since is None:
        return None
    steady = time.monotonic()
    expected = timedelta(seconds=steady - _expected_since)
    if expected <= SWEEP_MISSED:
        return None
    until = Lease.objects.filter(name=SWEEP).values_list("until", flat=True).first()
    if until is None:
        return expected
    shortest, longest = _last_sweep.seen(until, steady)
    missed = min(max(now - until + SWEEP_MISSED, shortest), longest)
    return missed if missed > SWEEP_MISSED else None


def begin_again() -> None:
    """Puts every job that ran, somewhere else or in another life, back among those that wait.

    Those of their moment are removed. A backup that is made holds its own job, which runs: begun
    again where that backup was put back, it would write what is there now over it.
    """
    JOBS.load()
    Job.objects.filter(kind__in=_of_their_moment).delete()
    Job.objects.filter(state=Job.State.RUNNING).update(
        state=Job.State.QUEUED, started_at=None, heard_at=None, attempts=0
    )
    Job.objects.filter(state=Job.State.STOPPING).update(
        state=Job.State.STOPPED, ended_at=timezone.now()
    )


def _end(job: Job, state: Job.State, *, result: Any = None, error: str = "") -> None:
    values: dict[str, Any] = {"state": state, "ended_at": timezone.now(), "error": error}
    if state == Job.State.DONE:
        values |= {"result": result or {}, "done": F("total")}
    # A worker that was given up for dead does not end the attempt of its successor.
    running = Job.objects.filter(pk=job.pk, state__in=_CLAIMED, attempts=job.attempts)
    running.update(**values)
    log.info("jobs.ended", job=job.pk, kind=job.kind, state=state.value)
