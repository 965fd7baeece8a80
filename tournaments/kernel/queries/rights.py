"""What somebody may do in an event: its owner is in its row, all others have roles in it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from core.models import JournalEntry
from core.roles.access import (
    NONE,
    Rights,
    register_owning,
    register_scope,
    rights_by_role,
    rights_in,
)
from core.roles.table import ALLOWED, Role
from tournaments.kernel.queries.play import event_named
from tournaments.models import Tournament

EVENT = "event"
CLUB = "club"


def event_scope(slug: str) -> str:
    """Returns the key of an event's journal, which is the scope of its roles."""
    return f"{EVENT}:{slug}"


def founder(slug: str) -> str | None:
    """Returns the account for which the event of this slug was last made, None if never."""
    founding = JournalEntry.objects.filter(
        stream__key=event_scope(slug), command__in=("event.created", "event.imported")
    )
    entry = founding.order_by("-seq").first()
    return None if entry is None else str(entry.payload["director"])


def club_scope(club: str) -> str:
    """Returns the key of a club's journal, which is the scope of its officers' roles."""
    return f"{CLUB}:{club}"


def _in_event(user: Any, slug: str, known: Tournament | None) -> Rights:
    """Returns what an account may do in an event; one that was undone stays its founder's.

    On a club night the officers of the club may do what they may in the club.
    """
    event = known or event_named(slug)
    name = user.get_username()
    if event is None:
        owns = user.is_staff and founder(slug) == name
        return ALLOWED[Role.OWNER] if owns else NONE
    if event.night_of:
        in_club = rights_in(user, club_scope(event.night_of))
        return in_club | rights_by_role(user, event_scope(slug))
    if event.director == name:
        return ALLOWED[Role.OWNER]
    return rights_by_role(user, event_scope(slug))


def _owns_any(user: Any) -> bool:
    return Tournament.objects.filter(director=user.get_username()).exists()


def _shown(slug: str) -> tuple[str, str] | None:
    event = event_named(slug)
    return None if event is None else (event.name, reverse("desk-event", kwargs={"slug": slug}))


register_scope(EVENT, _in_event, _shown)
register_owning(_owns_any)
