"""A job in words: how far it is, how long it will take, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpResponse

from core.jobs import sweep_missed
from core.models import Job
from core.phrases import phrase

REFRESH_S = 2
_ENDED = (Job.State.DONE, Job.State.FAILED, Job.State.STOPPED)


@dataclass(frozen=True, slots=True)
class JobShown:
    """A job as pages show it. `seconds_left` is None while it cannot be known."""

    job: Job
    words: str
    seconds_left: int | None

    @property
    def has_ended(self) -> bool:
        """Whether it has ended for good."""
        return self.job.state in _ENDED

    @property
    def can_be_stopped(self) -> bool:
        """Whether there is still something to stop."""
        return self.job.state in (Job.State.QUEUED, Job.State.RUNNING)


def show_job(job: Job, now: datetime) -> JobShown:
    """Returns a job in words; `now` gives the time left from the pace so far."""
    return JobShown(job, _words(job, now), _seconds_left(job, now))


def _words(job: Job, now: datetime) -> str:
    if job.state == Job.State.DONE:
        return phrase("done")
    if job.state == Job.State.FAILED:
        return phrase("failed")
    if job.state == Job.State.STOPPED:
        return phrase("stopped: finished work is kept, and nothing is left half done")
    if job.state == Job.State.STOPPING:
        return phrase("stops after the current step")
    if job.state == Job.State.QUEUED:
        waited = max(0, int((now - job.queued_at).total_seconds()))
        if waited > 60:
            said = phrase("waiting for a worker for {seconds} s. Is the worker running?")
        else:
            said = phrase("waiting for a worker for {seconds} s.")
        return said.format(seconds=waited)
    return (
        phrase("{done} of {total} steps", done=job.done, total=job.total)
        if job.total
        else phrase("started")
    )


def _seconds_left(job: Job, now: datetime) -> int | None:
    if job.state != Job.State.RUNNING or job.started_at is None or not job.done:
        return None
    pace = (now - job.started_at).total_seconds() / job.done
    return max(1, round(pace * (job.total - job.done)))


def standing_still(now: datetime) -> str:
    """Returns a sentence where the work in the background has stopped, empty while it goes on."""
    missed = sweep_missed(now)
    if missed is None:
        return ""
    return phrase(
        "Background work stopped {missed} minutes ago: ratings, "
        "forecasts and copies wait, results and pairings go on. If this message stays, stop "
        "Wallchart with Ctrl-C and start it again.",
        missed=missed // timedelta(minutes=1),
    )


def refreshing(response: HttpResponse, *, running: bool) -> HttpResponse:
    """Asks the browser to load the page again while work goes on."""
    if running:
        response["Refresh"] = str(REFRESH_S)
    return response
