"""Copies of an event: its tsh files to download, and its public pages in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.models import Job
from core.outside_folders import check_folder, plugged_in
from core.roles.access import is_operator
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.jobs import show_job
from core.web.refusals import forbidden
from core.web.view_access import reads
from desk.folder_form import FolderForm
from tournaments.failover.queries.content import not_in_tsh
from tournaments.failover.queries.tsh_zip import tsh_zip
from tournaments.formats.tsh import TshError
from tournaments.kernel.desk.access import in_event
from tournaments.models import Tournament
from tournaments.public.jobs.mirroring import ask_to_mirror, mirrors_of


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def copies_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Offers the copies of an event; has its pages written for the operator, whose disk it is."""
    form = FolderForm(label_suffix="")
    if request.method == "POST":
        if not is_operator(request.user):
            return forbidden(request, PermissionDenied(who_may(Permission.OPERATE)))
        form = FolderForm(request.POST, label_suffix="")
        job = _mirror(request, event, form) if form.is_valid() else None
        if job is not None:
            return redirect("desk-job", number=job.pk)
    return _show(request, event, form)


@reads
@in_event(Permission.DIRECT)
def download_tsh(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Sends the event's tsh files as a zip; with `public=1` such as may be shown to anybody.

    Whole numbers of the register are for operators: a director gets those that were typed.
    """
    public = request.GET.get("public") == "1"
    try:
        packed = tsh_zip(event, public=public, from_register=is_operator(request.user))
    except TshError as lost:
        return _show(request, event, FolderForm(label_suffix=""), wrong=lost.message)
    response = HttpResponse(packed, content_type="application/zip")
    name = f"{event.slug}-tsh{'-public' if public else ''}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _mirror(request: HttpRequest, event: Tournament, form: FolderForm) -> Job | None:
    """Asks for the pages in the folder of a valid form; None where the form now says why not."""
    folder, inside = Path(form.cleaned_data["folder"]), form.inside(event.slug)
    try:
        check_folder(folder, inside)
    except UserError as refused:
        form.add_error("folder", refused.message)
        return None
    return ask_to_mirror(event, folder / inside, asked_by=request.user.get_username())


def _show(
    request: HttpRequest, event: Tournament, form: FolderForm, *, wrong: str = ""
) -> HttpResponse:
    now, operator = timezone.now(), is_operator(request.user)
    context: dict[str, Any] = {
        "event": event,
        "tab": "lifeboat",
        "form": form,
        "wrong": wrong,
        "lost": [] if wrong else not_in_tsh(event),
        "operator": operator,
        "drives": plugged_in() if operator else [],
        "jobs": [show_job(job, now) for job in mirrors_of(event)] if operator else [],
    }
    return render(
        request,
        "tournaments/failover/copies.html",
        context,
        status=422 if form.errors or wrong else 200,
    )
