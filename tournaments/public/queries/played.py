"""What people of the register played in events that everybody may see, for their profiles.

Games of two count, each for one person: not those of teams, nor boards at which nobody began to
play. Rehearsals and nights of clubs are no events that everybody may see; rating lists have the
nights that they count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from django.db.models import Exists, OuterRef, QuerySet

from core.phrases import phrase
from games.pages.addresses import game_path
from people.merging import asked_keys_of
from people.played import GamesPlayed, OwnGame, PlayedEvent
from tournaments.kernel.queries.counting import rated_key
from tournaments.models import Entry
from tournaments.public.queries.played_by_many import ManyPlayed, version_of_all
from tournaments.public.queries.played_rows import (
    Side,
    entries_of,
    has_entered,
    read_entries,
    recorded_games,
    seats_of,
)
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.final_places import (
    NO_PLACES,
    FinalPlaces,
    count_stored,
    stored_places,
)


class PlayedEvents:
    """The events of this installation, as profiles ask for them."""

    def version(self, player: str) -> str:
        """Returns a mark of the divisions in which somebody played; two queries.

        It changes too when places are stored, which is soon after a division is over.
        """
        divisions = [entry.division for entry in read_entries(_entries_of(player))]
        said = [f"{one.pk}.{one.version}.{one.tournament.version}" for one in divisions]
        mark = hashlib.sha256(" ".join(said).encode()).hexdigest()[:16]
        return f"{mark}.{count_stored(divisions)}"

    def version_of_all(self) -> str:
        """Returns what changes whenever what anybody played may have; two queries."""
        return version_of_all()

    def by_many(self, players: Collection[str]) -> ManyPlayed:
        """Returns what people played, as versions and marks."""
        return ManyPlayed(players)

    def entered(self, player: OuterRef) -> Exists:
        """Returns whether the player of this key is alone in a public entry that has begun."""
        return has_entered(player)

    def of(self, player: str) -> GamesPlayed:
        """Returns what somebody played: four queries, which read rows and work nothing out."""
        entries = _entries_of(player)
        own = read_entries(entries)
        if not own:
            return GamesPlayed({}, ())
        places = stored_places([entry.division for entry in own])
        told = {one.pk: _event(one, places.get(one.division_id, NO_PLACES)) for one in own}
        return GamesPlayed(_by_key(told), tuple(_games(own, told, seats_of(entries))))

    def between(self, one: str, two: str) -> GamesPlayed:
        """Returns the games of two people, from the side of the first, in three queries."""
        entries = _entries_of(one)
        own = read_entries(entries)
        if not own:
            return GamesPlayed({}, ())
        told = {entry.pk: _event(entry, NO_PLACES) for entry in own}
        return GamesPlayed(
            _by_key(told),
            tuple(_games(own, told, seats_of(entries, _entries_of(two)))),
        )


def _entries_of(player: str) -> QuerySet[Entry]:
    return entries_of(asked_keys_of(player))


def _by_key(told: Mapping[int, PlayedEvent]) -> dict[str, PlayedEvent]:
    return {event.key: event for event in told.values()}


def _event(entry: Entry, places: FinalPlaces) -> PlayedEvent:
    division = entry.division
    event = division.tournament
    place = places.places.get(entry.key)
    name = event.name
    if entry.has_sisters:  # type: ignore[attr-defined] # annotated
        name = phrase("{event}, division {name}", event=name, name=division.name)
    return PlayedEvent(
        key=rated_key(event.slug, division.name),
        name=name,
        path=division_path(division, "player", entry.number),
        held_on=event.starts_on,
        when=event.when,
        place=place,
        is_shared=entry.key in places.shared,
        field=places.field,
    )


def _games(
    own: Sequence[Entry], told: Mapping[int, PlayedEvent], seats: Iterable[Side]
) -> Iterator[OwnGame]:
    """Yields the games from the side of their own entry."""
    divisions = {entry.division_id: entry.division for entry in own}
    rows = list(seats)
    recorded = recorded_games({row[0] for row in rows}) if rows else {}
    for board, sides in groupby(rows, key=itemgetter(0)):
        pair = list(sides)
        mine = [side for side in pair if side[4] in told]
        if len(pair) != 2 or len(mine) != 1:
            continue
        (side,), other = mine, pair[0] if pair[1] is mine[0] else pair[1]
        division, number, turned = divisions[side[3]], side[2], bool(side[1])
        scores, won = (side[6:8], side[8:10])
        key = recorded.get(board)
        yield OwnGame(
            event=told[side[4]].key,
            round=number,
            opponent=other[5],
            own_score=scores[turned],
            other_score=scores[not turned],
            half_wins=won[turned],
            path=division_path(division, "results", number),
            recorded=game_path(key) if key else "",
        )
