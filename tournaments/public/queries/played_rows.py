"""The rows of what people played in events that everybody may see: entries, seats, recorded games.

Games of two count, each for one person: not those of teams, nor boards at which nobody began to
play. Rehearsals and nights of clubs are no events that everybody may see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from django.db.models import Exists, F, OuterRef, QuerySet

from games.models import Game
from people.models import Player
from tournaments.models import BoardGame, Division, Entry, EntryMember, Result, Round, Seat

_Reason = Result.Reason
_NO_GAME = (
    *(_Reason.VOID, _Reason.BYE, _Reason.FORFEIT, _Reason.REST),
    *(_Reason.ABSENT, _Reason.BOTH_ABSENT),
)
_OF_SEAT = ("board", "position", "round__number", "round__division", "entry")
_OF_PERSON = "entry__members__player"
_OF_RESULT = ("score_one", "score_two", "won_one", "won_two")

AT_ONCE = 10_000
"""How many rows a question names: databases limit it, SQLite to 32,766."""

_Named = TypeVar("_Named")

Entries = QuerySet[Entry] | Collection[int]

Side = tuple[Any, ...]
"""A seat with its board's result: what `_OF_SEAT`, `_OF_PERSON` and `_OF_RESULT` name, in order."""


def entries_of(keys: Collection[str] | QuerySet[Player, str]) -> QuerySet[Entry]:
    """Returns the entries of people alone, in divisions of which something is published."""
    members = EntryMember.objects.filter(player__in=keys, position=1)
    return Entry.objects.filter(
        ~Exists(_others(OuterRef("pk"))),
        Exists(_published(OuterRef("division"))),
        pk__in=members.values("entry"),
        tournament__rehearsal=False,
        tournament__night_of="",
    ).order_by()


def has_entered(player: OuterRef) -> Exists:
    """Returns whether the player of a key has such an entry, as a condition of a question."""
    members = EntryMember.objects.filter(
        ~Exists(_others(OuterRef("entry"))),
        Exists(_published(OuterRef("entry__division"))),
        player=player,
        position=1,
        entry__tournament__rehearsal=False,
        entry__tournament__night_of="",
    )
    return Exists(members)


def read_entries(entries: QuerySet[Entry]) -> list[Entry]:
    """Returns entries with their divisions, in the order in which they were entered; one query.

    `has_sisters` says whether the event has other divisions, `person` under which key of the
    register they were entered.
    """
    sisters = Division.objects.filter(tournament=OuterRef("tournament"))
    others = sisters.exclude(pk=OuterRef("division"))
    rows = entries.filter(members__position=1).annotate(
        has_sisters=Exists(others), person=F("members__player")
    )
    return list(rows.select_related("division__tournament").order_by("pk"))


def read_entries_of(keys: Collection[str]) -> list[Entry]:
    """Returns the entries of any number of people, as `read_entries` does those of a few.

    One query for each `AT_ONCE` keys.
    """
    found = [one for some in _at_once(keys) for one in read_entries(entries_of(some))]
    return sorted(found, key=lambda entry: entry.pk)


def _published(division: OuterRef) -> QuerySet[Round]:
    return Round.objects.filter(division=division, stage=Round.Stage.PUBLISHED)


def _others(entry: OuterRef) -> QuerySet[EntryMember]:
    """Returns the members that make an entry a team."""
    return EntryMember.objects.filter(entry=entry, position__gt=1)


def seats_of(own: Entries, against: Entries | None = None) -> QuerySet[Any, Side]:
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


def boards_of(own: Collection[int]) -> list[list[Side]]:
    """Returns the same of any number of entries, board by board, in the order of their rounds.

    One query for each `AT_ONCE` entries.
    """
    boards: dict[int, list[Side]] = {}
    for some in _at_once(own):
        for board, sides in groupby(seats_of(some), key=itemgetter(0)):
            boards[board] = list(sides)
    return sorted(boards.values(), key=lambda sides: (sides[0][3], sides[0][2], sides[0][0]))


def recorded_games(boards: Collection[int]) -> dict[int, str]:
    """Returns the keys of the recorded games of boards that everybody may see.

    One query for each `AT_ONCE` boards.
    """
    confirmed = BoardGame.objects.filter(game__state=Game.State.CONFIRMED).order_by()
    told = confirmed.values_list("board", "game__key")
    return {board: key for some in _at_once(boards) for board, key in told.filter(board__in=some)}


def _at_once(named: Collection[_Named]) -> Iterator[Sequence[_Named]]:
    rows = list(named)
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]
