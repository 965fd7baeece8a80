"""A roster at the desk: typed, pasted or sent, previewed, and added in one command.

New people are put into the register together with the command that names them.
"""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from core.errors import UserError
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import may
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of
from desk.giving import give
from tournaments.entries.commands.roster import AddRoster
from tournaments.entries.forms.linking import LinkPlayersForm
from tournaments.entries.forms.roster import RosterForm, new_player
from tournaments.entries.views.players import QUICK, players_link
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Tournament

Form = RosterForm | LinkPlayersForm


def give_with_newcomers(request: HttpRequest, form: Form) -> JournalEntry | None:
    """Makes the new players of a form and gives its command: together, or not at all.

    The form was found ready, or sent before. Returns None when it now says why not.
    """
    with transaction.atomic():
        if form.stored() is None and not _put_into_register(request, form):
            transaction.set_rollback(True)
            return None
        said = _give_before(request, form) if form.stored() is None else ()
        if said is None:
            transaction.set_rollback(True)
            return None
        entry = give(request, form, said)
        if entry is None:
            transaction.set_rollback(True)
    return entry


def _give_before(request: HttpRequest, form: Form) -> tuple[str, ...] | None:
    """Gives what a form asks for besides its own command: a roster fills several divisions.

    Returns what was done, which is to be said once all of it is; None when the form now says why
    not.
    """
    steps = form.steps()[:-1] if isinstance(form, RosterForm) else []
    said = []
    for place, command in enumerate(steps):
        key = f"{form.idempotency_key}-step-{place}"
        try:
            done = execute(command, actor=actor_of(request), key=key)
        except NeedsConfirmation as question:
            form.ask(question.message, command)
            return None
        except UserError as refused:
            form.refuse(refused)
            return None
        said.append(
            phrase("Log {seq}: {sentence}.", seq=done.seq, sentence=command.sentence(done.answer))
        )
    return tuple(said)


def _put_into_register(request: HttpRequest, form: Form) -> bool:
    """Puts the new people into the register; returns False when the form now says why not."""
    try:
        for person in form.newcomers():
            command = new_player(person)
            key = f"{form.idempotency_key}-{person.line}"
            execute(command, actor=actor_of(request), key=key)
            form.made[person.line] = command.key
    except UserError as refused:
        form.refuse(refused)
        return False
    return True


@writes(AddRoster)
@in_event(Permission.DIRECT)
def roster_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Takes a roster, shows what each line becomes, and adds it once that was accepted."""
    division = division_of_address(request, event)
    where = EventContext(request.user.get_username(), event=event, division=division)
    form = RosterForm(where=where)
    if request.method == "POST":
        form = RosterForm(request.POST, request.FILES, where=where)
        if _add(request, form) is not None:
            return redirect(_after(event, form))
    context = {
        "event": event,
        "division": division,
        "tab": "players",
        "form": form,
        "back": players_link(division) if division else _players(event),
        "may_register": may(actor_of(request), Permission.ADD_PLAYERS),
    }
    return render(request, "tournaments/entries/roster.html", context, status=_status(form))


def _players(event: Tournament) -> str:
    return reverse("desk-players", kwargs={"slug": event.slug})


def _after(event: Tournament, form: RosterForm) -> str:
    """Returns the players of the division that was filled; of several, the event's own page."""
    if form.has_divisions:
        return reverse("desk-event", kwargs={"slug": event.slug})
    return players_link(form.where.the_division, focus=QUICK)


def _add(request: HttpRequest, form: RosterForm) -> JournalEntry | None:
    """Adds what was previewed, or one line that leaves nothing to choose; None to show the form."""
    if form.stored() is None:
        quick = "quick" in request.POST
        if not form.is_valid() or not (form.is_clear if quick else form.is_ready):
            return None
    return give_with_newcomers(request, form)


def _status(form: RosterForm) -> int:
    wrong = form.is_bound and (form.errors or form.consequence or form.wrong_count)
    return 422 if wrong else 200
