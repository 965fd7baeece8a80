"""What people of the register played in events that everybody may see, for their profiles.

Games of two count, each for one person: not those of teams, nor boards at which nobody began to
play. Rehearsals and nights of clubs are no events that everybody may see; rating lists have the
nights that they count.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from core.phrases import phrase
from games.models import Game
from games.pages.addresses import game_path
from people.merging import asked_keys_of
from people.played import GamesPlayed, OwnGame, PlayedEvent
from people.selectors import register_version
from tournaments.kernel.queries.counting import rated_key
from tournaments.models import BoardGame, Division, Entry, EntryMember, Result, Round, Seat
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.final_places import (
    NO_PLACES,
    FinalPlaces,
    count_stored,
    made_places,
    stored_places,
)
from tournaments.readmodel.page_versions import versioned_of

MOST_MADE = 12
"""How many divisions are read at once for who came where; the next page reads the others."""

_Reason = Result.Reason
_NO_GAME = (
    *(_Reason.VOID, _Reason.BYE, _Reason.FORFEIT, _Reason.REST),
    *(_Reason.ABSENT, _Reason.BOTH_ABSENT),
)
_OF_SEAT = ("board", "position", "round__number", "round__division", "entry")
_OF_PERSON = "entry__members__player"
_OF_RESULT = ("score_one", "score_two", "won_one", "won_two")

Side = tuple[Any, ...]
"""A seat with its board's result: what `_OF_SEAT`, `_OF_PERSON` and `_OF_RESULT` name, in order."""


class PlayedEvents:
    """The events of this installation, as profiles ask for them."""

    def version(self, player: str) -> str:
        """Returns a mark of the divisions in which somebody played; two queries.

        It changes too when more places are stored, so that what was left out is made up for.
        """
        divisions = [entry.division for entry in _read(_entries_of(player))]
        said = [f"{one.pk}.{one.version}.{one.tournament.version}" for one in divisions]
        mark = hashlib.sha256(" ".join(said).encode()).hexdigest()[:16]
        return f"{mark}.{count_stored(divisions)}"

    def of(self, player: str) -> GamesPlayed:
        """Returns what somebody played: four queries, and what it costs to read the places of
        `MOST_MADE` divisions that nobody asked for before.
        """
        entries = _entries_of(player)
        own = _read(entries)
        if not own:
            return GamesPlayed({}, ())
        places = _places([entry.division for entry in own])
        told = {one.pk: _event(one, places.get(one.division_id, NO_PLACES)) for one in own}
        return GamesPlayed(_by_key(told), tuple(_games(own, told, _seats(entries))))

    def between(self, one: str, two: str) -> GamesPlayed:
        """Returns the games of two people, from the side of the first, in three queries."""
        entries = _entries_of(one)
        own = _read(entries)
        if not own:
            return GamesPlayed({}, ())
        told = {entry.pk: _event(entry, NO_PLACES) for entry in own}
        return GamesPlayed(
            _by_key(told), tuple(_games(own, told, _seats(entries, _entries_of(two))))
        )


def _entries_of(player: str) -> QuerySet[Entry]:
    """Returns the entries of a person alone, in divisions of which something is published."""
    members = EntryMember.objects.filter(player__in=asked_keys_of(player), position=1)
    published = Round.objects.filter(division=OuterRef("division"), stage=Round.Stage.PUBLISHED)
    return Entry.objects.filter(
        ~Exists(_others(OuterRef("pk"))),
        Exists(published),
        pk__in=members.values("entry"),
        tournament__rehearsal=False,
        tournament__night_of="",
    ).order_by()


def _others(entry: OuterRef) -> QuerySet[EntryMember]:
    """Returns the members that make an entry a team."""
    return EntryMember.objects.filter(entry=entry, position__gt=1)


def _read(entries: QuerySet[Entry]) -> list[Entry]:
    sisters = Division.objects.filter(tournament=OuterRef("tournament"))
    others = sisters.exclude(pk=OuterRef("division"))
    rows = entries.annotate(has_sisters=Exists(others)).order_by("pk")
    return list(rows.select_related("division__tournament"))


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


def _places(divisions: Sequence[Division]) -> dict[int, FinalPlaces]:
    """Returns who came where by division, the latest of those that are not stored made now."""
    found = stored_places(divisions)
    missing = [one for one in divisions if one.pk not in found]
    missing.sort(key=lambda one: (one.tournament.starts_on or date.min, one.pk), reverse=True)
    register = register_version() if missing else 0
    for division in missing[:MOST_MADE]:
        versioned = versioned_of(division.tournament, [division], register)
        found[division.pk] = made_places(versioned.divisions[0])
    return found


def _seats(own: QuerySet[Entry], against: QuerySet[Entry] | None = None) -> QuerySet[Any, Side]:
    """Returns the seats of the games of these entries that count, those of a board together."""
    met = Seat.objects.filter(
        board__in=Seat.objects.filter(entry__in=own).order_by().values("board"),
        round__stage=Round.Stage.PUBLISHED,
        board__result__begun=True,
    ).exclude(board__result__reason__in=_NO_GAME)
    if against is not None:
        there = Seat.objects.filter(entry__in=against).order_by()
        met = met.filter(board__in=there.values("board"))
    people = met.filter(~Exists(_others(OuterRef("entry"))), entry__members__position=1)
    return people.order_by(
        "round__division", "round__number", "board__slot", "position"
    ).values_list(*_OF_SEAT, _OF_PERSON, *(f"board__result__{name}" for name in _OF_RESULT))


def _games(
    own: Sequence[Entry], told: Mapping[int, PlayedEvent], seats: QuerySet[Any, Side]
) -> Iterator[OwnGame]:
    """Yields the games from the side of their own entry."""
    divisions = {entry.division_id: entry.division for entry in own}
    rows = list(seats)
    recorded = _recorded({row[0] for row in rows}) if rows else {}
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


def _recorded(boards: Collection[int]) -> dict[int, str]:
    """Returns the keys of the recorded games of boards that everybody may see."""
    confirmed = BoardGame.objects.filter(game__state=Game.State.CONFIRMED, board__in=boards)
    return dict(confirmed.values_list("board", "game__key"))
