"""The sheet of a division: everything entered and played, read once, with no rows behind it.

Standings, starts, ratings, exports and pages are all made from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet

from core.filing import Filed, filed, filed_name
from core.names import name_mark
from core.phrases import phrase
from core.prepared import Given, PreparedQuery
from games.engine.rulesets import RuleSet
from people.models import Player
from people.selectors import players_named
from tournaments.entry_details import EntryDetails, details_of
from tournaments.kernel.queries.entry_names import public_name
from tournaments.kernel.queries.one_person import moved_to
from tournaments.kernel.queries.pairing_terms import house_from
from tournaments.models import Board, Division, Entry, EntryMember, Penalty, Round, Seat
from tournaments.overtime import Overtime


@dataclass(frozen=True, slots=True)
class EntryLine(EntryDetails):
    """An entry, with its details. `name` is the public one; `entered_name` is for the director.

    Both have the given name first. `typed_name` is the latter as it was entered, where a comma
    tells the family name.
    `filed` and `entered_filed` are the same two as a list from A to Z has them.

    `player` is the key in the register of the entry's only member, empty for a team and for players
    not in it. `moved_to` is the division for which it left this one, empty if it did not.
    """

    pk: int
    key: int
    number: int
    name: str
    entered_name: str
    filed: Filed
    entered_filed: Filed
    typed_name: str
    random_number: int
    away: tuple[tuple[int, int | None], ...]
    presence: str
    missed_spread: int | None
    carried: Mapping[str, int] | None
    kept: Mapping[str, str]
    members: int
    player: str
    moved_to: str = ""

    @property
    def has_left(self) -> bool:
        """Whether the entry no longer plays here: it withdrew, moved away, or never came."""
        return bool(self.away) and self.away[-1][1] is None

    @property
    def never_came(self) -> bool:
        """Whether it was not here at check-in and has not arrived: nobody withdrew it."""
        return self.has_left and self.presence == Entry.Presence.NOT_HERE

    @property
    def left_word(self) -> str:
        """The way it left, in words; empty if it did not."""
        if not self.has_left:
            return ""
        if self.moved_to:
            return phrase("moved to {division}", division=self.moved_to)
        return phrase("did not come") if self.never_came else phrase("withdrawn")


class SeatLine(NamedTuple):
    """One side of a board; credits in half points, `spread` the raw spread, None without result."""

    entry: int
    side: str
    decided_by: str
    score: int | None
    won: int
    lost: int
    spread: int | None


class BoardLine(NamedTuple):
    """A board of a round; `two` is None where somebody sits out, `reason` None without result.

    `changed_at` is when it was rearranged after the publication. `arrival` orders boards by when
    their results first came in, None without one. `overtime` is what the result keeps of it.
    """

    round: int
    slot: int
    number: int | None
    version: int
    one: SeatLine
    two: SeatLine | None
    reason: str | None
    begun: bool
    rated: bool
    changed_at: datetime | None
    arrival: int | None = None
    overtime: Overtime = None

    @property
    def seats(self) -> tuple[SeatLine, ...]:
        """The seats that are taken."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def is_game(self) -> bool:
        """Whether two entries met and began to play, as far as is known."""
        return self.two is not None and (self.reason is None or self.begun)


@dataclass(frozen=True)
class Sheet:
    """A division as it is: entries by number, boards by round and slot, rounds with stages."""

    division: Division
    rules: RuleSet
    entries: Mapping[int, EntryLine]
    boards: tuple[BoardLine, ...]
    stages: Mapping[int, str]
    penalties: tuple[tuple[int, int, int], ...]

    @cached_property
    def by_round(self) -> dict[int, list[BoardLine]]:
        """The boards of each round, in the order of their slots."""
        rounds: dict[int, list[BoardLine]] = {number: [] for number in sorted(self.stages)}
        for board in self.boards:
            rounds[board.round].append(board)
        return rounds

    @cached_property
    def house_from(self) -> dict[int, int]:
        """The first round of every house player as one, by number."""
        first = house_from(self.division.conditions)
        return {e.number: first[e.key] for e in self.entries.values() if e.key in first}

    def is_house(self, number: int, round_number: int) -> bool:
        """Returns whether an entry is a house player in a round."""
        first = self.house_from.get(number)
        return first is not None and first <= round_number

    @property
    def entry_count(self) -> int:
        """The number of entries in the division, without those that moved to another one."""
        return sum(not entry.moved_to for entry in self.entries.values())

    @property
    def last_round(self) -> int:
        """The highest round on the sheet, 0 before the first."""
        return max(self.stages, default=0)


