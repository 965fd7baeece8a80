"""Asking for the ratings of an event: it writes a job and nothing else."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from ratings.systems.registry import SYSTEMS
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament


@require_POST
@in_event(Permission.DIRECT)
def rate_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Queues the rating of every division whose system is installed; leads to the job."""
    rated = event.divisions.filter(rating_system__in=SYSTEMS).order_by("position")
    names = list(rated.values_list("name", flat=True))
    try:
        if not names:
            raise UserError(phrase("No division of this event is rated here."), code="system.none")
        job = ask_to_rate(event, names, asked_by=request.user.get_username())
    except UserError as refused:
        messages.error(request, refused.message)
        return redirect("desk-event", slug=event.slug)
    return redirect("desk-job", number=job.pk)
