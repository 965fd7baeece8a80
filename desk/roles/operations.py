"""Who may do what in a scope for programs: people, roles, and invitations to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urljoin

from django.urls import reverse
from django.utils import timezone

from api.fresh_keys import fresh_key, fresh_number
from api.operations import Asked, Give, Operation, Stream, Whole
from core.roles.access import NONE, Rights, rights_in
from core.roles.commands import GiveRole, Invite, TakeRoleBack, WithdrawInvitation
from core.roles.secrets import hash_of_code, hash_of_link, new_code
from core.roles.table import Permission, Role
from desk.roles.people import HeldRole, OpenInvitation, Person, open_invitations, people_in

_KEY_LENGTH, _LINK_LENGTH = 6, 32
"""A link of 32 signs has 165 bits of chance."""
_SECRETS = ("key", "link_hash", "code_hash", "made_by")


@dataclass(frozen=True, slots=True)
class RoleShown:
    """A role that somebody has, what it may do in words, and whether you may take it back."""

    role: Role
    meaning: str
    may_take_back: bool


@dataclass(frozen=True, slots=True)
class PersonShown:
    """An account with its roles, those that may most first.

    `last_at` is when it last did something here, and `device` from where; null and empty where it
    has done nothing yet.
    """

    account: str
    roles: list[RoleShown]
    last_at: datetime | None
    device: str


@dataclass(frozen=True, slots=True)
class InvitationShown:
    """An invitation that nobody has taken up; its link and its code were told when it was made."""

    invitation: str
    role: Role
    note: str
    made_by: str
    until: datetime
    is_over: bool


@dataclass(frozen=True, slots=True)
class _Roles:
    """The roles of what an address names. `owner` returns its owner, or raises Http404."""

    stream: Stream
    owner: Callable[[Asked], str]

    def people(self, asked: Asked) -> list[PersonShown]:
        owner, scope = self.owner(asked), self.stream(asked.path)
        return [_person(one) for one in people_in(scope, owner, _rights(asked, scope))]

    def invitations(self, asked: Asked) -> list[InvitationShown]:
        self.owner(asked)
        return [_invitation(one) for one in open_invitations(self._scope(asked), timezone.now())]

    def settled(self, asked: Asked) -> dict[str, Any]:
        self.owner(asked)
        return {"journal": self._scope(asked)}

    def invited(self, asked: Asked) -> dict[str, Any]:
        return {
            **self.settled(asked),
            "key": fresh_key(asked, _KEY_LENGTH),
            "link_hash": hash_of_link(_link(asked)),
            "code_hash": hash_of_code(_code(asked)),
            "made_by": asked.actor.name,
        }

    def _scope(self, asked: Asked) -> str:
        return self.stream(asked.path)


def _link(asked: Asked) -> str:
    return fresh_key(asked, _LINK_LENGTH, ".link")


def _code(asked: Asked) -> str:
    return new_code(fresh_number(asked, ".code"))


def _told_once(asked: Asked) -> Mapping[str, str]:
    """Returns what somebody who is invited gets: the link, or the code and where it is typed."""
    path = reverse("join-by-link", kwargs={"link": _link(asked)})
    return {
        "link": urljoin(asked.site, path),
        "code": _code(asked),
        "join": urljoin(asked.site, reverse("join")),
    }


def _rights(asked: Asked, scope: str) -> Rights:
    """Returns what who asks may do there, no more than their token does."""
    rights = rights_in(asked.actor.user, scope)
    return rights if asked.actor.limits is None else rights & (asked.actor.limits or NONE)


def _person(one: Person) -> PersonShown:
    return PersonShown(one.account, [_role(held) for held in one.roles], one.at, one.device)


def _role(held: HeldRole) -> RoleShown:
    return RoleShown(held.role, str(held.meaning), held.may_take_back)


def _invitation(one: OpenInvitation) -> InvitationShown:
    row = one.row
    return InvitationShown(row.key, Role(row.role), row.note, row.made_by, row.until, one.is_over)


def role_operations(
    path: str, *, stream: Stream, owner: Callable[[Asked], str], prefix: str = ""
) -> tuple[Operation, ...]:
    """Returns the operations about who may do what in the journal of what is at an address.

    `owner` returns the account that owns it, empty for none; it raises Http404 where there is
    nothing. Who may give and take which role, the commands say. `prefix` stands before the names.
    """
    roles = _Roles(stream, owner)
    settled: dict[str, Any] = {"settled": roles.settled, "hidden": ("journal",), "scope": stream}
    return (
        Whole(
            path=f"{path}/people",
            name=f"{prefix}people_list",
            says="Lists who has which role: the owner, then the others by name.",
            shape=PersonShown,
            items=roles.people,
            permission=Permission.VIEW,
            stream=stream,
        ),
        Give(path=f"{path}/roles", name=f"{prefix}role_give", command=GiveRole, **settled),
        Give(
            path=f"{path}/roles/taken_back",
            name=f"{prefix}role_take_back",
            command=TakeRoleBack,
            **settled,
        ),
        *_invitations(f"{path}/invitations", roles, settled, prefix),
    )


def _invitations(
    path: str, roles: _Roles, settled: dict[str, Any], prefix: str
) -> tuple[Operation, ...]:
    inviting = {**settled, "settled": roles.invited, "hidden": ("journal", *_SECRETS)}
    return (
        Whole(
            path=path,
            name=f"{prefix}invitations_list",
            says="Lists the invitations that nobody has taken up, the newest first.",
            shape=InvitationShown,
            items=roles.invitations,
            permission=Permission.DIRECT,
            stream=roles.stream,
        ),
        Give(
            path=path,
            name=f"{prefix}invitation_make",
            says="Offers a role; the answer alone has the link and the code for whoever takes it.",
            command=Invite,
            told_once=_told_once,
            **inviting,
        ),
        Give(
            path=f"{path}/<slug:invitation>/withdrawal",
            name=f"{prefix}invitation_withdraw",
            command=WithdrawInvitation,
            renamed={"invitation": "key"},
            **settled,
        ),
    )
