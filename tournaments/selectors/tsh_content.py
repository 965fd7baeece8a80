"""The content of an event as tsh files carry it: with the numbers that the register knows."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import Count

from people.models import Player
from tournaments.formats.content import EventContent
from tournaments.formats.tsh.players import is_association_number
from tournaments.models import Entry, Tournament
from tournaments.selectors.content import event_content

Places = dict[tuple[str, int], str]


def tsh_content(event: Tournament, *, public: bool = False) -> EventContent:
    """Returns the content of an event; `public` names people as they chose.

    Who has no number in the entry has the register's, where tsh can write it; in public nobody has.
    """
    content = event_content(event, public=public)
    numbers = {} if public else _numbers(event)
    divisions = (
        replace(
            division,
            entries=tuple(
                replace(entry, association_number=numbers[division.name, entry.number])
                if (division.name, entry.number) in numbers
                else entry
                for entry in division.entries
            ),
        )
        for division in content.divisions
    )
    return replace(content, divisions=tuple(divisions))


def _numbers(event: Tournament) -> Places:
    """Returns the register's number of who has none in the entry, by division and number."""
    alone = Entry.objects.filter(tournament=event, association_number="").annotate(
        people=Count("members")
    )
    rows = alone.filter(people=1).values_list("division__name", "number", "members__player")
    places = {player: (division, number) for division, number, player in rows if player}
    known = Player.objects.filter(key__in=places).values_list("key", "association_number")
    return {places[key]: number for key, number in known if is_association_number(number)}
