"""Who is perhaps in the register twice."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.membership.merging.duplicates import ListedPerson, duplicates
from people.models import Player, PlayersApart


@dataclass(frozen=True, slots=True)
class FoundTwice:
    """Two people who are perhaps one, and why."""

    one: Player
    other: Player
    why: str


def found_twice() -> list[FoundTwice]:
    """Returns whom an operator should look at, in two queries; who was merged is one already."""
    rows = Player.objects.filter(merged_into=None).select_related("club").order_by()
    people = {row.key: row for row in rows}
    apart = {frozenset(pair) for pair in PlayersApart.objects.values_list("one", "other")}
    listed = [
        ListedPerson(row.key, row.full_name, row.association_number) for row in people.values()
    ]
    return [
        FoundTwice(people[found.one], people[found.other], found.why)
        for found in duplicates(listed, apart)
    ]


def merged_people() -> list[Player]:
    """Returns those who were merged into somebody, with them; one query."""
    rows = Player.objects.filter(merged_into__isnull=False)
    return list(rows.select_related("merged_into"))
