"""Whether somebody may do what they ask for; a command says itself who may give it."""

from __future__ import annotations

from api.operations import Act, Asked, Give, Operation, ReadOperation
from core.journal.errors import NotAllowed
from core.phrases import phrase
from core.roles.access import INSTALLATION, may, must_be_allowed
from core.roles.table import Permission


def must_be_in_scope(stream: str, only_event: str) -> None:
    """Raises NotAllowed where a token is for one event, and this is another journal."""
    if only_event and stream != f"event:{only_event}":
        raise NotAllowed(
            phrase("This token is for the event {slug} only.", slug=only_event),
            code="token.other_event",
        )


def must_may(operation: ReadOperation | Act, asked: Asked) -> None:
    """Raises NotAllowed unless who asks may see, or do, this.

    Where it takes no more than to be signed in, the operation itself says who may.
    """
    if operation.permission == Permission.PUBLIC:
        return
    stream = operation.stream(asked.path)
    must_be_in_scope(stream, asked.only_event)
    scope = INSTALLATION if operation.permission == Permission.SIGNED_IN else stream
    must_be_allowed(asked.actor, operation.permission, scope)


def may_at_large(asked: Asked, permission: Permission) -> bool:
    """Returns whether who asks may do this in the installation, by this token and for all events.

    What an operation shows besides to some asks this, and never the account alone.
    """
    return not asked.only_event and may(asked.actor, permission)


def must_be_let_in(operation: Give | Act, asked: Asked) -> None:
    """Raises NotAllowed for whoever may not ask for this, whatever the body says.

    Of a command whose `scope` is not known before, the command itself says who may give it.
    """
    if isinstance(operation, Act):
        must_may(operation, asked)
    elif operation.scope:
        scope = operation.scope(asked.path)
        must_be_in_scope(scope, asked.only_event)
        must_be_allowed(asked.actor, operation.command.permission, scope)


def must_sign_in(operation: Operation) -> bool:
    """Returns whether only somebody whom we know may ask for this; every command is one's own."""
    if isinstance(operation, ReadOperation | Act):
        return operation.permission != Permission.PUBLIC
    return True
