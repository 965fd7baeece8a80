"""Who may do what in a scope, for the page that lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from core.models import Invitation, JournalEntry, RoleHeld
from core.roles.access import Rights, roles_offered
from core.roles.commands import needed_to_give
from core.roles.table import ALLOWED, Role
from core.roles.wording import ROLE_MEANINGS, ROLE_NAMES

_KNOWN = frozenset(map(str, Role))


@dataclass(frozen=True, slots=True)
class HeldRole:
    """A role of somebody: its name, what it may do, and whether the reader may take it back."""

    role: Role
    name: str
    meaning: str
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with roles; `at` and `device` are of what they did last here, if anything."""

    account: str
    roles: tuple[HeldRole, ...]
    at: datetime | None
    device: str


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that nobody has taken up yet."""

    row: Invitation
    role: str
    is_over: bool


def people_in(scope: str, owner: str, rights: Rights) -> list[Person]:
    """Returns who has roles in a scope: those who may most first, then by name; three queries."""
    held: dict[str, list[Role]] = {owner: [Role.OWNER]} if owner else {}
    rows = RoleHeld.objects.filter(scope=scope).order_by("account")
    for account, role in rows.values_list("account", "role"):
        if role in _KNOWN:
            held.setdefault(account, []).append(Role(role))
    seen = _last_seen(scope, held)
    order = list(Role)
    people = [
        Person(
            account, tuple(_shown(role, rights) for role in order if role in roles), *seen[account]
        )
        for account, roles in held.items()
    ]
    return sorted(people, key=lambda person: order.index(person.roles[0].role))


def _shown(role: Role, rights: Rights) -> HeldRole:
    may = role is not Role.OWNER and needed_to_give(role) in rights
    return HeldRole(role, ROLE_NAMES[role], ROLE_MEANINGS[role], may)


def _last_seen(scope: str, accounts: Iterable[str]) -> dict[str, tuple[datetime | None, str]]:
    names = list(accounts)
    entries = JournalEntry.objects.filter(stream__key=scope, actor__in=names).order_by()
    last = entries.values("actor").annotate(last=Max("seq")).values_list("last", flat=True)
    told: dict[str, Any] = {
        entry.actor: (entry.at, entry.device)
        for entry in entries.filter(seq__in=list(last)).only("actor", "at", "device")
    }
    return {name: told.get(name, (None, "")) for name in names}


def open_invitations(scope: str, now: datetime) -> list[OpenInvitation]:
    """Returns the invitations of a scope that nobody has taken up, the newest first.

    Those to a role that only another version knows let nobody in here, and are left out.
    """
    rows = Invitation.objects.filter(scope=scope, taken_by="", role__in=_KNOWN).order_by("-pk")
    return [OpenInvitation(row, ROLE_NAMES[Role(row.role)], now > row.until) for row in rows]


def roles_to_give(scope: str, rights: Rights) -> list[tuple[str, str]]:
    """Returns the roles that somebody with these rights in a scope may give, with their words."""
    return [
        (str(role), f"{ROLE_NAMES[role]}: {ROLE_MEANINGS[role]}")
        for role in Role
        if role is not Role.OWNER
        and role in roles_offered(scope)
        and needed_to_give(role) in rights
        and ALLOWED[role] <= rights
    ]
