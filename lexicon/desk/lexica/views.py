"""Lexica at the desk: those that are here, one of them, and a list that is sent and confirmed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.models import Job
from core.roles.access import account_may
from core.roles.table import Permission
from core.web.jobs import refreshing, show_job
from core.web.view_access import reads, writes
from desk.access import for_operator, for_staff, number_in
from desk.giving import give
from desk.jobs import sort_of
from desk.log import log_page
from lexicon.casual import LABEL
from lexicon.commands.base import LEXICA
from lexicon.commands.lexica import AddLexicon
from lexicon.desk.lexica.context import LexiconContext
from lexicon.desk.lexica.forms import AddLexiconForm, SendListForm
from lexicon.desk.places import PlaceAtDesk, place_at_desk
from lexicon.import_job import IMPORT, ask_to_import
from lexicon.importing import PreparedList, is_here, same_words, told_of
from lexicon.places import scope_of
from lexicon.selectors.at_desk import lexica_at_desk, lexicon_at_desk
from lexicon.selectors.installed import installed, installed_lexica
from lexicon.words.reading.layout import FORMATS
from lexicon.words.tiles import tile_sets


@reads
@for_staff
def lexica_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the lexica that are here, with for whom they are in force, and their journal."""
    context = {
        "lexica": lexica_at_desk(timezone.localdate()),
        "label": LABEL,
        "log": log_page(LEXICA, request.GET.get("page")),
    }
    return render(request, "lexicon/desk/lexica.html", context)


@reads
@for_staff
def lexicon_desk(request: HttpRequest, code: str) -> HttpResponseBase:
    """Shows a lexicon: what it is, its words by length, its dates, and what was done with it."""
    try:
        one = installed(code)
    except UserError as unknown:
        raise Http404(unknown.message) from unknown
    shown = lexicon_at_desk(one, timezone.localdate())
    about = Q(payload__lexicon=one.code) | Q(answer__edition=shown.called)
    context = {
        "shown": shown,
        "wanted_by": _wanted_by(request),
        "label": LABEL,
        "log": log_page(LEXICA, request.GET.get("page"), about),
    }
    return render(request, "lexicon/desk/lexica_one.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def import_lexicon(request: HttpRequest) -> HttpResponseBase:
    """Takes a file of words, has a worker read it, and leads to what it finds."""
    form = SendListForm(said=_said_before(request))
    if request.method == "POST":
        form = SendListForm(request.POST, request.FILES)
    if form.is_valid():
        sent = form.cleaned_data["file"]
        job = ask_to_import(
            sent.chunks(),
            file_name=sent.name or "",
            options=form.options,
            asked_by=request.user.get_username(),
        )
        return _on(request, "desk-confirm-lexicon", number=job.pk)
    status = 422 if form.errors else 200
    return render(request, "lexicon/desk/lexica_import.html", {"form": form}, status=status)


def _on(request: HttpRequest, name: str, **where: Any) -> HttpResponseBase:
    """Leads on to a page of the lexica, and takes along for what a list is brought."""
    kept = _kept(request)
    return redirect(reverse(name, kwargs=where) + (f"?{kept}" if kept else ""))


def _kept(request: HttpRequest) -> str:
    """Returns the query of the address: the edition that is wanted, and for which division."""
    return urlencode(
        {name: request.GET[name] for name in ("edition", "for") if name in request.GET}
    )


def _wanted_by(request: HttpRequest) -> PlaceAtDesk | None:
    """Returns the place for which a list was brought, None unless the person directs it."""
    key = request.GET.get("for", "").replace("\0", "")
    place = place_at_desk(key)
    if place is None or not place.choosing:
        return None
    return place if account_may(request.user, Permission.DIRECT, scope_of(key)) else None


def _said_before(request: HttpRequest) -> dict[str, Any]:
    """Returns the options for a file that could not be read, for the one in its place."""
    job_number = request.GET.get("again")
    if job_number is None:
        return {}
    job = get_object_or_404(Job, pk=number_in(job_number), kind=IMPORT)
    said: dict[str, Any] = job.arguments["asked"]
    return said


@writes(AddLexicon)
@for_operator
def confirm_lexicon(request: HttpRequest, number: int) -> HttpResponseBase:
    """Shows how far the reading of a list is and then what was read; installs it when confirmed."""
    job = get_object_or_404(Job, pk=number, kind=IMPORT)
    if job.state != Job.State.DONE:
        return _reading(request, job)
    prepared = PreparedList.of_row(job.result)
    wanted = request.GET.get("edition", "")
    where = LexiconContext(request.user.get_username(), prepared=prepared, wanted=wanted)
    form = AddLexiconForm(where=where)
    if request.method == "POST":
        form = AddLexiconForm(request.POST, where=where)
        if code := _install(request, form, prepared):
            return _on(request, "desk-lexicon", code=code)
    return _ask(request, form, prepared)


def _install(request: HttpRequest, form: AddLexiconForm, prepared: PreparedList) -> str:
    """Installs what was read and returns its code, empty where the form says why not."""
    if not form.stored() and form.is_valid():
        command = form.build()
        if is_here(command):
            messages.info(request, same_words(command.lexicon))
            return command.lexicon
    entry = give(request, form)
    if entry is None:
        return ""
    code = str(entry.payload["lexicon"])
    for note in told_of(prepared, code, entry.payload["edition"]):
        messages.info(request, note)
    return code


def _ask(request: HttpRequest, form: AddLexiconForm, prepared: PreparedList) -> HttpResponseBase:
    """Shows what was read, and asks what it is."""
    context = {
        "form": form,
        "prepared": prepared,
        "tile_set": tile_sets()[prepared.tile_set],
        "format": FORMATS[prepared.format],
        "same": [one for one in installed_lexica(put_away=True) if one.sha256 == prepared.sha256],
        "label": LABEL,
    }
    status = 422 if form.errors or form.consequence else 200
    return render(request, "lexicon/desk/lexica_confirm.html", context, status=status)


def _reading(request: HttpRequest, job: Job) -> HttpResponseBase:
    """Shows how far the reading of a list is, or why it came to nothing."""
    shown = show_job(job, timezone.now())
    may_stop = sort_of(job).may_stop(request.user, job)
    context = {"shown": shown, "job": job, "may_stop": may_stop, "query": _kept(request)}
    answer = render(request, "lexicon/desk/lexica_read.html", context)
    return refreshing(answer, running=not shown.has_ended)
