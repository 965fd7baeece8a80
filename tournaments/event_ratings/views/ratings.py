"""What the desk tells of an event's ratings, and of the long work about the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from core.models import Job
from ratings.systems.registry import SYSTEMS
from tournaments.contention.jobs import FORECAST
from tournaments.event.queries.rating_system import reason_for
from tournaments.event_ratings.jobs.rating import ESTIMATE, RATE
from tournaments.models import Division, Round, Tournament
from tournaments.readmodel.page_versions import rating_of
from tournaments.rehearsal.jobs import REHEARSE
from tournaments.rounds.jobs import PAIR

JOBS_SHOWN = 5
_LOOKED_THROUGH = 60
_AT_WORK = (Job.State.QUEUED, Job.State.RUNNING)


@dataclass(frozen=True, slots=True)
class RatingLine:
    """How far the ratings of a division are, in a sentence; whether its last results are missing.

    A division that was never rated is not out of date. `why` says by which system, and why.
    """

    text: str
    is_outdated: bool = False
    why: str = ""


def rating_line(division: Division) -> RatingLine:
    """Returns how far the ratings of a division are."""
    name, closed = f"Division {division.name}", division.tournament.closed
    rated, system = rating_of(division), division.rating_system
    if not system:
        return RatingLine(f"{name} is not rated.")
    if system not in SYSTEMS:
        return RatingLine(f"{name} is rated by {system}, which is not installed here.")
    if rated is None:
        return RatingLine(f"{name} has no new ratings yet.")
    at = f"{timezone.localtime(rated.rated_at):%H:%M}"
    if (rated.version, rated.system) == (division.version, system):
        how = "rated" if closed else "estimated"
        return RatingLine(f"{name}: {how} at {at} from all results so far.")
    if closed:
        said = f"{name} has changed since it was rated, so its ratings are out of date."
    else:
        said = f"{name}: the estimate of {at} does not include the latest changes yet."
    return RatingLine(said, is_outdated=True)


def ratings_box(divisions: Sequence[Division]) -> dict[str, Any]:
    """Returns how far the ratings of each division are, and whether there is anything to rate."""
    return {
        "ratings": [
            replace(rating_line(division), why=reason_for(division)) for division in divisions
        ],
        "is_rated": any(division.rating_system in SYSTEMS for division in divisions),
    }


def recent_jobs(event: Tournament) -> list[Job]:
    """Returns the jobs of an event that a director should know of, the newest first.

    Those are what was asked for and waits or runs, what failed and was not done since, and what
    ended with something to read: a rehearsal, or a pairing that asks back. Whatever else is done
    shows in the event itself, and what follows every result by itself is nobody's news.
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
    """Returns what a job is about: a later one about the same takes its place."""
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
