"""Jobs for programs: those that an account asked for, one with how far it is, and stopping it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from api.operations import Act, Asked, Listing, One, Path, register_api
from core import jobs
from core.errors import UserError
from core.models import Job
from core.phrases import phrase
from core.roles.access import may, must_be_allowed
from core.roles.table import Permission
from core.web.jobs import show_job
from desk.jobs import sort_of

JOB = "jobs/<count:job>"


@dataclass(frozen=True, slots=True)
class JobTold:
    """A job. `state` is queued, running, done, failed, stopping or stopped.

    `done` of `total` steps are finished; `total` 0 and `seconds_left` null are not known yet.
    `result` holds what came of it once it is done, `error` the sentence for which it failed.
    """

    job: int
    kind: str
    subject: str
    state: str
    done: int
    total: int
    seconds_left: int | None
    result: Mapping[str, Any]
    error: str
    asked_by: str
    queued_at: datetime
    started_at: datetime | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """A body without fields."""


def job_told(job: Job) -> JobTold:
    """Returns a job as programs read it."""
    return JobTold(
        job=job.pk,
        kind=job.kind,
        subject=job.subject,
        state=job.state,
        done=job.done,
        total=job.total,
        seconds_left=show_job(job, timezone.now()).seconds_left,
        result=job.result,
        error=job.error,
        asked_by=job.asked_by,
        queued_at=job.queued_at,
        started_at=job.started_at,
        ended_at=job.ended_at,
    )


def _scope(path: Path) -> str:
    """Returns the journal of what a job is about; empty where there is no such job."""
    job = Job.objects.filter(pk=path["job"]).first()
    return sort_of(job).scope(job) if job else ""


def _need(asked: Asked) -> Job:
    """Returns a job that its reader may see; Http404 where there is none, NotAllowed for others."""
    job = Job.objects.filter(pk=asked["job"]).first()
    if job is None:
        raise Http404
    sort = sort_of(job)
    must_be_allowed(asked.actor, sort.sees, sort.scope(job))
    return job


def _own(asked: Asked) -> QuerySet[Job]:
    """Returns the jobs of an account about what it may see now, and by this token."""
    own = Job.objects.filter(asked_by=asked.actor.name)
    for kind, subject in own.order_by().values_list("kind", "subject").distinct():
        about = Job(kind=kind, subject=subject)
        sort = sort_of(about)
        if not may(asked.actor, sort.sees, sort.scope(about)):
            own = own.exclude(kind=kind, subject=subject)
    return own


def _stop(asked: Asked, _: NothingSaid) -> JobTold:
    job = _need(asked)
    sort = sort_of(job)
    must_be_allowed(asked.actor, sort.stops, sort.scope(job))
    if not jobs.stop(job.pk):
        raise UserError(phrase("It ended before it could be stopped."), code="job.ended")
    return job_told(Job.objects.get(pk=job.pk))


register_api(
    "jobs",
    Listing(
        path="jobs",
        name="jobs_list",
        says="Lists the jobs that this account has asked for and may see, the newest first.",
        shape=JobTold,
        rows=_own,
        row=job_told,
        order="-pk",
        model=Job,
        filters={"kind": ["exact"], "subject": ["exact"], "state": ["exact"]},
        permission=Permission.SIGNED_IN,
    ),
    One(
        path=JOB,
        name="job_read",
        says="Shows a job and how far it is; what it is about says who may.",
        shape=JobTold,
        find=lambda asked: job_told(_need(asked)),
        permission=Permission.SIGNED_IN,
        stream=_scope,
    ),
    Act(
        path=f"{JOB}/stop",
        name="job_stop",
        says="Stops a job that waits or runs; what it is about says who may.",
        takes=NothingSaid,
        shape=JobTold,
        does=_stop,
        reason="a job is no part of a journal, and what it has written stays",
        permission=Permission.SIGNED_IN,
        stream=_scope,
    ),
)
