"""Reads of events, divisions, rounds, boards and seats, as commands and pages need them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from core.names import shown_name
from core.phrases import phrase
from core.prepared import Given, PreparedQuery
from tournaments.models import (
    BoardException,
    Division,
    Entry,
    Result,
    Round,
    Seat,
    Tournament,
)
from tournaments.standings.attendance import Stretch, forfeits, takes_part


def event_named(slug: str) -> Tournament | None:
    """Returns the event of this slug, None where there is none; one query."""
    return _event.first(slug=slug)


def division_named(event: Tournament, name: str) -> Division | None:
    """Returns a division of an event, which comes with it; None where there is none; one query."""
    division = _division.first(event=event.pk, name=name)
    if division is not None:
        division.tournament = event
    return division


def division_of_event(slug: str, name: str) -> Division | None:
    """Returns a division with its event loaded, None where there is no such one; one query."""
    return _division_of_event.first(slug=slug, name=name)


def round_numbered(division: Division, number: int) -> Round | None:
    """Returns a round with its division, None while it is only planned; one query."""
    row = _round.first(division=division.pk, number=number)
    if row is not None:
        row.division = division
    return row


def entry_numbered(division: Division, number: int) -> Entry | None:
    """Returns an entry with its division and event, None where no entry has the number."""
    entry = _entry.first(division=division.pk, number=number)
    if entry is not None:
        entry.division, entry.tournament = division, division.tournament
    return entry


@PreparedQuery
def _event(slug: Given) -> QuerySet[Tournament]:
    return Tournament.objects.filter(slug=slug)


@PreparedQuery
def _division(event: Given, name: Given) -> QuerySet[Division]:
    return Division.objects.filter(tournament_id=event, name=name)


@PreparedQuery
def _division_of_event(slug: Given, name: Given) -> QuerySet[Division]:
    rows = Division.objects.select_related("tournament")
    return rows.filter(tournament__slug=slug, name=name)


@PreparedQuery
def _round(division: Given, number: Given) -> QuerySet[Round]:
    return Round.objects.filter(division_id=division, number=number)


@PreparedQuery
def _entry(division: Given, number: Given) -> QuerySet[Entry]:
    return Entry.objects.filter(division_id=division, number=number)


def called(number: int, name: str = "") -> str:
    """Returns an entry as the log calls it: "no. 7 Anna Pine"; the name may not be kept."""
    if not name:
        return phrase("no. {number}", number=number)
    return phrase("no. {number} {name}", number=number, name=name)


def called_by_key(division: Division) -> dict[int, str]:
    """Returns the entries of a division as "no. 3 Ada", by their keys."""
    rows = division.entries.values_list("key", "number", "name")
    return {
        key: phrase("no. {number} {name}", number=number, name=shown_name(name))
        for key, number, name in rows
    }


class RoundState(StrEnum):
    """The state of a round. Complete: every entry active in the round has an outcome."""

    PLANNED = "planned"
    DRAFT = "draft"
    PUBLISHED = "published"
    COMPLETE = "complete"
    CLOSED = "closed"


def last_round(division: Division) -> Round | None:
    """Returns the highest round that was set up, or None."""
    return _with(division, _last_round.first(division=division.pk))


def last_published(division: Division) -> int:
    """Returns the number of the last published round, 0 before the first."""
    return _last_published.first(division=division.pk) or 0


def round_state(division: Division, round_row: Round | None) -> RoundState:
    """Returns the state of a round (`round_row` None: not set up)."""
    if division.tournament.closed:
        return RoundState.CLOSED
    if round_row is None:
        return RoundState.PLANNED
    if round_row.stage == Round.Stage.DRAFT:
        return RoundState.DRAFT
    if _without_result.first(round_=round_row.pk) is not None:
        return RoundState.PUBLISHED
    return RoundState.PUBLISHED if waiting(division, round_row) else RoundState.COMPLETE


def is_open_to(division: Division, entry: Entry, number: int) -> bool:
    """Returns whether an entry that is away can still come into a published round."""
    row = division.rounds.filter(number=number).first()
    if number != last_published(division) or row is None:
        return False
    seated = entry.seats.filter(round=row).exists()
    return not seated and round_state(division, row) == RoundState.PUBLISHED


def waiting(division: Division, round_row: Round) -> list[int]:
    """Returns the numbers of the entries active in a round that no board of it seats."""
    seated = set(_seated(round_=round_row.pk))
    return sorted(
        number
        for pk, number, away in _absences(division=division.pk)
        if pk not in seated and takes_part(away, round_row.number)
    )


def coming_back(division: Division, round_row: Round) -> list[int]:
    """Returns the numbers of the entries that miss a round, have no seat in it, and come back."""
    after = division.planned_rounds + 1
    return [number for number, away in _missing(division, round_row) if takes_part(away, after)]


def forfeiting(division: Division, round_row: Round) -> list[int]:
    """Returns the numbers of the entries that forfeit a round with all others that are left."""
    number = round_row.number
    return [entry for entry, away in _missing(division, round_row) if forfeits(away, number)]


def _missing(division: Division, round_row: Round) -> list[tuple[int, list[Stretch]]]:
    """Returns who misses a round and has no seat in it, with the absences of each, by number."""
    seated = set(round_row.seats.values_list("entry_id", flat=True))
    entries = division.entries.order_by("number").values_list("pk", "number", "away")
    return [
        (number, away)
        for pk, number, away in entries
        if pk not in seated and not takes_part(away, round_row.number)
    ]


def drafts_of(event: Tournament) -> list[Round]:
    """Returns the rounds of an event that are set up and not published, by division."""
    drafts = Round.objects.filter(division__tournament=event, stage=Round.Stage.DRAFT)
    return list(drafts.select_related("division__tournament").order_by("division__position"))


def latest_state(division: Division) -> RoundState:
    """Returns the state of the last published round: the one for commands on entries.

    Before the first publication it is that of the draft, if there is one.
    """
    published = _with(division, _published.first(division=division.pk))
    return round_state(division, published or last_round(division))


def open_draws(division: Division, before_round: int) -> list[tuple[int, int]]:
    """Returns (round, board) of games whose draw for the start was never recorded."""
    seats = Seat.objects.filter(
        round__division=division,
        round__number__lt=before_round,
        round__stage=Round.Stage.PUBLISHED,
        side=Seat.Side.DRAW,
        position=0,
    ).exclude(board__result__begun=False)
    draws = seats.values_list("round__number", "board__number", "board__slot")
    return sorted((number, board or slot) for number, board, slot in draws)


@dataclass(frozen=True, slots=True)
class SeatInRound:
    """The place of an entry in a round: its seat, and the one across, None if nobody is there."""

    seat: Seat
    across: Seat | None

    @property
    def result(self) -> Result | None:
        """The board's result, None while it has none."""
        result: Result | None = getattr(self.seat.board, "result", None)
        if result is not None:
            result.board = self.seat.board
        return result

    @property
    def exception(self) -> BoardException | None:
        """The exception of the board, None while nobody says anything else of it."""
        found: BoardException | None = getattr(self.seat.board, "exception", None)
        if found is not None:
            found.board = self.seat.board
        return found

    @property
    def division(self) -> Division:
        """The division, its tournament loaded."""
        return self.seat.round.division


