"""The demonstration that a worker makes in a new installation: asking for it, and how far it is.

What it is stands in rooms above: events in `tournaments.rehearsal`, a club in `clubs`.
"""

from __future__ import annotations

from django.db.models import Max, QuerySet
from django.utils import timezone

from core.jobs import ring
from core.models import Job, JournalEntry

DEMONSTRATION = "demonstration"
REMOVED = "demonstration.removed"
"""The code of the command that removes what the demonstration made in a journal."""
_OPEN = (Job.State.QUEUED, Job.State.RUNNING, Job.State.STOPPING)
_WHOLE = 100


def ask_for_demonstration() -> bool:
    """Writes down that it is wanted, and returns True; nobody is told: no worker runs yet.

    One that was asked for before is not asked for again, whatever became of it: then False.
    """
    if Job.objects.filter(kind=DEMONSTRATION).exists():
        return False
    # The row alone: to load what jobs of all kinds need would take longer than the first page.
    Job.objects.create(kind=DEMONSTRATION, subject=DEMONSTRATION, queued_at=timezone.now())
    return True


def ring_for_demonstration() -> None:
    """Tells a worker of the demonstration that waits, if any."""
    waiting = being_made().filter(state=Job.State.QUEUED)
    for job_id in waiting.values_list("pk", flat=True):
        ring(job_id)


def being_made() -> QuerySet[Job]:
    """Returns the job that makes the demonstration or is going to, as a query; usually none."""
    return Job.objects.filter(kind=DEMONSTRATION, state__in=_OPEN)


def since_removed(stream: str) -> QuerySet[JournalEntry]:
    """Returns the entries of a journal since its rows were last removed, all where they never were.

    The query is one that can be narrowed.
    """
    entries = JournalEntry.objects.filter(stream__key=stream)
    removed = entries.filter(command=REMOVED).aggregate(last=Max("seq", default=0))["last"]
    return entries.filter(seq__gt=removed)


def how_far_made() -> int | None:
    """Returns how many percent of the demonstration are made, None where none is being made."""
    job = being_made().only("done", "total").first()
    if job is None:
        return None
    return _WHOLE * job.done // job.total if job.total else 0
