"""What the pages about roles do: give and take back, invite, withdraw an invitation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from core.errors import UserError
from core.journal.command import Command
from core.journal.execute import execute
from core.phrases import phrase
from core.roles.commands import GiveRole, Invite, TakeRoleBack, WithdrawInvitation
from core.roles.secrets import hash_of_code, hash_of_link, new_code, new_link
from core.roles.table import Role
from core.roles.wording import ROLE_NAMES
from core.web.hosts import reachable_host
from desk.access import actor_of
from desk.qr import QrCode, qr_code

_KEY_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Secret:
    """What somebody who is invited gets, shown this once: a link, or a code for an address."""

    key: str
    link: str
    code: str
    join: str
    qr: QrCode | None


def invite(request: HttpRequest, scope: str, asked: dict[str, Any], token: str) -> Secret:
    """Makes an invitation and returns its link and its code, which are kept nowhere.

    `asked` holds the role, the note and the days. Raises UserError where it is refused; the same
    `token` makes one invitation only.
    """
    link, code = new_link(), new_code()
    key = get_random_string(6, _KEY_LETTERS)
    command = Invite(
        journal=scope,
        role=Role(asked["role"]),
        key=key,
        link_hash=hash_of_link(link),
        code_hash=hash_of_code(code),
        made_by=request.user.get_username(),
        until=timezone.now() + timedelta(days=asked["days"]),
        note=asked["note"],
    )
    execute(command, actor=actor_of(request), key=token)
    address = request.build_absolute_uri(reverse("join-by-link", kwargs={"link": link}))
    join = request.build_absolute_uri(reverse("join"))
    return Secret(key, address, code, join, qr_code(address) if reachable_host(request) else None)


def give_role(request: HttpRequest, scope: str, account: str, role: str) -> None:
    """Gives an account a role. Raises UserError where it is refused."""
    given = _role(role)
    execute(GiveRole(journal=scope, account=account, role=given), actor=actor_of(request))
    said = phrase("{account} now has the role: {role}.", account=account, role=ROLE_NAMES[given])
    messages.success(request, said)


def take_role_back(request: HttpRequest, scope: str) -> None:
    """Takes back the role that the form names, and tells the person so, or why not."""
    account, role = request.POST.get("account", ""), request.POST.get("role", "")
    _tell(
        request,
        lambda: TakeRoleBack(journal=scope, account=account[:150], role=_role(role)),
        phrase("The role was taken back from {account}.", account=account),
    )


def withdraw(request: HttpRequest, scope: str) -> None:
    """Withdraws the invitation that the form names, and tells the person so, or why not."""
    key = request.POST.get("key", "")
    _tell(
        request,
        lambda: WithdrawInvitation(journal=scope, key=key[:12]),
        phrase("The invitation was withdrawn; its link and code no longer work."),
    )


def _tell(request: HttpRequest, command: Any, done: str) -> None:
    try:
        made: Command = command()
        execute(made, actor=actor_of(request))
    except UserError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, done)


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError as wrong:
        raise UserError(phrase("There is no such role."), code="role.unknown") from wrong