def place_of(
    event: str, division: str, number: int, entry: int, opponent: int | None = None
) -> SeatInRound | None:
    """Returns an entry's place in a round by natural keys, or None, in one query.

    Of several boards it is the one with the opponent named, else the first without a result, else
    the last. The division, its tournament, the round, the board and its result come along.
    """
    boards: dict[int, list[Seat]] = {}
    for seat in _across_from(event=event, division=division, number=number, entry=entry):
        seat.board.round = seat.round
        boards.setdefault(seat.board.slot, []).append(seat)
    places = [_place(pair, entry) for pair in boards.values()]
    for place in places:
        if place.across is not None and place.across.entry.number == opponent:
            return place
    return next((p for p in places if p.result is None), places[-1] if places else None)


def _place(seats: list[Seat], entry: int) -> SeatInRound:
    across = [seat for seat in seats if seat.entry.number != entry]
    mine = next(seat for seat in seats if seat.entry.number == entry)
    return SeatInRound(mine, across[0] if across else None)


def _with(division: Division, row: Round | None) -> Round | None:
    if row is not None:
        row.division = division
    return row


@PreparedQuery
def _last_round(division: Given) -> QuerySet[Round]:
    return Round.objects.filter(division_id=division).order_by("-number")[:1]


@PreparedQuery
def _published(division: Given) -> QuerySet[Round]:
    published = Round.objects.filter(division_id=division, stage=Round.Stage.PUBLISHED)
    return published.order_by("-number")[:1]


@PreparedQuery
def _last_published(division: Given) -> QuerySet[Round, int]:
    published = Round.objects.filter(division_id=division, stage=Round.Stage.PUBLISHED)
    return published.order_by("-number").values_list("number", flat=True)[:1]


@PreparedQuery
def _without_result(round_: Given) -> QuerySet[Seat, int]:
    seats = Seat.objects.filter(round_id=round_, board__result=None)
    return seats.order_by().values_list("pk", flat=True)[:1]


@PreparedQuery
def _seated(round_: Given) -> QuerySet[Seat, int]:
    return Seat.objects.filter(round_id=round_).order_by().values_list("entry_id", flat=True)


@PreparedQuery
def _absences(division: Given) -> QuerySet[Entry, tuple[int, int, list[Stretch]]]:
    entries = Entry.objects.filter(division_id=division).order_by()
    return entries.values_list("pk", "number", "away")


@PreparedQuery
def _across_from(event: Given, division: Given, number: Given, entry: Given) -> QuerySet[Seat]:
    seats = Seat.objects.filter(
        board__seats__entry__number=entry,
        round__number=number,
        round__division__name=division,
        round__division__tournament__slug=event,
    )
    rows = seats.select_related(
        "entry", "board__result", "board__exception", "round__division__tournament"
    )
    # The reasons for a whole round's pairing are long, and nobody asks for them here.
    return rows.defer("round__pairing").order_by("board__slot", "position")
