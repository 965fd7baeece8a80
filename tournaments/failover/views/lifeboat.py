"""The lifeboat at the desk: where it is kept, writing it now, and continuing from one."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.outside_folders import plugged_in
from core.phrases import phrase
from core.roles.access import is_operator
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.refusals import forbidden
from core.web.view_access import writes
from desk.access import for_operator
from desk.giving import give
from tournaments.event.commands.appointing import NAME_LIMIT, AppointDirector
from tournaments.failover.forms import AppointDirectorForm, ContinueForm, LifeboatForm
from tournaments.failover.lifeboat.choosing import choose_folder, lifeboat_of
from tournaments.failover.lifeboat.continuing import Continued, continue_from
from tournaments.failover.lifeboat.status import status_of
from tournaments.failover.lifeboat.writing import write_now
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@in_event(Permission.DIRECT)
def lifeboat_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the state of the lifeboat; writes it, or keeps it in another folder from now on."""
    form = LifeboatForm(event=event, folder=lifeboat_of(event).folder)
    if request.method == "POST" and "write" in request.POST:
        return _write(request, event)
    if request.method == "POST":
        if not is_operator(request.user):
            return forbidden(request, PermissionDenied(who_may(Permission.OPERATE)))
        form = LifeboatForm(request.POST, event=event)
        if form.is_valid() and _chosen(request, form, event):
            return _write(request, event)
    operator = is_operator(request.user)
    context = {
        "event": event,
        "tab": "lifeboat",
        "form": form,
        "status": status_of(event),
        "operator": operator,
        "drives": plugged_in() if operator else [],
    }
    return render(
        request, "tournaments/failover/lifeboat.html", context, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def continue_event(request: HttpRequest) -> HttpResponseBase:
    """Takes the files of a lifeboat and has the event go on here."""
    form = ContinueForm(label_suffix="")
    if request.method == "POST":
        form = ContinueForm(request.POST, request.FILES, label_suffix="")
        try:
            if form.is_valid():
                return _continued(request, continue_from(form.named_files()))
        except UserError as refused:
            form.add_error("files_sent", refused.message)
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/failover/continue.html", {"form": form}, status=status)


@writes(AppointDirector)
@in_event(Permission.OWN)
def appoint_director(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Hands the event to another account; leads to the events that are left."""
    where = EventContext(request.user.get_username(), event=event)
    form = AppointDirectorForm(where=where)
    form.initial = {"director": request.GET.get("director", "")[:NAME_LIMIT]}
    if request.method == "POST":
        form = AppointDirectorForm(request.POST, where=where)
        if give(request, form) is not None:
            return redirect("desk")
    context = {"event": event, "tab": "people", "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/failover/appoint.html", context, status=status)


def _chosen(request: HttpRequest, form: LifeboatForm, event: Tournament) -> bool:
    folder = form.cleaned_data["folder"]
    try:
        if choose_folder(event, folder):
            messages.warning(
                request, phrase("{folder} did not exist and was created.", folder=folder)
            )
    except UserError as refused:
        form.add_error("folder", refused.message)
    return not form.errors


def _write(request: HttpRequest, event: Tournament) -> HttpResponse:
    if status_of(event).place:
        try:
            written = write_now(event)
        except UserError as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, phrase("Written to {place}.", place=written.place))
    else:
        messages.success(request, phrase("This event no longer has a lifeboat."))
    return redirect("desk-lifeboat", slug=event.slug)


def _continued(request: HttpRequest, done: Continued) -> HttpResponse:
    messages.success(request, done.sentence)
    return redirect("desk-event", slug=done.slug)
