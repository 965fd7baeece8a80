"""The people of an event who are not in the register, and the players they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from core.names import name_parts
from core.phrases import joined_by_and, phrase, phrase_count
from tournaments.entries.queries.door import Match, matches
from tournaments.formats.roster.reading import RosterPerson
from tournaments.kernel.queries.counting import counting_lists
from tournaments.kernel.queries.one_person import OnePerson
from tournaments.models import Division, EntryMember, Tournament


class Unlinked(NamedTuple):
    """The number of people of a division who are not in the register, and of all.

    `lists` are the names of the rating lists that count the division, and in it only who is.
    """

    division: str
    missing: int
    people: int
    lists: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Returns it as a clause: "8 of 8 players are not in the register"."""
        return phrase_count(
            "{missing} of {count} player is not in the register",
            "{missing} of {count} players are not in the register",
            count=self.people,
            missing=self.missing,
        )

    @property
    def lists_joined(self) -> str:
        """The names of the lists as a sentence has them."""
        return joined_by_and(self.lists)


class Stranger(NamedTuple):
    """A member of an entry without a player, and the players of the register it may be.

    `elsewhere` are players who have an entry of this event and may be meant all the same, because
    one of the two entries is withdrawn: by key, with where. Those in `nearby` have it in this very
    division. `same` is the one of them whose entry is this person's own by a move, empty where
    there is none; `first` is the other entry of such a person where nobody has said who that one is
    either, and it stands before this one here.
    """

    member: EntryMember
    match: Match
    elsewhere: Mapping[str, str]
    nearby: frozenset[str]
    same: str
    first: str


def unlinked(event: Tournament, division: Division | None = None) -> list[Unlinked]:
    """Returns the divisions of which somebody is not in the register, in their order."""
    members = EntryMember.objects.filter(entry__tournament=event)
    if division is not None:
        members = members.filter(entry__division=division)
    rows = members.order_by("entry__division__position", "entry__division__name").values_list(
        "entry__division__name"
    )
    counts = rows.annotate(missing=Count("pk", filter=Q(player="")), people=Count("pk"))
    found = [row for name, *many in counts if (row := Unlinked(name, *many)).missing]
    lists = counting_lists(event) if found else {}
    return [Unlinked(*row[:3], lists.get(row.division, ())) for row in found]


def strangers(division: Division) -> list[Stranger]:
    """Returns the players of a division who are not in the register, by number and place.

    An association number says who a single person is; that of a team is nobody's. A number that
    two of them have says nothing.
    """
    members_here = EntryMember.objects.filter(entry__division=division).select_related("entry")
    members = list(members_here.order_by("entry__number", "position"))
    teams = {member.entry_id for member in members if member.position > 1}
    missing = [member for member in members if not member.player]
    numbers = [
        "" if member.entry_id in teams else member.entry.association_number.strip()
        for member in missing
    ]
    moved = _Moved(division, missing)
    people = [
        _person(line, member, number if numbers.count(number) == 1 else "", moved.same(member))
        for line, (member, number) in enumerate(zip(missing, numbers, strict=True), 1)
    ]
    return [
        Stranger(
            member,
            match,
            moved.elsewhere(member),
            moved.nearby(member),
            match.person.player,
            moved.first(member),
        )
        for member, match in zip(missing, matches(division.tournament, people), strict=True)
    ]


class _Moved:
    """The linked people of an event, and the entries that are one person's."""

    def __init__(self, division: Division, missing: Sequence[EntryMember]) -> None:
        members = EntryMember.objects.filter(entry__tournament=division.tournament)
        self._linked = list(members.exclude(player="").select_related("entry__division"))
        self._missing = missing
        self._one_person = OnePerson(division.tournament)

    def same(self, member: EntryMember) -> str:
        """Returns the player whom another entry of the same person is linked to, else ""."""
        return next((one.player for one in self._linked if self._is_one(one, member)), "")

    def elsewhere(self, member: EntryMember) -> dict[str, str]:
        """Returns the players of other entries who may be this one too, with where they are."""
        clash = self._one_person.clash
        others = {one.player for one in self._linked if clash(member.entry, one)}
        return {
            one.player: phrase(
                "{entry} of division {division}",
                entry=one.entry,
                division=one.entry.division.name,
            )
            for one in self._linked
            if one.player not in others
        }

    def nearby(self, member: EntryMember) -> frozenset[str]:
        """Returns the players who have an entry in the division of this one."""
        here = member.entry.division_id
        return frozenset(one.player for one in self._linked if one.entry.division_id == here)

    def first(self, member: EntryMember) -> str:
        """Returns an earlier entry of the same person that is not linked either, else ""."""
        before = self._missing[: self._missing.index(member)]
        return next((str(one.entry) for one in before if self._is_one(one, member)), "")

    def _is_one(self, one: EntryMember, member: EntryMember) -> bool:
        others = self._one_person.moves.get(member.entry.key, ())
        return one.position == member.position and one.entry.key in others


def _person(line: int, member: EntryMember, number: str, player: str) -> RosterPerson:
    given, family = name_parts(member.name)
    return RosterPerson(
        line=line,
        text=member.name,
        name=member.name,
        given_name=given,
        family_name=family,
        association_number=number,
        player=player,
    )
