"""Who is a member of a club: their terms, and what the door is told of whoever comes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from clubs.membership.terms.door import (
    Admission,
    Occasion,
    Suspension,
    admission,
    warnings_at,
)
from clubs.membership.terms.kinds import Term, paid_through
from clubs.membership.wording import association_warning
from clubs.models import AssociationMembership, ClubHome, MemberSuspension
from clubs.models import Membership as TermRow
from people.merging import standing_for, with_all_keys
from people.models import Player
from people.selectors import players_named


@dataclass(frozen=True, slots=True)
class DoorWarning:
    """What the door is told of somebody; who `is_banned` must not play."""

    player: str
    text: str
    is_banned: bool = False


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A member as those see them who keep the members: who, by what, and until when.

    `last` is the last day of what they have without a gap, None for life and where nothing is in
    force; `found` is their state on the day that was asked for. `player` is None where the
    register does not know the key.
    """

    key: str
    player: Player | None
    kind: str
    last: date | None
    found: Admission

    @property
    def name(self) -> str:
        """The name in full, for those who keep the members."""
        return self.player.full_name if self.player else self.key


def terms_of(
    club: ClubHome,
    players: Collection[str] | None = None,
    standing: Mapping[str, str] | None = None,
) -> list[Term]:
    """Returns the terms of members of a club, of all of them unless some are named.

    Each is of the key that stands for the person, by `standing` where it has been read.
    """
    standing = standing_for() if standing is None else standing
    rows = TermRow.objects.filter(club=club)
    if players is not None:
        rows = rows.filter(player__in=with_all_keys(players, standing))
    return [
        Term(standing.get(row.player, row.player), row.kind, row.first, row.last) for row in rows
    ]


def suspensions_of(
    club: ClubHome,
    players: Collection[str] | None = None,
    standing: Mapping[str, str] | None = None,
) -> list[Suspension]:
    """Returns the suspensions of people from a club, of everybody unless some are named.

    Each is of the key that stands for the person, by `standing` where it has been read.
    """
    standing = standing_for() if standing is None else standing
    rows = MemberSuspension.objects.filter(club=club)
    if players is not None:
        rows = rows.filter(player__in=with_all_keys(players, standing))
    return [
        Suspension(standing.get(row.player, row.player), row.first, row.last, club.slug)
        for row in rows
    ]


def member_keys(
    club: ClubHome, day: date, standing: Mapping[str, str] | None = None
) -> frozenset[str]:
    """Returns the keys of those whose membership of a club is in force on a day; one query.

    One more, unless it has been read which key stands for whom.
    """
    return frozenset(
        term.member
        for term in terms_of(club, standing=standing)
        if term.first <= day and (term.last is None or term.last >= day)
    )


def members_of(
    club: ClubHome, day: date, players: Collection[str] | None = None
) -> list[ClubMember]:
    """Returns everybody who is or was a member of a club, by name; in four queries.

    Where `players` are named, those of them.
    """
    standing = standing_for()
    terms = terms_of(club, players, standing)
    keys = {term.member for term in terms}
    people = players_named(keys)
    own: dict[str, list[Term]] = {key: [] for key in keys}
    for term in terms:
        own[term.member].append(term)
    occasion, bans = Occasion(day, day, club.slug), suspensions_of(club, players, standing)
    members = [
        _member(key, people.get(key), own[key], admission(key, occasion, own[key], bans), day)
        for key in keys
    ]
    return sorted(members, key=lambda one: (one.name.casefold(), one.key))


def _member(
    key: str, player: Player | None, terms: Iterable[Term], found: Admission, day: date
) -> ClubMember:
    latest = max(terms, key=lambda term: (term.last or date.max, term.first))
    paid = paid_through(terms, day)
    last = latest.last if paid is None else None if paid == date.max else paid
    return ClubMember(key, player, latest.kind, last, found)


def door_warnings(club: ClubHome, players: Collection[str], day: date) -> tuple[DoorWarning, ...]:
    """Returns what the door is told of players by key on a day, the most serious first.

    Names are in full: it is for those who let people in. A club that keeps no memberships is told
    of suspensions and of associations alone. A warning has the key by which it was asked for.
    """
    standing = standing_for()
    asked_as = {standing.get(key, key): key for key in sorted(set(players))}
    keys = list(asked_as)
    terms = terms_of(club, keys, standing)
    keeps_members = bool(terms) or TermRow.objects.filter(club=club).exists()
    bans = suspensions_of(club, keys, standing)
    names = _names(keys)
    occasion = Occasion(day, day, club.slug)
    banned = {one.member for one in bans if one.applies(club.slug, day, day)}
    asked = names if keeps_members else {key: names[key] for key in keys if key in banned}
    told = [
        DoorWarning(asked_as[found.member], text, is_banned=found.suspension is not None)
        for found, text in warnings_at(occasion, asked, terms, bans)
    ]
    rows = AssociationMembership.objects.filter(
        club=club, player__in=with_all_keys(keys, standing), expires__lt=day
    )
    for row in rows:
        key = standing.get(row.player, row.player)
        told.append(DoorWarning(asked_as[key], association_warning(names[key], row)))
    return tuple(told)


def _names(keys: Iterable[str]) -> dict[str, str]:
    people = players_named(list(keys))
    return {key: people[key].full_name if key in people else key for key in keys}
