"""The pages of a club's desk on which its members are kept."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.context import club_link
from clubs.kernel.desk.pages import ClubPage
from clubs.kernel.queries.clubs import KnownClub
from clubs.membership.forms.context import MemberContext
from clubs.membership.forms.members import (
    AddMemberForm,
    AssociationForm,
    EndMembershipForm,
    ForgetAssociationForm,
    LiftSuspensionForm,
    RenewMembershipForm,
    SuspendForm,
)
from clubs.membership.queries.lists import suspension_rows
from clubs.membership.queries.members import members_of
from clubs.models import MemberSuspension
from core.models import JournalEntry
from core.phrases import phrase
from core.web.query_values import query
from core.web.view_access import View
from desk.access import number_in
from desk.context import DeskContext
from desk.giving import command_view
from desk.pages import Choice, CommandPage, Link
from people.models import Player

MEMBER, SUSPENSION = "member", "suspension"


@dataclass(frozen=True)
class MemberPage(ClubPage):
    """One command about a member of a club."""

    def choice(self, where: DeskContext) -> Choice | None:
        assert isinstance(where, MemberContext)
        if self.asks == MEMBER and where.player is None:
            return choice_of_member(where.the_club)
        if self.asks == SUSPENSION and where.suspension is None:
            rows = suspension_rows(where.the_club.home)
            links = [Link(text, query(suspension=row.number)) for row, text in rows]
            return Choice(phrase("Which suspension?"), links)
        return super().choice(where)

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        return where.back()

    def back(self, where: DeskContext) -> str:
        return where.back()


def choice_of_member(club: KnownClub) -> Choice:
    """Returns the question which member a page is about."""
    members = members_of(club.home, timezone.localdate())
    links = [Link(one.name, query(player=one.player.pk)) for one in members if one.player]
    add = Link(phrase("Add a member"), club_link("club-add-member", club.slug))
    return Choice(phrase("Which member?"), links, add)


ADD = MemberPage(
    "club-add-member",
    AddMemberForm,
    phrase("Add a member"),
    phrase("A term begins on its first day, and a regular one is a year long."),
)

PAGES: tuple[MemberPage, ...] = (
    MemberPage(
        "club-renew-member",
        RenewMembershipForm,
        phrase("Renew"),
        phrase("The new term follows what has been paid."),
        asks=MEMBER,
    ),
    MemberPage(
        "club-end-membership",
        EndMembershipForm,
        phrase("End the membership"),
        phrase("What was to begin later is taken away."),
        asks=MEMBER,
    ),
    MemberPage(
        "club-association",
        AssociationForm,
        phrase("Record an association"),
        phrase("The door is told when it has expired."),
        asks=MEMBER,
    ),
    MemberPage(
        "club-forget-association",
        ForgetAssociationForm,
        phrase("Take an association away"),
        "",
        asks=MEMBER,
    ),
    MemberPage(
        "club-suspend",
        SuspendForm,
        phrase("Suspend"),
        phrase("The door is told on each of these days."),
        danger=True,
    ),
    MemberPage(
        "club-lift-suspension", LiftSuspensionForm, phrase("Lift a suspension"), "", asks=SUSPENSION
    ),
)


def find_member(request: HttpRequest, page: CommandPage, club: KnownClub) -> MemberContext:
    """Returns the context of a page about a member. Raises Http404 for what is not there."""
    player = suspension = None
    if "player" in request.GET:
        player = get_object_or_404(Player, pk=number_in(request.GET["player"]))
    if page.asks == SUSPENSION and "suspension" in request.GET:
        number = number_in(request.GET["suspension"])
        suspension = get_object_or_404(MemberSuspension, club=club.home, number=number)
        player = Player.objects.filter(key=suspension.player).first()
    return MemberContext(
        request.user.get_username(), club=club, player=player, suspension=suspension
    )


def of_member(page: MemberPage) -> View:
    """Returns the view of one command about a member."""
    return command_view(page, in_club(page.command.permission), find_member)
