"""Putting new people into the register together with the command that names them."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest

from core.errors import UserError
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.models import JournalEntry
from tournaments.forms.linking import LinkPlayersForm
from tournaments.forms.roster import RosterForm, new_player
from tournaments.views.desk_access import actor_of
from tournaments.views.desk_command import give

Form = RosterForm | LinkPlayersForm


def give_with_newcomers(request: HttpRequest, form: Form) -> JournalEntry | None:
    """Makes the new players of a form and gives its command: together, or not at all.

    The form was found ready, or sent before. Returns None when it now says why not.
    """
    with transaction.atomic():
        if form.stored() is None and not _put_into_register(request, form):
            transaction.set_rollback(True)
            return None
        if form.stored() is None and not _give_before(request, form):
            transaction.set_rollback(True)
            return None
        entry = give(request, form)
        if entry is None:
            transaction.set_rollback(True)
    return entry


def _give_before(request: HttpRequest, form: Form) -> bool:
    """Gives what a form asks for besides its own command; returns False when it now says why not.

    That is a roster which makes divisions, or fills several of them.
    """
    steps = form.steps()[:-1] if isinstance(form, RosterForm) else []
    said = []
    for place, command in enumerate(steps):
        key = f"{form.idempotency_key}-step-{place}"
        try:
            done = execute(command, actor=actor_of(request), key=key)
        except NeedsConfirmation as asked:
            form.ask(asked.message, command)
            return False
        except UserError as refused:
            form.refuse(refused)
            return False
        said.append(f"Log {done.seq}: {command.sentence(done.answer)}.")
    for sentence in said:
        messages.success(request, sentence)
    return True


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