TRIES = 3
_PUBLISHED = (Round.Stage.PUBLISHED,)
_WITH_DRAFTS = (Round.Stage.PUBLISHED, Round.Stage.DRAFT)
_SEAT_COLUMNS = ("board_id", "position", "entry_id", "side", "decided_by")
_BOARD_COLUMNS = (
    "pk",
    "round__number",
    "round__stage",
    "slot",
    "number",
    "version",
    "changed_at",
    "result__reason",
    "result__score_one",
    "result__score_two",
    "result__won_one",
    "result__lost_one",
    "result__won_two",
    "result__lost_two",
    "result__spread_one",
    "result__spread_two",
    "result__begun",
    "result__rated",
    "result__pk",
    "result__overtime",
)


def load_sheet(division: Division, *, drafts: bool = False) -> Sheet:
    """Returns the sheet of a division in five queries, six where players are in the register.

    Drafts are left out unless asked for: only the director sees what is not published.
    A command that is committed between two of the queries has raised the division's version; the
    sheet is then read again, the last time with the division held.
    """
    for _ in range(TRIES):
        sheet = _read(division, drafts=drafts)
        if _version.first(division=division.pk) == division.version:
            return sheet
        # Its rules may have changed with it, or it is no longer there, which is told.
        division.refresh_from_db()
    with transaction.atomic():
        Division.objects.select_for_update().get(pk=division.pk)
        division.refresh_from_db()
        return _read(division, drafts=drafts)


def _read(division: Division, *, drafts: bool) -> Sheet:
    entries = _entries(division)
    seats, rows = (_drafted_seats, _drafted_boards) if drafts else (_seats, _rows)
    boards, stages = _boards(entries, seats(division=division.pk), rows(division=division.pk))
    return Sheet(
        division=division,
        rules=division.rules,
        entries=entries,
        boards=tuple(boards),
        stages=stages,
        penalties=tuple(_penalties(division=division.pk)),
    )


@PreparedQuery
def _version(division: Given) -> QuerySet[Division, int]:
    return Division.objects.filter(pk=division).values_list("version", flat=True)


@PreparedQuery
def _penalties(division: Given) -> QuerySet[Penalty, tuple[int, int, int]]:
    rows = Penalty.objects.filter(entry__division_id=division)
    return rows.order_by("entry__number", "round_number").values_list(
        "entry__number", "round_number", "points"
    )


@PreparedQuery
def _members(division: Given) -> QuerySet[EntryMember]:
    members = EntryMember.objects.filter(entry__division_id=division).select_related("entry")
    return members.order_by("entry__number", "position")


def _entries(division: Division) -> dict[int, EntryLine]:
    people: dict[Entry, list[tuple[str, str]]] = {}
    for member in _members(division=division.pk):
        people.setdefault(member.entry, []).append((member.name, member.player))
    keys = {player for named in people.values() for _, player in named if player}
    players, moved = players_named(keys), moved_to(division, people)
    return {
        entry.number: _entry(entry, named, players, moved.get(entry.key, ""))
        for entry, named in people.items()
    }


def _entry(
    entry: Entry, people: list[tuple[str, str]], players: Mapping[str, Player], moved: str
) -> EntryLine:
    names = {player: players[player].public_name for _, player in people if player in players}
    public = public_name(entry.name, people, names)
    filed_as, entered_filed = _filed(entry.name, public, people, players)
    return EntryLine(
        pk=entry.pk,
        key=entry.key,
        number=entry.number,
        name=public,
        entered_name=entry.shown_name,
        typed_name=entry.name,
        filed=filed_as,
        entered_filed=entered_filed,
        **details_of(entry),
        random_number=entry.random_number,
        away=tuple((start, end) for start, end in entry.away),
        presence=entry.presence,
        missed_spread=entry.missed_spread,
        carried=entry.carried,
        kept=entry.kept,
        members=len(people),
        player=people[0][1] if len(people) == 1 else "",
        moved_to=moved,
    )


