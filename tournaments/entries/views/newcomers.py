"""Putting new people into the register together with the command that names them."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest

from core.errors import UserError
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.models import JournalEntry
from core.phrases import phrase
from desk.access import actor_of
from desk.giving import give
from tournaments.entries.forms.linking import LinkPlayersForm
from tournaments.entries.forms.roster import RosterForm, new_player

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
