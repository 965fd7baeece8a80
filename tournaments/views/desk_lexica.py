"""Lexica at the desk: those that are here, one of them, and a list that is sent and confirmed."""

from __future__ import annotations

from typing import Any

import rules
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.journal.undo import UndoEntry
from core.models import Job, JournalEntry
from core.web.doors import View, reads, writes
from core.web.jobs import refreshing, show_job
from lexicon.casual import LABEL
from lexicon.commands.base import LEXICA
from lexicon.commands.lexica import AddLexicon
from lexicon.import_job import IMPORT, ask_to_import
from lexicon.importing import Prepared, is_here, same_words, told_of
from lexicon.models import Lexicon
from lexicon.selectors.at_desk import lexica_at_desk, lexicon_at_desk
from lexicon.selectors.installed import installed, installed_lexica
from lexicon.words.reading.layout import FORMATS
from lexicon.words.tiles import tile_sets
from tournaments.forms.lexica import AddLexiconForm, SendListForm
from tournaments.forms.lexica_pages import LEXICA_UNDO
from tournaments.forms.pages import CommandPage
from tournaments.forms.place import Place
from tournaments.kernel.permissions import DIRECT
from tournaments.models import Division
from tournaments.views.desk_access import for_operator, for_staff, may_stop_job, number_in
from tournaments.views.desk_command import give, give_at
from tournaments.views.desk_log import log_page


@reads
@for_staff
def lexica_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the lexica that are here, with for whom they are in force, and their journal."""
    context = {
        "lexica": lexica_at_desk(timezone.localdate()),
        "label": LABEL,
        "log": log_page(LEXICA, request.GET.get("page")),
    }
    return render(request, "desk/lexica.html", context)


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
        "division": _division(request),
        "label": LABEL,
        "log": log_page(LEXICA, request.GET.get("page"), about),
    }
    return render(request, "desk/lexica_one.html", context)


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
            asked=form.asked,
            asked_by=request.user.get_username(),
        )
        return _on(request, "desk-confirm-lexicon", number=job.pk)
    status = 422 if form.errors else 200
    return render(request, "desk/lexica_import.html", {"form": form}, status=status)


def _on(request: HttpRequest, name: str, **where: Any) -> HttpResponseBase:
    """Leads on to a page of the lexica, and takes along for what a list is brought."""
    kept = _kept(request)
    return redirect(reverse(name, kwargs=where) + (f"?{kept}" if kept else ""))


def _kept(request: HttpRequest) -> str:
    """Returns what the address says of the edition that is wanted, and for which division."""
    return urlencode(
        {name: request.GET[name] for name in ("edition", "for") if name in request.GET}
    )


def _division(request: HttpRequest) -> Division | None:
    """Returns the division for which a list was brought, None unless the person directs it."""
    slug, _, name = request.GET.get("for", "").replace("\0", "").partition("/")
    held = Division.objects.select_related("tournament")
    found = held.filter(tournament__slug=slug, name=name).first() if slug and name else None
    return found if found and rules.has_perm(DIRECT, request.user, found.tournament) else None


def _said_before(request: HttpRequest) -> dict[str, Any]:
    """Returns what was said about a file that could not be read, for the one in its place."""
    asked = request.GET.get("again")
    if asked is None:
        return {}
    job = get_object_or_404(Job, pk=number_in(asked), kind=IMPORT)
    said: dict[str, Any] = job.arguments["asked"]
    return said


@writes(AddLexicon)
@for_operator
def confirm_lexicon(request: HttpRequest, number: int) -> HttpResponseBase:
    """Shows how far the reading of a list is and then what was read; installs it when confirmed."""
    job = get_object_or_404(Job, pk=number, kind=IMPORT)
    if job.state != Job.State.DONE:
        return _reading(request, job)
    prepared = Prepared.of_row(job.result)
    wanted = request.GET.get("edition", "")
    place = Place(request.user.get_username(), is_of_lexica=True, prepared=prepared, wanted=wanted)
    form = AddLexiconForm(place=place)
    if request.method == "POST":
        form = AddLexiconForm(request.POST, place=place)
        if code := _install(request, form, prepared):
            return _on(request, "desk-lexicon", code=code)
    return _ask(request, form, prepared)


def _install(request: HttpRequest, form: AddLexiconForm, prepared: Prepared) -> str:
    """Installs what was read and returns its code, empty where the form says why not."""
    if not form.stored() and form.is_valid():
        asked = form.build()
        if is_here(asked):
            messages.info(request, same_words(asked.lexicon))
            return asked.lexicon
    entry = give(request, form)
    if entry is None:
        return ""
    code = str(entry.payload["lexicon"])
    for note in told_of(prepared, code, entry.payload["edition"]):
        messages.info(request, note)
    return code


def _ask(request: HttpRequest, form: AddLexiconForm, prepared: Prepared) -> HttpResponseBase:
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
    return render(request, "desk/lexica_confirm.html", context, status=status)


def _reading(request: HttpRequest, job: Job) -> HttpResponseBase:
    """Shows how far the reading of a list is, or why it came to nothing."""
    shown = show_job(job, timezone.now())
    may_stop = may_stop_job(request, job)
    context = {"shown": shown, "job": job, "may_stop": may_stop, "query": _kept(request)}
    answer = render(request, "desk/lexica_read.html", context)
    return refreshing(answer, running=not shown.has_ended)


@writes(UndoEntry)
@for_operator
def undo_in_lexica(request: HttpRequest) -> HttpResponseBase:
    """Takes an entry of the journal of the lexica back."""
    asked = request.GET.get("seq")
    entry = None
    if asked is not None:
        entries = JournalEntry.objects.select_related("stream").filter(stream__key=LEXICA)
        entry = get_object_or_404(entries, seq=number_in(asked))
    place = Place(request.user.get_username(), is_of_lexica=True, undoing=entry)
    return give_at(request, LEXICA_UNDO, place)


def lexicon_command_view(page: CommandPage) -> View:
    """Returns the view of one command about a list that was imported."""

    @writes(page.command)
    @for_operator
    def view(request: HttpRequest, code: str) -> HttpResponseBase:
        lexicon = get_object_or_404(Lexicon, code=code)
        place = Place(request.user.get_username(), is_of_lexica=True, lexicon=lexicon)
        return give_at(request, page, place)

    return view
