"""The entries of an event that are one person: those left for another division, and others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from core.models import JournalEntry
from core.phrases import phrase
from tournaments.models import Division, Entry, EntryMember, Result, Seat, Tournament
from tournaments.standings.attendance import has_left

MOVED = "entry.moved"
_ABSENCES = (Result.Reason.ABSENT, Result.Reason.BOTH_ABSENT)


def moved_to(division: Division, entries: Iterable[Entry]) -> Mapping[int, str]:
    """Returns the division that an entry moved to, by the entry's key.

    Of entries whose games stayed behind here. It is read off the journal, in one query, and in none
    where nobody has left: the rows say only from which round on an entry is away. Entries back, or
    withdrew later, did not move.
    """
    moves = _moves(division.tournament).filter(payload__division=division.name)
    return _moved_by(moves, entries)


def moved_within(event: Tournament, entries: Iterable[Entry]) -> Mapping[int, str]:
    """Returns what `moved_to` does, of entries of any divisions of an event; one query at most."""
    return _moved_by(_moves(event), entries)


def _moved_by(moves: QuerySet[JournalEntry], entries: Iterable[Entry]) -> Mapping[int, str]:
    left = {entry.key: entry.away[-1] for entry in entries if has_left(entry.away)}
    if not left:
        return {}
    names: dict[int, str] = {}
    for payload, changes in moves.order_by("seq").values_list("payload", "changes"):
        for key, away in _leaving(changes):
            if left.get(key) == away[-1]:
                names[key] = payload["to"]
    return names


def same_people(event: Tournament) -> Mapping[int, frozenset[int]]:
    """Returns the other entries of whoever has several by moves, by the key of each; one query."""
    people: dict[int, frozenset[int]] = {}
    for changes in _moves(event).order_by("seq").values_list("changes", flat=True):
        left = {key for key, _ in _leaving(changes)}
        made = {change["row"][1][-1] for change in changes if _is_new_entry(change)}
        if left and made:
            whole = frozenset(left).union(made, *(people.get(key, ()) for key in left))
            people |= dict.fromkeys(whole, whole)
    return {key: whole - {key} for key, whole in people.items()}


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


class OnePerson:
    """The evidence of an event's entries against two of them being one person.

    The page of links and the refusals of commands both use it.
    """

    def __init__(self, event: Tournament) -> None:
        self._event = event

    @cached_property
    def moves(self) -> Mapping[int, frozenset[int]]:
        """The other entries of whoever has several by moves, by the key of each."""
        return same_people(self._event)

    def clash(self, entry: Entry, member: EntryMember) -> str:
        """Returns why `member`, of another entry, is not in `entry` too: a sentence, or "".

        Somebody who left a division may go on in another one, so one of their entries is withdrawn.
        Nobody plays twice in one round, but for who moved: divisions need not be at one round then.
        """
        other = member.entry
        if entry == other or not (has_gone(entry) or has_gone(other)):
            return phrase(
                "{name} is already entered, as {entry}.",
                name=member.shown_name,
                entry=other,
            )
        if other.key in self.moves.get(entry.key, ()):
            return ""
        both = self._rounds[entry.pk] & self._rounds[other.pk]
        if not both:
            return ""
        return phrase(
            "{entry} is this player, but both were in round {round}; nobody can play twice "
            "in one round.",
            entry=other,
            round=min(both),
        )

    @cached_property
    def _rounds(self) -> Mapping[int, set[int]]:
        """The rounds in which each entry has a seat and is not absent, by its row."""
        seats = Seat.objects.filter(entry__tournament=self._event).exclude(
            board__result__reason__in=_ABSENCES
        )
        rounds: dict[int, set[int]] = defaultdict(set)
        for entry, number in seats.values_list("entry_id", "round__number"):
            rounds[entry].add(number)
        return rounds


def has_gone(entry: Entry) -> bool:
    """Returns whether an entry is withdrawn; who was not here at check-in may still come."""
    return has_left(entry.away) and entry.presence != Entry.Presence.NOT_HERE


def also_playing(entry: Entry) -> EntryMember | None:
    """Returns who plays in another entry of the event and is a player of this one, else None."""
    if has_gone(entry):
        return None
    players = entry.members.exclude(player="").values_list("player", flat=True)
    members = EntryMember.objects.filter(
        entry__tournament=entry.tournament, player__in=list(players)
    ).exclude(entry=entry)
    rows = members.select_related("entry__division").order_by("pk")
    return next((member for member in rows if not has_gone(member.entry)), None)
