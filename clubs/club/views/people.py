"""The people of a club: who may do what, invitations, and what changes that."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.queries.clubs import KnownClub
from core.roles.commands import GiveRole, Invite, TakeRoleBack, WithdrawInvitation
from core.roles.table import Permission
from core.web.view_access import reads, writes
from desk.roles import views
from desk.roles.views import RolesOf
from tournaments.kernel.queries.rights import club_scope


@reads
@in_club(Permission.VIEW)
def club_people(request: HttpRequest, club: KnownClub) -> HttpResponse:
    """Shows who may do what, and to who directs it the invitations."""
    return views.show_people(request, _roles_of(club))


@writes(GiveRole)
@require_POST
@in_club(Permission.DIRECT)
def give_role_in_club(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Gives an account a role; leads back to the people."""
    return views.give_role(request, _roles_of(club))


@writes(Invite)
@require_POST
@in_club(Permission.DIRECT)
def invite_to_club(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Makes an invitation, and shows its link and its code this once."""
    return views.invite(request, _roles_of(club))


@writes(TakeRoleBack)
@require_POST
@in_club(Permission.DIRECT)
def take_role_back_in_club(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Takes a role back; leads back to the people."""
    return views.take_role_back(request, _roles_of(club))


@writes(WithdrawInvitation)
@require_POST
@in_club(Permission.DIRECT)
def withdraw_club_invitation(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Withdraws an invitation; leads back to the people."""
    return views.withdraw_invitation(request, _roles_of(club))


def _roles_of(club: KnownClub) -> RolesOf:
    slug = club.slug
    return RolesOf(
        scope=club_scope(slug),
        owner=club.home.owner,
        name=club.name,
        shown={"club": club, "tab": "people"},
        people=club_link("club-people", slug),
        give=club_link("club-give-role", slug),
        invite=club_link("club-invite", slug),
        take_back=club_link("club-take-role-back", slug),
        withdraw=club_link("club-withdraw-invitation", slug),
    )
