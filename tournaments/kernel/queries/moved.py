"""The entries that left a division for another one, which is not the same as withdrawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from core.models import JournalEntry
from tournaments.models import Division, Entry, Tournament
from tournaments.standings.attendance import has_left

MOVED = "entry.moved"


def moved_to(division: Division, entries: Iterable[Entry]) -> Mapping[int, str]:
    """Returns the division that an entry moved to, by the entry's key.

    Of entries whose games stayed behind here. It is read off the journal, in one query, and in none
    where nobody has left: the rows say only from which round on an entry is away. Entries back, or
    withdrew later, did not move.
    """
    left = {entry.key: entry.away[-1] for entry in entries if has_left(entry.away)}
    if not left:
        return {}
    moves = _moves(division.tournament).filter(payload__division=division.name)
    found: dict[int, str] = {}
    for payload, changes in moves.order_by("seq").values_list("payload", "changes"):
        for key, away in _leaving(changes):
            if left.get(key) == away[-1]:
                found[key] = payload["to"]
    return found


def same_people(event: Tournament) -> Mapping[int, frozenset[int]]:
    """Returns the other entries of whoever has several by moves, by the key of each; one query."""
    found: dict[int, frozenset[int]] = {}
    for changes in _moves(event).order_by("seq").values_list("changes", flat=True):
        left = {key for key, _ in _leaving(changes)}
        made = {change["row"][1][-1] for change in changes if _is_new_entry(change)}
        if left and made:
            whole = frozenset(left).union(made, *(found.get(key, ()) for key in left))
            found |= dict.fromkeys(whole, whole)
    return {key: whole - {key} for key, whole in found.items()}


def _moves(event: Tournament) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", command=MOVED, undone_by=None
    )


def _is_new_entry(change: Mapping[str, Any]) -> bool:
    return change["row"][0] == "entry" and change["before"] is None


def _leaving(changes: Iterable[Mapping[str, Any]]) -> Iterable[tuple[int, list[Any]]]:
    """Returns the entries that a move left behind, with their absences from then on."""
    for change in changes:
        kind, key = change["row"]
        if kind == "entry" and change["before"] and (change["after"] or {}).get("away"):
            yield key[-1], change["after"]["away"]
