"""A backup put back from the desk: brought, looked into, asked for, and how it went."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.backup import before
from core.backup.archive import PIECE, BackupRefused
from core.backup.asking import Wish, backup_name, leave_wish, outcome_in
from core.backup.kept import backup_path, kept_backups, take_in
from core.errors import UserError
from core.journal.last_entered import last_entered
from core.log import Log
from core.outside_folders import plugged_in
from core.phrases import phrase
from core.web.view_access import reads
from desk.access import for_operator
from desk.installation.preview import preview_backup
from desk.installation.restore_forms import RestoreForm, SendBackupForm

QUIET = timedelta(minutes=1)
"""How long nobody may have entered anything, so that no slip on its way is lost."""
AGAIN_S = 8

log = Log(__name__)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def restore_desk(request: HttpRequest) -> HttpResponseBase:
    """Offers the backups of this machine and of its sticks, and takes one that is sent."""
    form = SendBackupForm(label_suffix="")
    if request.method == "POST" and "path" in request.POST:
        return _show(request, form, *_from_stick(request.POST["path"]))
    if request.method == "POST":
        form = SendBackupForm(request.POST, request.FILES, label_suffix="")
        if form.is_valid():
            return _show(request, form, *_taken(form.cleaned_data["file"].chunks()))
    return _show(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def restore_one(request: HttpRequest, name: str) -> HttpResponseBase:
    """Shows what a backup holds and what would go; has it put back once that was typed."""
    path = backup_path(name)
    if path is None:
        raise Http404(phrase("There is no such backup."))
    form = RestoreForm(label_suffix="")
    context: dict[str, Any] = {
        "name": name,
        "form": form,
        "supervised": settings.SUPERVISED,
        "before_kept": before.KEPT,
    }
    try:
        context["preview"] = preview_backup(path)
    except BackupRefused as refused:
        return render(
            request, "desk/installation/restore_one.html", context | {"wrong": refused.message}
        )
    if request.method == "POST":
        form = RestoreForm(request.POST, label_suffix="")
        if form.is_valid() and _left_wish(request, form, name):
            return redirect("desk-restored")
    status = 422 if form.errors else 200
    return render(
        request, "desk/installation/restore_one.html", context | {"form": form}, status=status
    )


@reads
@for_operator
def restored(request: HttpRequest) -> HttpResponseBase:
    """Shows the progress of putting a backup back, and loads itself again until it is done."""
    outcome = outcome_in(settings.UPKEEP_DIR)
    runs = outcome is not None and outcome.state in ("waits", "runs")
    answer = render(request, "desk/installation/restored.html", {"outcome": outcome, "runs": runs})
    if runs:
        # Later than a job's page: nobody listens meanwhile, and a browser would stop there.
        answer["Refresh"] = str(AGAIN_S)
    return answer


def entered_just_now() -> str:
    """Returns a sentence on entries of the last minute, empty where there are none."""
    last = last_entered()
    now = timezone.now()
    if last is None or not now - QUIET < last.at <= now:
        return ""
    seconds = int((now - last.at).total_seconds())
    return phrase(
        "{actor} made an entry {seconds} s ago: log {seq} of "
        "{event}. Try again after a minute without entries.",
        actor=last.actor,
        seconds=seconds,
        seq=last.seq,
        event=last.stream.key.partition(":")[2],
    )


def _left_wish(request: HttpRequest, form: RestoreForm, name: str) -> bool:
    """Leaves the wish; False where the form now says why it may not be."""
    by = request.user.get_username()
    try:
        if not settings.SUPERVISED:
            raise UserError(
                phrase(
                    "Wallchart was started without its supervisor, so it cannot put a backup back."
                ),
                code="restore.unsupervised",
            )
        if said := entered_just_now():
            raise UserError(said, code="restore.in_use")
        leave_wish(settings.UPKEEP_DIR, Wish(name=name, by=by, asked_at=timezone.now()))
    except UserError as refused:
        form.add_error(None, refused.message)
        return False
    log.warning("restore.asked_for", name=name, by=by)
    return True


def _taken(chunks: Any) -> tuple[str, str]:
    """Keeps a backup that was brought; returns its name, or else what is wrong with it."""
    name = backup_name(timezone.localtime(), "brought")
    try:
        take_in(chunks, name)
    except BackupRefused as refused:
        return "", refused.message
    return name, ""


def _from_stick(wanted: str) -> tuple[str, str]:
    """Takes over a backup of a stick, if it is one of those that were offered."""
    for path in _on_sticks():
        if str(path) == wanted:
            try:
                with path.open("rb") as file:
                    return _taken(iter(lambda: file.read(PIECE), b""))
            except OSError as failure:
                return "", phrase(
                    "{path} cannot be read: {reason}.",
                    path=path,
                    reason=failure.strerror or failure,
                )
    return "", phrase("The file is no longer there. Was the memory stick unplugged?")


def _on_sticks() -> list[Path]:
    folders = [Path(drive.folder) for drive in plugged_in()]
    return [folder / one.name for folder in folders for one in kept_backups(folder)]


def _show(
    request: HttpRequest, form: SendBackupForm, name: str = "", wrong: str = ""
) -> HttpResponse:
    if name:
        return redirect("desk-restore-one", name=name)
    context = {
        "form": form,
        "wrong": wrong,
        "backups": kept_backups(),
        "on_sticks": _on_sticks(),
    }
    status = 422 if wrong or form.errors else 200
    return render(request, "desk/installation/restore.html", context, status=status)
