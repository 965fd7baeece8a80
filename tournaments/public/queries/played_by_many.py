"""What many people played at once: its versions, and the marks of what of it their profiles show.

A result is a new version for everybody of its division, and most of them played another game. So
who keeps profiles as files asks for the mark of each, which is read for a whole division together.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max, Sum

from people.merging import standing_for, with_all_keys
from tournaments.models import Division, Entry
from tournaments.public.queries.played_rows import boards_of, read_entries_of, recorded_games
from tournaments.readmodel.final_places import (
    NO_PLACES,
    FinalPlaces,
    stored_at,
    stored_places,
    version_of_places,
)

AT_ONCE = 300
"""The number of people whose games are read at once."""


class _Kept(NamedTuple):
    """An entry of one of the people, and whose it is."""

    entry: Entry
    player: str


def version_of_all() -> str:
    """Returns what changes whenever what anybody played in a public event may have; two queries."""
    public = Division.objects.filter(tournament__rehearsal=False, tournament__night_of="")
    told = public.aggregate(Count("pk"), Max("pk"), Sum("version"), Sum("tournament__version"))
    return hashlib.sha256(f"{told} {version_of_places()}".encode()).hexdigest()[:16]


class ManyPlayed:
    """What some people of the register played in events that everybody may see.

    Three queries; for marks three more for every division that some of them played in last.
    """

    def __init__(self, players: Collection[str]) -> None:
        self._standing = standing_for()
        self._players = players
        self._marks: dict[str, str] = {}

    def version(self, player: str) -> str:
        """Returns what changes whenever the mark may."""
        divisions = [kept.entry.division for kept in self._kept.get(player, ())]
        said = [
            f"{one.pk}.{one.version}.{one.tournament.version}.{one.pk in self._with_places}"
            for one in divisions
        ]
        return _digest(" ".join(said))

    def mark(self, player: str) -> str:
        """Returns the mark of what a person played."""
        if player not in self._marks:
            self._read_beside(player)
        return self._marks[player]

    @cached_property
    def _kept(self) -> Mapping[str, list[_Kept]]:
        keys = with_all_keys(self._players, self._standing) | set(self._players)
        wanted, found = set(self._players), defaultdict(list)
        for entry in read_entries_of(keys):
            key: str = entry.person  # type: ignore[attr-defined] # annotated
            player = self._standing.get(key, key)
            if player in wanted:
                found[player].append(_Kept(entry, player))
        return found

    @cached_property
    def _with_places(self) -> frozenset[int]:
        kept = (one for found in self._kept.values() for one in found)
        return stored_at({k.entry.division_id: k.entry.division for k in kept}.values())

    def _read_beside(self, player: str) -> None:
        """Reads what those played whose last division is that of this person, some at a time."""
        beside = [one for one in self._players if self._last[one] == self._last[player]]
        at = beside.index(player) // AT_ONCE * AT_ONCE
        self._read(beside[at : at + AT_ONCE])

    def _read(self, players: Sequence[str]) -> None:
        kept = [one for who in players for one in self._kept.get(who, ())]
        said = {who: hashlib.sha256() for who in players}
        places = stored_places({k.entry.division_id: k.entry.division for k in kept}.values())
        for entry, who in kept:
            shown = (_told(entry), _place(entry, places.get(entry.division_id, NO_PLACES)))
            said[who].update(repr(shown).encode())
        whose = {entry.pk: who for entry, who in kept}
        boards = boards_of(whose)
        recorded = recorded_games([pair[0][0] for pair in boards])
        for pair in boards:
            told = repr((pair, recorded.get(pair[0][0], ""))).encode()
            for who in {whose[side[4]] for side in pair if side[4] in whose}:
                said[who].update(told)
        self._marks |= {who: digest.hexdigest()[:24] for who, digest in said.items()}

    @cached_property
    def _last(self) -> Mapping[str, int]:
        """The division in which each of them played last, 0 for who played in none."""
        kept = {who: self._kept.get(who, ()) for who in self._players}
        return {
            who: max((one.entry.division_id for one in found), default=0)
            for who, found in kept.items()
        }


def _told(entry: Entry) -> tuple[object, ...]:
    division, event = entry.division, entry.division.tournament
    named = (event.slug, event.name, event.starts_on, event.when)
    return (*named, division.name, entry.number, entry.has_sisters)  # type: ignore[attr-defined] # annotated


def _place(entry: Entry, there: FinalPlaces) -> tuple[object, ...]:
    return there.places.get(entry.key), entry.key in there.shared, there.field


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]
