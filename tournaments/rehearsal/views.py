"""Rehearsing an event: it writes a job, and the job plays another event through the commands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.roles.table import Permission
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament
from tournaments.rehearsal.forms import RehearsalForm
from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def rehearse_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Asks how, queues the rehearsal and leads to its job."""
    form = RehearsalForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            job = ask_to_rehearse(event, asked_by=request.user.get_username(), **form.wishes())
        except UserError as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("desk-job", number=job.pk)
    context = {"event": event, "form": form, "tab": "event"}
    return render(
        request, "tournaments/rehearsal/rehearse.html", context, status=422 if form.errors else 200
    )
