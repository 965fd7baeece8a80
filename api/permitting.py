"""Whether somebody may do what they ask for; a command says itself who may give it."""

from __future__ import annotations

from api.operations import Asked, ReadOperation
from core.journal.errors import NotAllowed
from core.phrases import phrase
from core.roles.access import must_be_allowed
from core.roles.table import Permission


def must_be_in_scope(stream: str, only_event: str) -> None:
    """Raises NotAllowed where a token is for one event, and this is another journal."""
    if only_event and stream != f"event:{only_event}":
        raise NotAllowed(
            phrase("This token is for the event {slug} only.", slug=only_event),
            code="token.other_event",
        )


def must_read(operation: ReadOperation, asked: Asked, only_event: str) -> None:
    """Raises NotAllowed unless the reader may see this."""
    if operation.permission == Permission.PUBLIC:
        return
    stream = operation.stream(asked.path)
    must_be_in_scope(stream, only_event)
    must_be_allowed(asked.actor, operation.permission, stream)
