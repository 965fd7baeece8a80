"""The members of a club as its desk lists them, and all there is about one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from clubs.membership.queries.members import ClubMember, members_of
from clubs.membership.terms.door import MembershipState
from clubs.membership.wording import STATES, days_words, kind_words, until_words
from clubs.models import AssociationMembership, ClubHome, MemberSuspension
from clubs.models import Membership as TermRow
from core.csv_file import Cell
from core.names import plain_words
from core.phrases import phrase
from people.handles import masked
from people.merging import keys_of, standing_for
from people.models import Player
from people.selectors import players_named
from tournaments.models import EntryMember

SOON = timedelta(days=30)
NIGHTS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member in the list: `state` in words, `badge` the kind of its badge, mostly empty."""

    name: str
    number: int | None
    kind: str
    until: str
    state: str
    badge: str


@dataclass(frozen=True, slots=True)
class NightLine:
    """A night at which a member was."""

    day: date | None
    name: str
    slug: str


@dataclass(frozen=True, slots=True)
class SuspensionLine:
    """A suspension as a member's page shows it; `is_over` before the day that is asked for."""

    number: int
    days: str
    note: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term as a member's page shows it."""

    kind: str
    days: str
    paid: str
    note: str


@dataclass(frozen=True, slots=True)
class MemberOnPage:
    """All that the page of a member shows; `nights_count` counts those that are not listed too."""

    player: Player
    line: MemberLine | None
    terms: Sequence[TermLine]
    associations: Sequence[tuple[str, str, str]]
    suspensions: Sequence[SuspensionLine]
    nights: Sequence[NightLine]
    nights_count: int


def listed(club: ClubHome, day: date) -> list[MemberLine]:
    """Returns everybody who is or was a member: what ends soon first, then A to Z, then the past.

    In three queries.
    """
    members = members_of(club, day)
    return [_line(one, day) for one in sorted(members, key=lambda one: _place(one, day))]


def found_among(lines: Sequence[MemberLine], text: str) -> list[MemberLine]:
    """Returns the lines whose name has each word of a text, in their order."""
    wanted = plain_words(text)
    return [
        line
        for line in lines
        if wanted and all(word in " ".join(plain_words(line.name)) for word in wanted)
    ]


def suspension_rows(club: ClubHome) -> list[tuple[MemberSuspension, str]]:
    """Returns the suspensions of a club, each with the sentence that names it; the last first."""
    rows = list(MemberSuspension.objects.filter(club=club).order_by("-number"))
    people = players_named({row.player for row in rows})
    return [
        (
            row,
            phrase(
                "{name}, {days}",
                name=people[row.player].full_name if row.player in people else row.player,
                days=days_words(row.first, row.last),
            ),
        )
        for row in rows
    ]


def member_page(club: ClubHome, player: Player, day: date) -> MemberOnPage | None:
    """Returns all there is about somebody in a club, None where there is nothing."""
    keys = keys_of(player.key)
    terms = list(TermRow.objects.filter(club=club, player__in=keys).order_by("-first", "-number"))
    associations = list(AssociationMembership.objects.filter(club=club, player__in=keys))
    bans = list(MemberSuspension.objects.filter(club=club, player__in=keys).order_by("-number"))
    if not (terms or associations or bans):
        return None
    members = members_of(club, day, keys)
    nights = _nights(club, keys)
    return MemberOnPage(
        player=player,
        line=_line(members[0], day) if members else None,
        terms=[
            TermLine(kind_words(row.kind), days_words(row.first, row.last), row.paid, row.note)
            for row in terms
        ],
        associations=[
            (row.association, row.member_number, until_words(row.expires)) for row in associations
        ],
        suspensions=[
            SuspensionLine(
                row.number,
                days_words(row.first, row.last),
                row.note,
                row.last is not None and row.last < day,
            )
            for row in bans
        ],
        nights=nights[:NIGHTS_SHOWN],
        nights_count=len(nights),
    )


HEADING = (
    *("Key", "Name", "Kind", "From", "Through", "State"),
    *("Paid", "Note", "Association", "Number", "Expires"),
)


def members_table(club: ClubHome, day: date) -> tuple[Sequence[str], list[list[Cell]]]:
    """Returns the members as a sheet: the headings, and a line for each with the latest term.

    Who is in several associations has a line for each. Keys that tell an association number are
    left out.
    """
    standing, latest = standing_for(), dict[str, TermRow]()
    for row in TermRow.objects.filter(club=club).order_by("first", "number"):
        latest[standing.get(row.player, row.player)] = row
    held: dict[str, list[AssociationMembership]] = defaultdict(list)
    for one in AssociationMembership.objects.filter(club=club):
        held[standing.get(one.player, one.player)].append(one)
    lines: list[list[Cell]] = []
    for member in members_of(club, day):
        term = latest[member.key]
        begins: list[Cell] = [
            "" if masked(member.key) != member.key else member.key,
            member.name,
            term.kind,
            term.first,
            term.last,
            str(STATES[member.found.state]),
            term.paid,
            term.note,
        ]
        rows: list[list[Cell]] = [
            [of.association, of.member_number, of.expires] for of in held[member.key]
        ]
        lines += [[*begins, *ends] for ends in rows or [["", "", None]]]
    return HEADING, lines


def _nights(club: ClubHome, keys: Collection[str]) -> list[NightLine]:
    rows = EntryMember.objects.filter(
        player__in=keys, entry__division__tournament__night_of=club.slug
    ).order_by("-entry__division__tournament__starts_on")
    event = "entry__division__tournament__"
    values = rows.values_list(f"{event}starts_on", f"{event}name", f"{event}slug").distinct()
    return [NightLine(*row) for row in values]


def _place(one: ClubMember, day: date) -> tuple[int, str, str, str]:
    if _ends_soon(one, day) or one.found.suspension:
        return 0, str(one.last or ""), one.name.casefold(), one.key
    over = one.found.state in (MembershipState.EXPIRED, MembershipState.NOT_YET)
    return 1 + over, "", one.name.casefold(), one.key


def _ends_soon(one: ClubMember, day: date) -> bool:
    in_force = one.found.state is MembershipState.IN_FORCE
    return in_force and one.last is not None and one.last - day <= SOON


def _line(one: ClubMember, day: date) -> MemberLine:
    soon, state = _ends_soon(one, day), one.found.state
    out = state in (MembershipState.EXPIRED, MembershipState.SUSPENDED)
    return MemberLine(
        name=one.name,
        number=one.player.pk if one.player else None,
        kind=kind_words(one.kind),
        until=until_words(one.last),
        state=phrase("ends soon") if soon else STATES[state],
        badge="loss" if out else "note" if soon else "",
    )
