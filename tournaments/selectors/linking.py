"""Who of an event is not in the register, and who of the register may be meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q

from core.names import name_parts
from tournaments.formats.roster.reading import Person
from tournaments.models import Division, EntryMember, Tournament
from tournaments.selectors.door import Match, matches


class Unlinked(NamedTuple):
    """How many people of a division are not in the register, of how many."""

    division: str
    missing: int
    people: int

    def __str__(self) -> str:
        """Returns it as a clause: "8 of 8 players are not in the register"."""
        are = "player is" if self.people == 1 else "players are"
        return f"{self.missing} of {self.people} {are} not in the register"


class Stranger(NamedTuple):
    """A member of an entry who has no player, with who of the register may be meant."""

    member: EntryMember
    match: Match


def unlinked(event: Tournament, division: Division | None = None) -> list[Unlinked]:
    """Returns the divisions of which somebody is not in the register, in their order; one query."""
    members = EntryMember.objects.filter(entry__tournament=event)
    if division is not None:
        members = members.filter(entry__division=division)
    rows = members.order_by("entry__division__position", "entry__division__name").values_list(
        "entry__division__name"
    )
    counts = rows.annotate(missing=Count("pk", filter=Q(player="")), people=Count("pk"))
    return [row for name, *many in counts if (row := Unlinked(name, *many)).missing]


def strangers(division: Division) -> list[Stranger]:
    """Returns who of a division is not in the register, by number and place in the entry.

    An association number says who a single person is; that of a team is nobody's. A number that
    two of them have says nothing.
    """
    held = EntryMember.objects.filter(entry__division=division).select_related("entry")
    members = list(held.order_by("entry__number", "position"))
    teams = {member.entry_id for member in members if member.position > 1}
    missing = [member for member in members if not member.player]
    numbers = [
        "" if member.entry_id in teams else member.entry.association_number.strip()
        for member in missing
    ]
    people = [
        _person(line, member, number if numbers.count(number) == 1 else "")
        for line, (member, number) in enumerate(zip(missing, numbers, strict=True), 1)
    ]
    return _paired(missing, matches(division.tournament, people))


def _paired(members: Sequence[EntryMember], found: Sequence[Match]) -> list[Stranger]:
    return [Stranger(member, match) for member, match in zip(members, found, strict=True)]


def _person(line: int, member: EntryMember, number: str) -> Person:
    given, family = name_parts(member.name)
    return Person(
        line=line,
        text=member.name,
        name=member.name,
        given_name=given,
        family_name=family,
        association_number=number,
    )
