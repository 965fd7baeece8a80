"""Stopping a job: the work of a worker, which nobody waits for any more."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from core import jobs
from core.models import Job
from lexicon.import_job import IMPORT
from tournaments.views.desk_access import for_staff, may_see_job


@require_POST
@for_staff
def stop_job(request: HttpRequest, number: int) -> HttpResponseBase:
    """Stops a job that waits or runs; leads back to it.

    Whoever may stop it may see it. Lists of words are read for anybody at the desk.
    """
    job = get_object_or_404(Job, pk=number)
    if job.kind != IMPORT:
        may_see_job(request, job)
    if not jobs.stop(job.pk):
        messages.error(request, "It had ended before it could be stopped.")
    page = "desk-confirm-lexicon" if job.kind == IMPORT else "desk-job"
    return redirect(page, number=job.pk)
