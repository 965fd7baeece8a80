"""Stopping a job: the work of a worker, which nobody waits for any more."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from core import jobs
from core.models import Job
from lexicon.import_job import IMPORT
from tournaments.views.desk_access import (
    for_staff,
    is_everybodys,
    may_stop_job,
    operators_only,
)


@require_POST
@for_staff
def stop_job(request: HttpRequest, number: int) -> HttpResponseBase:
    """Stops a job that waits or runs; leads back to it.

    An event's director stops what is about the event, an operator also what is everybody's.
    """
    job = get_object_or_404(Job, pk=number)
    if not may_stop_job(request, job):
        if is_everybodys(job):
            return operators_only(request)
        raise PermissionDenied("That job belongs to another director's event.")
    if not jobs.stop(job.pk):
        messages.error(request, "It ended before it could be stopped.")
    page = "desk-confirm-lexicon" if job.kind == IMPORT else "desk-job"
    return redirect(page, number=job.pk)
