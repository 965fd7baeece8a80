"""This installation at the desk: its backups, made, downloaded and removed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.backup import before
from core.backup.automatic_job import AUTOMATIC
from core.backup.job import BACKUP, ask_to_back_up
from core.backup.kept import backup_path, remove_backup
from core.backup.making import program_version
from core.backup.status import failure_of_the_last, tried_backups
from core.errors import UserError
from core.log import Log
from core.models import Job
from core.outside_folders import check_folder, plugged_in
from core.phrases import phrase
from core.web.jobs import refreshing, show_job
from core.web.view_access import reads
from desk.access import for_operator
from desk.folder_form import FolderForm

JOBS_SHOWN = 3

log = Log(__name__)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def installation_desk(request: HttpRequest) -> HttpResponseBase:
    """Shows the backups that are here, has one made, or removes one."""
    form = FolderForm(label_suffix="")
    if request.method == "POST" and "remove" in request.POST:
        return _remove(request, request.POST["remove"])
    if request.method == "POST":
        is_here = "here" in request.POST
        form = form if is_here else FolderForm(request.POST, label_suffix="")
        folder = settings.BACKUPS_DIR if is_here else _folder(form)
        if folder is not None:
            by = request.user.get_username()
            job = ask_to_back_up(folder, timezone.localtime(), asked_by=by)
            log.info("backup.asked_for", folder=str(folder), by=by)
            return redirect("desk-job", number=job.pk)
    return _show(request, form)


@reads
@for_operator
def download_backup(request: HttpRequest, name: str) -> HttpResponseBase:
    """Sends a backup that is kept here."""
    path = backup_path(name)
    if path is None:
        raise Http404(phrase("There is no such backup."))
    log.info("backup.downloaded", name=name, by=request.user.get_username())
    return FileResponse(
        path.open("rb"), as_attachment=True, filename=name, content_type="application/zip"
    )


def _folder(form: FolderForm) -> Path | None:
    """Returns the folder of the form; None where the form says what is wrong with it."""
    if not form.is_valid():
        return None
    folder = Path(form.cleaned_data["folder"])
    try:
        check_folder(folder, "")
    except UserError as refused:
        form.add_error("folder", refused.message)
        return None
    return folder


def _remove(request: HttpRequest, name: str) -> HttpResponse:
    if remove_backup(name):
        log.info("backup.removed", name=name, by=request.user.get_username())
        messages.success(request, phrase("{name} was removed.", name=name))
    else:
        messages.error(request, phrase("This backup has already been removed."))
    return redirect("desk-installation")


def _is_told(job: Job) -> bool:
    """Returns whether an ended job is told of: one that failed by itself is told of at the top."""
    return bool(job.error) and job.kind == BACKUP


def _show(request: HttpRequest, form: FolderForm) -> HttpResponse:
    now = timezone.now()
    days, daily, weekly = settings.BACKUPS_KEPT
    jobs = [
        show_job(job, now) for job in Job.objects.filter(kind__in=(BACKUP, AUTOMATIC))[:JOBS_SHOWN]
    ]
    context: dict[str, Any] = {
        "form": form,
        "backups": tried_backups(),
        "automatic": settings.BACKUPS,
        "kept_for": {"days": days, "daily": daily, "weekly": 7 * weekly},
        "failure": failure_of_the_last(),
        "before_kept": before.KEPT,
        "drives": plugged_in(),
        "jobs": [shown for shown in jobs if not shown.has_ended or _is_told(shown.job)],
        "version": program_version(),
        "var": Path(settings.BACKUPS_DIR).parent,
    }
    answer = render(
        request, "desk/installation/installation.html", context, status=422 if form.errors else 200
    )
    return refreshing(answer, running=any(not shown.has_ended for shown in jobs))
