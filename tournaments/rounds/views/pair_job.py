"""Answering what a pairing asked back that was made as a job."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from core.journal.command import decode
from core.models import Job
from core.phrases import phrase
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.view_access import writes
from desk.access import at_desk
from desk.jobs import must_see
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.jobs import PAIR, ask_to_pair


@writes(PairRound)
@require_POST
@at_desk
def accept_pairing(request: HttpRequest, number: int) -> HttpResponseBase:
    """Queues the pairing of a job that asked back again, as accepted; leads to the new job."""
    job = Job.objects.filter(pk=number).first()
    if job is None:
        raise Http404(phrase("There is no such job."))
    if not must_see(request.user, job).may_stop(request.user, job):
        raise PermissionDenied(who_may(Permission.DIRECT))
    if job.kind != PAIR or "asks" not in (job.result or {}):
        messages.error(request, phrase("This job has no open question."))
        return redirect("desk-job", number=job.pk)
    command = decode(PairRound.code, job.arguments["command"])
    assert isinstance(command, PairRound)
    again = ask_to_pair(
        command,
        key=f"{job.arguments['key']}:accepted",
        asked_by=request.user.get_username(),
        accepts=job.result["asks"],
    )
    return redirect("desk-job", number=again.pk)
