"""The named slots of an event: what was put into each, as it is now."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.models import Entry, StreamSlot, Tournament


class NamedSlot(NamedTuple):
    """A slot and what is in it; `kind` is empty where nothing is, `number` 0 where none is named.

    `number` is that of the board, or the one that the player has now.
    """

    name: str
    kind: str
    division: str
    number: int


def slots_of(event: Tournament) -> list[NamedSlot]:
    """Returns the slots of an event by name. Two queries."""
    rows = list(StreamSlot.objects.filter(tournament=event).select_related("division"))
    wanted = Entry.objects.filter(
        division__tournament=event, key__in={row.entry_key for row in rows if row.entry_key}
    )
    numbers = {
        (division, key): number
        for division, key, number in wanted.values_list("division__name", "key", "number")
    }
    return [_named(row, numbers) for row in rows]


def slot_named(event: Tournament, name: str) -> NamedSlot | None:
    """Returns the slot of this name, None where there is none."""
    return next((one for one in slots_of(event) if one.name == name), None)


def _named(row: StreamSlot, numbers: dict[tuple[str, int], int]) -> NamedSlot:
    division = row.division.name if row.division else ""
    number = numbers.get((division, row.entry_key), 0) if row.entry_key else row.board
    return NamedSlot(row.name, row.kind, division, number)
