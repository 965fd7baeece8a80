"""One view for every command: a form that gives it, asks back, refuses, or does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.journal.undo import RestoreTo, says
from core.models import JournalEntry
from core.phrases import phrase
from core.web.view_access import View, writes
from desk.access import actor_of
from desk.context import DeskContext
from desk.foresight import foreseen
from desk.forms import CommandForm, acceptance_of, doubt_accepted
from desk.log import going_back, log_line
from desk.pages import CommandPage

LOOK = "look"
"""The button that sends a form to see what its command would change, and not to give it."""

Refusing = Callable[[HttpRequest, CommandForm[Any]], HttpResponse | None]
"""Returns the page that shows a refusal, or None where the form itself shows it."""


def _on_the_form(_request: HttpRequest, _form: CommandForm[Any]) -> None:
    return None


def command_view(
    page: CommandPage,
    door: Callable[[View], View],
    find: Callable[..., DeskContext],
    refusing: Refusing = _on_the_form,
) -> View:
    """Returns the view of a command, open to those whom the door lets in.

    `find` is called with the request, the page and what the door passes on, and returns what the
    page is about; it raises Http404 for what does not exist.
    """

    @writes(page.command)
    @door
    def view(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        return give_at(request, page, find(request, page, *args, **named), refusing)

    return view


def give_at(
    request: HttpRequest,
    page: CommandPage,
    where: DeskContext,
    refusing: Refusing = _on_the_form,
) -> HttpResponse:
    """Returns the form, the list to choose from before it, or the way on once it is done."""
    choice = page.choice(where)
    if choice is not None:
        shown = {"page": page, "where": where, "choice": choice, "back": where.back()}
        return render(request, "desk/choose.html", {**shown, **where.shown()})
    if request.method != "POST":
        return _show(request, page, page.form(where=where))
    form = page.form(request.POST, request.FILES, where=where)
    if LOOK in request.POST:
        return _show(request, page, form, _looked(request, page, form))
    job = (
        form.as_job(request.user.get_username()) if not form.stored() and form.is_valid() else None
    )
    if job is not None:
        return redirect("desk-job", number=job.pk)
    entry = give(request, form)
    if entry is None:
        told = _foreseen(request, page, form) if form.consequence else None
        return refusing(request, form) or _show(request, page, form, told)
    return redirect(_then(request) or page.after(where, entry))


def give(
    request: HttpRequest, form: CommandForm[Any], before: Sequence[str] = ()
) -> JournalEntry | None:
    """Does what a form asks for and returns the journal's entry, the old one when sent twice.

    Returns None when the form now says why not, or asks back. Tells the person what was done;
    `before` is what was done with it, and is told first.
    """
    stored = form.stored()
    entry = stored or (execute_form(request, form) if form.is_valid() else None)
    if entry is not None:
        for done in before:
            messages.success(request, done)
        if stored:
            told = phrase("Log {seq}: {sentence}. It was sent twice but done only once.")
        else:
            told = phrase("Log {seq}: {sentence}.")
        sentence = str(says(entry)).removesuffix(".")
        messages.success(request, told.format(seq=entry.seq, sentence=sentence))
        if once := form.said_once():
            messages.info(request, once)
    return entry


def execute_form(request: HttpRequest, form: CommandForm[Any]) -> JournalEntry | None:
    """Does what a valid form asks for; returns None when it now says why not, or asks back."""
    command = form.build()
    doubt = form.doubt()
    if doubt and form.accepted not in (acceptance_of(command), doubt_accepted(command)):
        form.ask(doubt, command)
        form.acceptance = doubt_accepted(command)
        return None
    try:
        _execute_all(request, form, command)
    except NeedsConfirmation as question:
        form.ask(question.message, command)
        return None
    except UserError as refused:
        # The key holds what was typed: where it is taken, another click has just done this.
        if refused.code != "idempotency.conflict":
            form.refuse(refused)
            return None
    return form.stored(command.stream())


def _execute_all(request: HttpRequest, form: CommandForm[Any], command: Command) -> None:
    """Gives a form's command, and first what has to be there for it."""
    actor, key = actor_of(request), form.idempotency_key
    first = form.given_first()
    with transaction.atomic() if first else nullcontext():
        for place, one in enumerate(first):
            execute(one, actor=actor, key=f"{key}-first-{place}")
        execute(command, actor=actor, reason=form.why, key=key)


def _looked(
    request: HttpRequest, page: CommandPage, form: CommandForm[Any]
) -> Mapping[str, Any] | None:
    """Returns what a form's command would change, where it is sent only to look."""
    form.only_looks()
    return _foreseen(request, page, form) if form.is_valid() else None


def _foreseen(
    request: HttpRequest, page: CommandPage, form: CommandForm[Any]
) -> Mapping[str, Any] | None:
    """Returns what the command of a valid form would change; None where the form says why not."""
    if not page.foresees:
        return None
    try:
        return foreseen(form.build(), actor_of(request), form.why)
    except UserError as refused:
        form.refuse(refused)
        return None


def _show(
    request: HttpRequest,
    page: CommandPage,
    form: CommandForm[Any],
    told: Mapping[str, Any] | None = None,
) -> HttpResponse:
    where: DeskContext = form.where
    context: dict[str, Any] = {
        "page": page,
        "title": page.title_at(where),
        "form": form,
        "where": where,
        "obstacle": form.obstacle(),
        "back": page.back(where),
        "then": _then(request),
        "foreseen": told,
        **where.shown(),
    }
    if page.command is RestoreTo:
        context["going_back"] = going_back(where)
    elif where.undoing is not None:
        line = log_line(where.undoing)
        context["undo_word"] = line.undo
        context["undoing_sentence"] = line.sentence
    return render(request, "desk/command.html", context, status=422 if form.is_wrong else 200)


def _then(request: HttpRequest) -> str:
    """Returns the page of this site to which the form asked to go on, empty where it did not."""
    wanted: str = request.POST.get("then", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""
