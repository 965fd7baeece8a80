"""Predicates: who may do what to an event."""

from __future__ import annotations

from typing import Any

from rules.permissions import add_perm, has_perm
from rules.predicates import predicate

from core.journal.command import Actor
from core.journal.undo import STREAM_RULES
from core.models import JournalEntry
from desk.permissions import is_operator, is_staff
from tournaments.kernel.queries.named import event_named
from tournaments.models import Tournament

DIRECT = "tournaments.direct_event"
CREATE = "tournaments.create_event"


@predicate  # type: ignore[untyped-decorator] # rules says no types
def directs(user: Any, event: Tournament | None) -> bool:
    """Returns whether the account directs this event."""
    return bool(user and user.is_active and event and event.director == user.get_username())


add_perm(CREATE, is_operator | is_staff)
add_perm(DIRECT, is_operator | directs)


def may_direct(actor: Actor, slug: str) -> bool:
    """Returns whether the actor may write into the event's journal."""
    if actor.trusted:
        return True
    event = event_named(slug)
    if event is None and is_staff(actor.user) and founder(slug) == actor.name:
        return True
    return bool(has_perm(DIRECT, actor.user, event))


def founder(slug: str) -> str | None:
    """Returns the director for whom the event of this slug was last made, None if never."""
    founding = JournalEntry.objects.filter(
        stream__key=f"event:{slug}", command__in=("event.created", "event.imported")
    )
    entry = founding.order_by("-seq").first()
    return None if entry is None else str(entry.payload["director"])


STREAM_RULES["event"] = may_direct
