"""The people of an event: who may do what, invitations, and what changes that."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from core.errors import UserError
from core.roles.access import rights_in
from core.roles.commands import GiveRole, Invite, TakeRoleBack, WithdrawInvitation
from core.roles.table import Permission, Role
from core.roles.wording import ROLE_NAMES
from core.web.view_access import reads, writes
from desk.forms import sent_token
from desk.roles.forms import GiveRoleForm, InviteForm
from desk.roles.giving import give_role, invite, take_role_back, withdraw
from desk.roles.people import open_invitations, people_in, roles_to_give
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.queries.rights import event_scope
from tournaments.models import Tournament


@reads
@in_event(Permission.VIEW)
def people_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows who may do what in the event, and to who directs it the invitations."""
    return _show(request, event)


@writes(GiveRole)
@require_POST
@in_event(Permission.DIRECT)
def give_role_in_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Gives an account a role; leads back to the people."""
    form = GiveRoleForm(request.POST, roles=_roles(request, event))
    if form.is_valid():
        typed = form.cleaned_data
        try:
            give_role(request, event_scope(event.slug), typed["account"], typed["role"])
            return redirect("desk-people", slug=event.slug)
        except UserError as refused:
            form.add_error("account", refused.message)
    return _show(request, event, giving=form)


@writes(Invite)
@require_POST
@in_event(Permission.DIRECT)
def invite_to_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Makes an invitation, and shows its link and its code this once."""
    form = InviteForm(request.POST, roles=_roles(request, event))
    if form.is_valid():
        try:
            token = sent_token(request.POST)
            secret = invite(request, event_scope(event.slug), form.cleaned_data, token)
        except UserError as refused:
            form.add_error(None, refused.message)
        else:
            role = ROLE_NAMES[Role(form.cleaned_data["role"])]
            context = {"event": event, "tab": "event", "secret": secret, "role": role}
            context["note"] = form.cleaned_data["note"].strip()
            return render(request, "desk/roles/invited.html", context)
    return _show(request, event, inviting=form)


@writes(TakeRoleBack)
@require_POST
@in_event(Permission.DIRECT)
def take_role_back_in_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Takes a role back; leads back to the people."""
    take_role_back(request, event_scope(event.slug))
    return redirect("desk-people", slug=event.slug)


@writes(WithdrawInvitation)
@require_POST
@in_event(Permission.DIRECT)
def withdraw_invitation(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Withdraws an invitation; leads back to the people."""
    withdraw(request, event_scope(event.slug))
    return redirect("desk-people", slug=event.slug)


def _roles(request: HttpRequest, event: Tournament) -> list[tuple[str, str]]:
    return roles_to_give(rights_in(request.user, event_scope(event.slug)))


def _show(
    request: HttpRequest,
    event: Tournament,
    *,
    giving: GiveRoleForm | None = None,
    inviting: InviteForm | None = None,
) -> HttpResponse:
    scope = event_scope(event.slug)
    rights = rights_in(request.user, scope)
    roles = roles_to_give(rights)
    context: dict[str, Any] = {
        "event": event,
        "tab": "event",
        "people": people_in(scope, event.director, rights),
        "owns": Permission.OWN in rights,
        "directs": Permission.DIRECT in rights,
        "token": uuid.uuid4().hex,
    }
    if context["directs"]:
        context["invitations"] = open_invitations(scope, timezone.now())
        context["giving"] = giving or GiveRoleForm(roles=roles)
        context["inviting"] = inviting or InviteForm(roles=roles)
    status = 422 if giving or inviting else 200
    return render(request, "tournaments/event/people.html", context, status=status)
