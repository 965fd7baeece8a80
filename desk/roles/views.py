"""The people of a scope at its desk: who may do what, invitations, and what changes that."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from core.errors import UserError
from core.roles.access import rights_in
from core.roles.table import Permission, Role
from core.roles.wording import ROLE_NAMES
from desk.forms import sent_token
from desk.roles import giving
from desk.roles.forms import GiveRoleForm, InviteForm
from desk.roles.people import open_invitations, people_in, roles_to_give


@dataclass(frozen=True, slots=True)
class RolesOf:
    """The roles of an event, a club and the like: their scope, their owner, their addresses.

    `shown` is what the frame of the page needs. Where `hand_over` is empty the owner stays.
    """

    scope: str
    owner: str
    name: str
    shown: Mapping[str, Any]
    people: str
    give: str
    invite: str
    take_back: str
    withdraw: str
    hand_over: str = ""


def show_people(
    request: HttpRequest,
    roles: RolesOf,
    *,
    given: GiveRoleForm | None = None,
    inviting: InviteForm | None = None,
) -> HttpResponse:
    """Returns who may do what, and for who directs it the invitations and the forms."""
    rights = rights_in(request.user, roles.scope)
    offered = roles_to_give(roles.scope, rights)
    context: dict[str, Any] = {
        **roles.shown,
        "roles": roles,
        "people": people_in(roles.scope, roles.owner, rights),
        "owns": Permission.OWN in rights,
        "directs": Permission.DIRECT in rights,
        "token": uuid.uuid4().hex,
    }
    if context["directs"]:
        context["invitations"] = open_invitations(roles.scope, timezone.now())
        context["giving"] = given or GiveRoleForm(roles=offered)
        context["inviting"] = inviting or InviteForm(roles=offered)
    status = 422 if given or inviting else 200
    return render(request, "desk/roles/people.html", context, status=status)


def give_role(request: HttpRequest, roles: RolesOf) -> HttpResponseBase:
    """Gives an account a role; leads back to the people."""
    form = GiveRoleForm(request.POST, roles=_offered(request, roles))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            giving.give_role(request, roles.scope, typed["account"], typed["role"])
            return redirect(roles.people)
        except UserError as refused:
            form.add_error("account", refused.message)
    return show_people(request, roles, given=form)


def invite(request: HttpRequest, roles: RolesOf) -> HttpResponseBase:
    """Makes an invitation, and shows its link and its code this once."""
    form = InviteForm(request.POST, roles=_offered(request, roles))
    if form.is_valid():
        try:
            token = sent_token(request.POST)
            secret = giving.invite(request, roles.scope, form.cleaned_data, token)
        except UserError as refused:
            form.add_error(None, refused.message)
        else:
            role = ROLE_NAMES[Role(form.cleaned_data["role"])]
            context = {**roles.shown, "roles": roles, "secret": secret, "role": role}
            context["note"] = form.cleaned_data["note"].strip()
            return render(request, "desk/roles/invited.html", context)
    return show_people(request, roles, inviting=form)


def take_role_back(request: HttpRequest, roles: RolesOf) -> HttpResponseBase:
    """Takes a role back; leads back to the people."""
    giving.take_role_back(request, roles.scope)
    return redirect(roles.people)


def withdraw_invitation(request: HttpRequest, roles: RolesOf) -> HttpResponseBase:
    """Withdraws an invitation; leads back to the people."""
    giving.withdraw(request, roles.scope)
    return redirect(roles.people)


def _offered(request: HttpRequest, roles: RolesOf) -> list[tuple[str, str]]:
    return roles_to_give(roles.scope, rights_in(request.user, roles.scope))
