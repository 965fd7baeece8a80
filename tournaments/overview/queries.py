"""The jobs that the desk of an event shows."""

from __future__ import annotations

from core.models import Job
from tournaments.contention.jobs import FORECAST
from tournaments.event_ratings.jobs.rating import ESTIMATE, RATE
from tournaments.models import Round, Tournament
from tournaments.rehearsal.jobs.rehearsing import REHEARSE
from tournaments.rounds.jobs import PAIR

JOBS_SHOWN = 5


_LOOKED_THROUGH = 60


_AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)


def recent_jobs(event: Tournament) -> list[Job]:
    """Returns the jobs of an event that a director should know of, the newest first.

    Those are what was asked for and waits or runs, what failed and was not done since, and what
    ended with something to read: a rehearsal, or a pairing that asks back. Whatever else is done
    shows in the event itself, and what follows every result by itself is no news.
    """
    jobs = Job.objects.filter(subject=f"event:{event.slug}")[:_LOOKED_THROUGH]
    followed: set[tuple[str, str, int]] = set()
    shown = []
    for job in jobs:
        about = _about(job)
        if not about <= followed and _is_news(event, job):
            shown.append(job)
        followed |= about
    return shown[:JOBS_SHOWN]


def _about(job: Job) -> set[tuple[str, str, int]]:
    """Returns the marks of a job's matter: a later job with the same takes its place."""
    kind = RATE if job.kind == ESTIMATE else job.kind
    number = job.arguments.get("round", 0)
    return {(kind, name, number) for name in job.arguments.get("divisions") or ("",)}


def _is_news(event: Tournament, job: Job) -> bool:
    if job.state in _AT_WORK:
        return job.kind not in (ESTIMATE, FORECAST)
    if job.kind == PAIR:
        asks = job.state == Job.State.FAILED or "asks" in (job.result or {})
        return asks and not _is_paired(event, job)
    return job.state == Job.State.FAILED or (job.state == Job.State.DONE and job.kind == REHEARSE)


def _is_paired(event: Tournament, job: Job) -> bool:
    """Returns whether the round that a job was to pair is published: then it was paired since."""
    return Round.objects.filter(
        division__tournament=event,
        division__name__in=job.arguments.get("divisions", ()),
        number__gte=job.arguments.get("round", 0),
        stage=Round.Stage.PUBLISHED,
    ).exists()
