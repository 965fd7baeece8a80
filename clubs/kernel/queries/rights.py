"""What somebody may do in a club: its owner is in its row, all others have roles in it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from clubs.kernel.queries.clubs import club_named, home_of
from clubs.models import ClubHome
from core.models import JournalEntry
from core.roles.access import NONE, Rights, register_owning, register_scope, rights_by_role
from core.roles.table import ALLOWED, OF_CLUBS, Role
from tournaments.kernel.queries.rights import CLUB, club_scope

FOUNDED = "club.founded"


def _in_club(user: Any, slug: str, known: ClubHome | None) -> Rights:
    """Returns what an account may do in a club; one that was undone stays its founder's."""
    home = known or home_of(slug)
    name = user.get_username()
    if home is None:
        founding = JournalEntry.objects.filter(stream__key=club_scope(slug), command=FOUNDED)
        entry = founding.order_by("-seq").first()
        owns = user.is_staff and entry is not None and entry.payload["owner"] == name
        return ALLOWED[Role.OWNER] if owns else NONE
    if home.owner == name:
        return ALLOWED[Role.OWNER]
    return rights_by_role(user, club_scope(slug))


def _owns_any(user: Any) -> bool:
    return ClubHome.objects.filter(owner=user.get_username()).exists()


def _shown(slug: str) -> tuple[str, str] | None:
    club = club_named(slug)
    return None if club is None else (club.name, reverse("desk-club", kwargs={"club": slug}))


register_scope(CLUB, _in_club, _shown, OF_CLUBS)
register_owning(_owns_any)
