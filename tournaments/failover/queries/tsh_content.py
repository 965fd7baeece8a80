"""The content of an event as tsh files carry it: with the numbers that the register knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Count

from people.selectors import players_named
from tournaments.failover.queries.content import event_content
from tournaments.formats.content import EntryContent, EventContent
from tournaments.formats.tsh.players import is_association_number
from tournaments.models import Entry, EntryMember, Tournament
from tournaments.prizes.queries.tsh_lines import with_prizes

Places = dict[tuple[str, int], str]


def tsh_content(
    event: Tournament, *, public: bool = False, from_register: bool = True
) -> EventContent:
    """Returns the content of an event; `public` names people as they chose, without their numbers.

    With `from_register`, entries without a number have the register's, where tsh can write it.
    It is False for those who may see numbers only where they were typed.
    """
    content = event_content(event, public=public)
    known = _numbers(event) if from_register and not public else {}

    def told(division: str, entry: EntryContent) -> EntryContent:
        """Returns an entry with its number; beside an alias that would say whose it is."""
        number = known.get((division, entry.number), entry.association_number)
        return replace(entry, association_number="" if public else number)

    divisions = (
        replace(division, entries=tuple(told(division.name, entry) for entry in division.entries))
        for division in content.divisions
    )
    return replace(content, divisions=tuple(divisions), kept=_with_prizes(event, content.kept))


def _with_prizes(event: Tournament, kept: Mapping[str, Any]) -> dict[str, Any]:
    lines = with_prizes(event, kept.get("config", ()))
    rest = {name: value for name, value in kept.items() if name != "config"}
    return rest | ({"config": lines} if lines else {})


def _numbers(event: Tournament) -> Places:
    """Returns the register's numbers of entries without one, by division and number.

    A team has none: no number is that of all its members. A player who moved has several entries.
    """
    unnumbered = Entry.objects.filter(tournament=event, association_number="")
    # Counted apart from the members that are read: to name one beside the count would group by it.
    alone = unnumbered.annotate(people=Count("members")).filter(people=1).values("pk")
    members = EntryMember.objects.filter(entry__in=alone).exclude(player="")
    rows = list(members.values_list("entry__division__name", "entry__number", "player"))
    players = players_named({player for *_, player in rows})
    return {
        (division, number): players[player].association_number
        for division, number, player in rows
        if player in players and is_association_number(players[player].association_number)
    }
