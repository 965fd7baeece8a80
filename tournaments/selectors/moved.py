"""Who left a division for another one, which is not the same as withdrawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from core.models import JournalEntry
from tournaments.models import Division, Entry

MOVED = "entry.moved"


def moved_to(division: Division, entries: Iterable[Entry]) -> Mapping[int, str]:
    """Returns the division that an entry moved to, by the entry's key.

    Of entries whose games stayed behind here. It is read off the journal, in one query, and in none
    where nobody has left: the rows say only from which round on an entry is away. Who is back, or
    withdrew later, did not move.
    """
    left = {entry.key: entry.away[-1] for entry in entries if _has_left(entry)}
    if not left:
        return {}
    moves = JournalEntry.objects.filter(
        stream__key=f"event:{division.tournament.slug}",
        command=MOVED,
        undone_by=None,
        payload__division=division.name,
    )
    found: dict[int, str] = {}
    for payload, changes in moves.order_by("seq").values_list("payload", "changes"):
        for key, away in _leaving(changes):
            if left.get(key) == away[-1]:
                found[key] = payload["to"]
    return found


def _has_left(entry: Entry) -> bool:
    return bool(entry.away) and entry.away[-1][1] is None


def _leaving(changes: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, list[Any]]]:
    """Returns the entries that a move left behind, with their absences from then on."""
    for change in changes:
        kind, key = change["row"]
        if kind == "entry" and change["before"] and (change["after"] or {}).get("away"):
            yield key[-1], change["after"]["away"]
