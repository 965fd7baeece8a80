"""The page of a job, and the button that stops it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from core import jobs
from core.models import Job
from core.phrases import phrase
from core.web.jobs import refreshing, show_job
from core.web.view_access import reads
from desk.access import at_desk, operators_only
from desk.jobs import ANOTHERS, must_see, sort_of


@reads
@at_desk
def job_desk(request: HttpRequest, number: int) -> HttpResponseBase:
    """Shows one job; the page loads itself again until the job has ended."""
    job = Job.objects.filter(pk=number).first()
    if job is None:
        raise Http404(phrase("There is no such job."))
    sort = must_see(request.user, job)
    shown = show_job(job, timezone.now())
    context = {"shown": shown, "may_stop": sort.may_stop(request.user, job), **sort.shown(job)}
    return refreshing(render(request, sort.template, context), running=not shown.has_ended)


@require_POST
@at_desk
def stop_job(request: HttpRequest, number: int) -> HttpResponseBase:
    """Stops a job that waits or runs; leads back to it.

    An event's director stops what is about the event, an operator also what is everybody's.
    """
    job = get_object_or_404(Job, pk=number)
    sort = sort_of(job)
    if not sort.may_stop(request.user, job):
        if sort.is_everybodys:
            return operators_only(request)
        raise PermissionDenied(ANOTHERS)
    if not jobs.stop(job.pk):
        messages.error(request, phrase("It ended before it could be stopped."))
    return redirect(sort.url_name, number=job.pk)
