"""The people of an event: who may do what, invitations, and what changes that."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST

from core.roles.commands import GiveRole, Invite, TakeRoleBack, WithdrawInvitation
from core.roles.table import Permission
from core.web.view_access import reads, writes
from desk.roles import views
from desk.roles.views import RolesOf
from tournaments.kernel.desk.access import in_event
from tournaments.kernel.desk.context import desk_link
from tournaments.kernel.queries.rights import event_scope
from tournaments.models import Tournament


@reads
@in_event(Permission.VIEW)
def people_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows who may do what, and to who directs it the invitations."""
    return views.show_people(request, _roles_of(event))


@writes(GiveRole)
@require_POST
@in_event(Permission.DIRECT)
def give_role_in_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Gives an account a role; leads back to the people."""
    return views.give_role(request, _roles_of(event))


@writes(Invite)
@require_POST
@in_event(Permission.DIRECT)
def invite_to_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Makes an invitation, and shows its link and its code this once."""
    return views.invite(request, _roles_of(event))


@writes(TakeRoleBack)
@require_POST
@in_event(Permission.DIRECT)
def take_role_back_in_event(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Takes a role back; leads back to the people."""
    return views.take_role_back(request, _roles_of(event))


@writes(WithdrawInvitation)
@require_POST
@in_event(Permission.DIRECT)
def withdraw_invitation(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Withdraws an invitation; leads back to the people."""
    return views.withdraw_invitation(request, _roles_of(event))


def _roles_of(event: Tournament) -> RolesOf:
    slug = event.slug
    return RolesOf(
        scope=event_scope(slug),
        owner=event.director,
        name=event.name,
        shown={"event": event, "tab": "event"},
        people=desk_link("people", slug),
        give=desk_link("give-role", slug),
        invite=desk_link("invite", slug),
        take_back=desk_link("take-role-back", slug),
        withdraw=desk_link("withdraw-invitation", slug),
        hand_over=desk_link("appoint-director", slug),
    )
