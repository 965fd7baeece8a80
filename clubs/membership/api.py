"""The members of a club for programs of those who keep them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404
from django.utils import timezone

from api.operations import (
    Asked,
    Download,
    Give,
    One,
    Paged,
    SentFile,
    Whole,
    register_api,
)
from clubs.kernel.api_addresses import HOUSE, club_stream
from clubs.kernel.queries.clubs import home_of
from clubs.membership.commands.associations import (
    ForgetAssociationMembership,
    RecordAssociationMembership,
)
from clubs.membership.commands.importing import ImportMembers
from clubs.membership.commands.merging import KeepApart, MergePlayers
from clubs.membership.commands.suspensions import LiftSuspension, Suspend
from clubs.membership.commands.terms import AddMember, EndMembership, RenewMembership
from clubs.membership.queries.duplicates import found_twice
from clubs.membership.queries.lists import members_table
from clubs.membership.queries.members import ClubMember, door_warnings, members_of
from clubs.models import AssociationMembership, ClubHome, MemberSuspension
from clubs.models import Membership as TermRow
from core.csv_file import write_csv
from core.roles.table import Permission
from core.workbooks import XLSX, write_workbook
from people.handles import masked

MEMBERS = f"{HOUSE}/members"
MEMBER = f"{MEMBERS}/<slug:player>"


@dataclass(frozen=True, slots=True)
class MemberShown:
    """Somebody who is or was a member; `player` is the key in the register.

    Of a key that tells an association number, it shows how that ends. `state` is of the day that is
    asked for; `last` is null for life.
    """

    player: str
    name: str
    kind: str
    last: date | None
    state: str


@dataclass(frozen=True, slots=True)
class TermShown:
    """A term of a membership; `last` is null for life, `paid` what its receipt is called."""

    number: int
    kind: str
    first: date
    last: date | None
    paid: str
    note: str


@dataclass(frozen=True, slots=True)
class InAssociation:
    """What a member has in an association; `expires` is null for life."""

    association: str
    member_number: str
    expires: date | None


@dataclass(frozen=True, slots=True)
class WholeMember:
    """A member with all terms and what they have in associations."""

    member: MemberShown
    terms: list[TermShown]
    associations: list[InAssociation]


@dataclass(frozen=True, slots=True)
class SuspensionShown:
    """A suspension; `last` is null until further notice."""

    suspension: int
    player: str
    first: date
    last: date | None
    note: str


@dataclass(frozen=True, slots=True)
class WarningShown:
    """What the door is told of a member; who `is_banned` must not play."""

    player: str
    text: str
    is_banned: bool


@dataclass(frozen=True, slots=True)
class DuplicateShown:
    """Two people of the register who are perhaps one, by their keys, and why."""

    one: str
    one_name: str
    other: str
    other_name: str
    why: str


@dataclass(frozen=True, slots=True)
class OnDay:
    """The day that is asked for; today where it is left out."""

    day: date | None = None


def _home(asked: Asked) -> ClubHome:
    home = home_of(asked["club"])
    if home is None:
        raise Http404
    return home


def _day(asked: Asked) -> date:
    wanted: OnDay = asked.query
    return wanted.day or timezone.localdate()


def _shown(one: ClubMember) -> MemberShown:
    return MemberShown(masked(one.key), one.name, one.kind, one.last, one.found.state)


def _members(asked: Asked) -> list[MemberShown]:
    return [_shown(one) for one in members_of(_home(asked), _day(asked))]


def _member(asked: Asked) -> WholeMember:
    home, key = _home(asked), asked["player"]
    found = members_of(home, timezone.localdate(), [key])
    if not found:
        raise Http404
    terms = TermRow.objects.filter(club=home, player=key)
    associations = AssociationMembership.objects.filter(club=home, player=key)
    return WholeMember(
        _shown(found[0]),
        [TermShown(row.number, row.kind, row.first, row.last, row.paid, row.note) for row in terms],
        [InAssociation(row.association, row.member_number, row.expires) for row in associations],
    )


def _suspensions(asked: Asked) -> list[SuspensionShown]:
    return [
        SuspensionShown(row.number, masked(row.player), row.first, row.last, row.note)
        for row in MemberSuspension.objects.filter(club=_home(asked))
    ]


def _file(asked: Asked) -> SentFile:
    heading, rows = members_table(_home(asked), timezone.localdate())
    return SentFile(f"members-{asked['club']}.csv", "text/csv", [write_csv(heading, rows)])


def _workbook(asked: Asked) -> SentFile:
    table = members_table(_home(asked), timezone.localdate())
    return SentFile(f"members-{asked['club']}.xlsx", XLSX, [write_workbook(*table)])


def _door(asked: Asked) -> list[WarningShown]:
    home, day = _home(asked), _day(asked)
    keys = {one.key for one in members_of(home, day)}
    return [
        WarningShown(masked(one.player), one.text, one.is_banned)
        for one in door_warnings(home, keys, day)
    ]


def _duplicates(_: Asked) -> list[DuplicateShown]:
    return [
        DuplicateShown(
            *(found.one.key, found.one.full_name, found.other.key, found.other.full_name),
            found.why,
        )
        for found in found_twice()
    ]


register_api(
    "people",
    Paged(
        path="register/duplicates",
        name="register_duplicates",
        says="Lists who is perhaps in the register twice, and why.",
        shape=DuplicateShown,
        items=_duplicates,
        permission=Permission.OPERATE,
    ),
    Give(path="register/merges", name="players_merge", command=MergePlayers),
    Give(path="register/apart", name="players_keep_apart", command=KeepApart),
)
register_api(
    "clubs",
    Paged(
        path=MEMBERS,
        name="club_members_list",
        says="Lists everybody who is or was a member of a club, by name.",
        shape=MemberShown,
        query=OnDay,
        items=_members,
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Give(path=MEMBERS, name="club_member_add", command=AddMember),
    One(
        path=MEMBER,
        name="club_member_read",
        says="Shows a member of a club with all terms.",
        shape=WholeMember,
        find=_member,
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Give(path=f"{MEMBER}/renew", name="club_membership_renew", command=RenewMembership),
    Give(path=f"{MEMBER}/end", name="club_membership_end", command=EndMembership),
    Give(
        path=f"{MEMBER}/associations",
        name="club_association_record",
        command=RecordAssociationMembership,
    ),
    Give(
        path=f"{MEMBER}/associations/forget",
        name="club_association_forget",
        command=ForgetAssociationMembership,
    ),
    Give(path=f"{HOUSE}/member_imports", name="club_members_import", command=ImportMembers),
    Download(
        path=f"{HOUSE}/member_list.csv",
        name="club_members_file",
        says="Hands out the members of a club as CSV, in the columns that can be imported again.",
        file=_file,
        kinds=("text/csv",),
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Download(
        path=f"{HOUSE}/member_list.xlsx",
        name="club_members_workbook",
        says="Hands out the same as a workbook.",
        file=_workbook,
        kinds=(XLSX,),
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Whole(
        path=f"{HOUSE}/suspensions",
        name="club_suspensions_list",
        says="Lists the suspensions of a club.",
        shape=SuspensionShown,
        items=_suspensions,
        permission=Permission.KEEP_MEMBERS,
        stream=club_stream,
    ),
    Give(path=f"{HOUSE}/suspensions", name="club_suspend", command=Suspend),
    Give(
        path=f"{HOUSE}/suspensions/<count:suspension>/lift",
        name="club_suspension_lift",
        command=LiftSuspension,
    ),
    Whole(
        path=f"{HOUSE}/door",
        name="club_door_read",
        says="Lists what the door is told of the members of a club on a day.",
        shape=WarningShown,
        query=OnDay,
        items=_door,
        permission=Permission.CHECK_IN,
        stream=club_stream,
    ),
)
