"""What a phone or a tablet sends is done once, and answered as a page or to the page's script.

A request that was answered with a question or a refusal is withheld: a late copy does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute, withhold
from core.phrases import phrase
from desk.forms import CommandForm, acceptance_of, doubt_accepted
from tournaments.phones.views.limits import sends_too_often

DONE_BEFORE = "nothing_changed"
"""The code of what another phone, or this one, has said already: it is as good as done."""

OUTDATED = (
    *("claim.changed", "claim.answered", "claim.agreed", "claim.decided", "claim.late"),
    *("claim.same", "claim.blind", "claim.contested", "phones.off"),
)
"""The codes of what is refused because something has happened since the page was shown."""


@dataclass(frozen=True)
class PhoneAnswer:
    """What became of a request: done, wrong, or asked about once more; `busy` where it may wait.

    `acceptance` is what accepts a question, sent along with the same fields; `outdated` says that
    the page showed what is no longer so.
    """

    kind: str
    sentence: str = ""
    acceptance: str = ""
    busy: bool = False
    outdated: bool = False


def by_script(request: HttpRequest) -> bool:
    """Returns whether the script of the page asks, which reads JSON."""
    return request.headers.get("Accept") == "application/json"


def for_script(sent: PhoneAnswer) -> JsonResponse:
    """Returns the answer that the outbox of a page reads."""
    if sent.busy:
        return JsonResponse({"wrong": sent.sentence}, status=429)
    return JsonResponse(
        {
            "kind": sent.kind,
            "sentence": sent.sentence,
            "acceptance": sent.acceptance,
            "outdated": sent.outdated,
        }
    )


def send(form: CommandForm[Any], actor: Actor, *, counted: str = "") -> PhoneAnswer:
    """Does what a form asks for, and returns what became of it.

    `counted` is whose requests are counted, where several devices have the link of the actor.
    """
    if sends_too_often(counted or actor.link, timezone.now()):
        busy = phrase("That was very often in a minute. Wait a moment, then send it again.")
        return PhoneAnswer("wrong", busy, busy=True)
    if not form.is_valid():
        said = dict.fromkeys(str(one) for errors in form.errors.values() for one in errors)
        return PhoneAnswer("wrong", " ".join(said))
    try:
        command, doubt = form.build(), form.doubt()
    except UserError as refused:
        form.refuse(refused)
        return PhoneAnswer("wrong", refused.message)
    accepting = (acceptance_of(command), doubt_accepted(command))
    # What was done before is answered again, whatever is odd about it.
    if doubt and form.accepted not in accepting and not form.stored():
        form.ask(doubt, command)
        form.acceptance = doubt_accepted(command)
        return PhoneAnswer("ask", doubt, form.acceptance)
    return _do(form, command, actor)


def _do(form: CommandForm[Any], command: Command, actor: Actor) -> PhoneAnswer:
    key = form.idempotency_key
    try:
        execute(command, actor=actor, key=key)
    except UserError as refused:
        if refused.code == DONE_BEFORE or withhold(command.stream(), key) is not None:
            return PhoneAnswer("done")
        if isinstance(refused, NeedsConfirmation):
            form.ask(refused.message, command)
            return PhoneAnswer("ask", refused.message, form.acceptance)
        form.refuse(refused)
        return PhoneAnswer("wrong", refused.message, outdated=refused.code in OUTDATED)
    return PhoneAnswer("done")