def _filed(
    entered: str, public: str, people: list[tuple[str, str]], players: Mapping[str, Player]
) -> tuple[Filed, Filed]:
    """Returns where the public and the entered name belong; the register knows family names."""
    as_entered = filed_name(entered)
    known = [players[player] for _, player in people if player in players]
    if not known:
        return as_entered, as_entered
    if len(people) > 1:
        return filed_name(public), as_entered
    if name_mark(entered) == name_mark(known[0].full_name):
        as_entered = filed(known[0].family_name, known[0].given_name)
    return known[0].filed_name, as_entered


def boards_in(
    division: Division,
    entries: Mapping[int, EntryLine],
    slots: Mapping[int, Collection[int]],
) -> list[BoardLine]:
    """Returns the published boards at these slots of these rounds as they are now."""
    places = [Q(round__number=number, board__slot__in=those) for number, those in slots.items()]
    boards = [Q(round__number=number, slot__in=those) for number, those in slots.items()]
    seats = _seats_of(division.pk, _PUBLISHED).filter(reduce(or_, places))
    rows = _boards_of(division.pk, _PUBLISHED).filter(reduce(or_, boards))
    return _boards(entries, seats, rows)[0]


def _seats_of(division: int | Given, stages: Collection[str]) -> QuerySet[Seat, tuple[Any, ...]]:
    rows = Seat.objects.filter(round__division_id=division, round__stage__in=stages)
    return rows.order_by().values_list(*_SEAT_COLUMNS)


def _boards_of(division: int | Given, stages: Collection[str]) -> QuerySet[Board, tuple[Any, ...]]:
    rows = Board.objects.filter(round__division_id=division, round__stage__in=stages)
    return rows.order_by("round__number", "slot").values_list(*_BOARD_COLUMNS)


@PreparedQuery
def _seats(division: Given) -> QuerySet[Seat, tuple[Any, ...]]:
    return _seats_of(division, _PUBLISHED)


@PreparedQuery
def _drafted_seats(division: Given) -> QuerySet[Seat, tuple[Any, ...]]:
    return _seats_of(division, _WITH_DRAFTS)


@PreparedQuery
def _rows(division: Given) -> QuerySet[Board, tuple[Any, ...]]:
    return _boards_of(division, _PUBLISHED)


@PreparedQuery
def _drafted_boards(division: Given) -> QuerySet[Board, tuple[Any, ...]]:
    return _boards_of(division, _WITH_DRAFTS)


def _boards(
    entries: Mapping[int, EntryLine],
    seated: Iterable[tuple[Any, ...]],
    rows: Iterable[tuple[Any, ...]],
) -> tuple[list[BoardLine], dict[int, str]]:
    """Returns the lines of these rows of boards, and the stage of each round.

    Boards and seats are read apart and joined here: half the cells of one wide query.
    """
    numbers = {entry.pk: entry.number for entry in entries.values()}
    seats: dict[int, list[tuple[int, str, str] | None]] = defaultdict(lambda: [None, None])
    for board, position, entry, side, decided_by in seated:
        if entry in numbers:
            seats[board][position] = (numbers[entry], side, decided_by)
    boards: list[BoardLine] = []
    stages: dict[int, str] = {}
    for row in rows:
        # Without a first seat it was written after the seats were read: the version will tell.
        if seats[row[0]][0] is not None:
            stages[row[1]] = row[2]
            boards.append(_board(row, *seats[row[0]]))
    return boards, stages


def _board(row: Any, one: Any, two: Any) -> BoardLine:
    (_, number, _, slot, board, version, changed, reason, a, b, *outcome) = row
    *outcome, begun, rated, arrival, over = outcome
    won_one, lost_one, won_two, lost_two, award_one, award_two = outcome
    lead = None if a is None else a - b
    spread_one = lead if award_one is None else award_one
    spread_two = (None if lead is None else -lead) if award_two is None else award_two
    return BoardLine(
        number,
        slot,
        board,
        version,
        _seat(one, a, won_one, lost_one, spread_one),
        None if two is None else _seat(two, b, won_two, lost_two, spread_two),
        reason,
        bool(begun),
        bool(rated),
        changed,
        arrival,
        over,
    )


def _seat(taken: Any, score: Any, won: Any, lost: Any, spread: Any) -> SeatLine:
    entry, side, decided_by = taken
    return SeatLine(entry, side, decided_by, score, won or 0, lost or 0, spread)
