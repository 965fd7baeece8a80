"""What is sent from a night's page is done once, and answered as a page or to the page's script."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubs.kernel.desk.access import in_club
from clubs.kernel.queries.clubs import KnownClub
from clubs.kernel.queries.night_games import nights_of
from clubs.nights.forms.tonight import NightForm
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute, withhold
from core.journal.undo import says
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import View, writes
from desk.access import actor_of
from tournaments.models import Tournament

STEPS = ("who", "pair", "results", "dues")
Shown = Callable[[HttpRequest, KnownClub, Tournament, "NightSaid"], HttpResponse]


@dataclass(frozen=True)
class NightSaid:
    """What the page answers to something that was not done.

    `kind` is `wrong`, or `ask` where it would be done if it were accepted; `typed` are the fields
    that were sent.
    """

    kind: str
    sentence: str
    field: str = ""
    action: str = ""
    typed: tuple[tuple[str, str], ...] = ()

    @property
    def values(self) -> Mapping[str, str]:
        """The fields that were sent, the last of each name."""
        return dict(self.typed)


def at_night(
    permission: Permission, *, writing: Permission | None = None
) -> Callable[[View], View]:
    """Returns a decorator: the view is of a night, open to whoever has a permission in its club.

    The address names the club and the day; the view is called with the club and the night.
    """

    def guard(view: View) -> View:
        @in_club(permission, writing=writing)
        @wraps(view)
        def guarded(
            request: HttpRequest, club: KnownClub, day: str, **named: Any
        ) -> HttpResponseBase:
            return view(request, club, night_on(club.slug, day), **named)

        return guarded

    return guard


def night_on(club: str, day: str) -> Tournament:
    """Returns the night of a club on a day; Http404 where there is none."""
    try:
        held_on = date.fromisoformat(day)
    except ValueError:
        raise Http404 from None
    night = nights_of(club).filter(starts_on=held_on).first()
    if night is None:
        raise Http404(phrase("The club has no night on this day."))
    return night


def night_link(name: str, club: str, night: Tournament) -> str:
    """Returns the address of a page of a night; `name` is that of the page without "desk-"."""
    return reverse(f"desk-{name}", kwargs={"club": club, "day": str(night.starts_on)})


def new_token() -> str:
    """Returns a key under which one request is done once."""
    return uuid.uuid4().hex


def acting(command: type[Command], form_class: type[NightForm], shown: Shown) -> View:
    """Returns the view of one command of a night.

    `shown` shows the night's page with what is to be said on it.
    """

    @writes(command)
    @at_night(command.permission)
    def view(request: HttpRequest, club: KnownClub, night: Tournament) -> HttpResponseBase:
        back = night_link("night", club.slug, night)
        if request.method != "POST":
            return redirect(back)
        form = form_class(request.POST)
        said = _done(request, form, night)
        if request.headers.get("Accept") == "application/json":
            return JsonResponse(_for_script(said))
        if isinstance(said, NightSaid):
            return shown(request, club, night, said)
        messages.success(request, phrase("{sentence}.", sentence=said.removesuffix(".")))
        step = request.POST.get("step", "")
        return redirect(f"{back}#{step}" if step in STEPS else back)

    return view


def _done(request: HttpRequest, form: NightForm, night: Tournament) -> str | NightSaid:
    """Does what a form asks for; returns the sentence of the log, or why it was not done."""
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return _said(request, "wrong", str(errors[0]), "" if name == "__all__" else name)
    command, token = form.command(night.slug), form.cleaned_data["token"] or new_token()
    try:
        done = execute(command, actor=actor_of(request), reason=form.given_reason, key=token)
    except UserError as refused:
        before = withhold(command.stream(), token)
        if before is None:
            kind = "ask" if isinstance(refused, NeedsConfirmation) else "wrong"
            return _said(request, kind, refused.message, refused.field or "")
        done = before
    entry = JournalEntry.objects.get(stream__key=command.stream(), seq=done.seq)
    return str(says(entry))


def _said(request: HttpRequest, kind: str, sentence: str, field: str) -> NightSaid:
    typed = tuple(
        (name, value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "token", "confirmed")
        for value in values
    )
    return NightSaid(kind, sentence, field, request.path, typed)


def _for_script(said: str | NightSaid) -> dict[str, Any]:
    if isinstance(said, NightSaid):
        return {"kind": said.kind, "sentence": said.sentence, "field": said.field}
    return {"kind": "done", "sentence": said}
