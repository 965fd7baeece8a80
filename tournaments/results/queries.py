"""Reads of the page where results are entered: boards as they are, totals, what is usual."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from core.models import JournalEntry
from core.names import shown_name
from core.phrases import phrase
from core.prepared import Given, PreparedQuery
from tournaments.entry_line.intents import Whom
from tournaments.entry_line.slip_checks import EchoSide, EntryTotals, ScoreSums, letter_of
from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet
from tournaments.models import Division, Penalty, Result, Round, Seat
from tournaments.overtime import score_with_overtime
from tournaments.standings import records


@dataclass(frozen=True, slots=True)
class SeatNow:
    """One side of a board now; `off` are the points that `over_s` seconds over time cost it.

    Credits are in half points, None and 0 without a result.
    """

    number: int
    name: str
    side: str
    score: int | None
    won: int
    lost: int
    spread: int | None
    over_s: int
    off: int

    @property
    def shown_score(self) -> str:
        """The score, with what overtime took off it."""
        return score_with_overtime(self.score, self.over_s, self.off)


@dataclass(frozen=True, slots=True)
class BoardNow:
    """A board of a round now, its seats as on the slip: the player who goes first is first.

    `label` is its number, its slot where it has none; `reason` None while it has no result.
    `verified_by` is who read the slip a second time, empty while nobody did; an `exception` waits
    until somebody chooses what is right.
    """

    slot: int
    label: int
    version: int
    reason: str | None
    seats: tuple[SeatNow, ...]
    verified_by: str = ""
    exception: bool = False

    @property
    def is_game(self) -> bool:
        """Whether two entries meet on it."""
        return len(self.seats) == 2

    @property
    def has_slip(self) -> bool:
        """Whether its result came on a slip, which can be read again: no forfeit does."""
        return self.is_game and self.reason not in (None, *_WITHOUT_SLIP)

    @property
    def in_slip_order(self) -> str:
        """The two who meet on it, as their slip names them."""
        one, two = self.seats
        return phrase(
            "#{number} {name}, then #{other_number} {other_name}",
            number=one.number,
            name=one.name,
            other_number=two.number,
            other_name=two.name,
        )

    def of(self, number: int) -> tuple[SeatNow, SeatNow]:
        """Returns the seat of an entry of a game, and the one across."""
        one, two = self.seats
        return (one, two) if one.number == number else (two, one)


_ROW = (
    *("round__number", "board__slot", "board__number", "board__version", "position", "side"),
    *("entry__number", "entry__name", "board__result__reason"),
    *("board__result__verified_by", "board__exception__kind", "board__result__overtime"),
)
_OUTCOME = (
    *("board__result__score_one", "board__result__score_two"),
    *("board__result__won_one", "board__result__won_two"),
    *("board__result__lost_one", "board__result__lost_two"),
    *("board__result__spread_one", "board__result__spread_two"),
)
_RESULTS = ("result.entered", "result.corrected")
_WITHOUT_SLIP = (Result.Reason.FORFEIT, Result.Reason.BOTH_ABSENT)
_END = len(_ROW) + len(_OUTCOME)


def boards_of(division: Division, number: int, **only: Any) -> list[BoardNow]:
    """Returns the boards of a round, or some of them, in one query: by label, byes last."""
    seats = Seat.objects.filter(round__division=division, round__number=number, **only)
    return _boards_in(_rows(seats))


def _boards_in(seats: Iterable[Any]) -> list[BoardNow]:
    boards: dict[int, list[tuple[int, SeatNow]]] = {}
    rows: dict[int, Any] = {}
    for row in seats:
        boards.setdefault(row[1], []).append((row[4], _seat(row)))
        rows[row[1]] = row
    found = [_board(rows[slot], seats_) for slot, seats_ in boards.items()]
    return sorted(found, key=lambda board: (not board.is_game, board.label))


def board_named(
    division: Division, number: int, whom: Whom, opponent: int | None = None
) -> BoardNow | None:
    """Returns the board that a line means, None when there is none.

    Of several boards of an entry it is the one with the opponent named, else the first without a
    result, else the last: the one that the commands take.
    """
    if whom.kind == "board":
        found = boards_of(division, number, board__number=whom.number)
        unnumbered = {"board__number": None, "board__slot": whom.number}
        return next(iter(found or boards_of(division, number, **unnumbered)), None)
    if whom.kind == "slot":
        return next(iter(boards_of(division, number, board__slot=whom.number)), None)
    boards = _boards_in(_boards_with(division=division.pk, number=number, entry=whom.number))
    boards.sort(key=lambda board: board.slot)
    for board in boards:
        if opponent is not None and opponent in {seat.number for seat in board.seats}:
            return board
    return next((b for b in boards if b.reason is None), boards[-1] if boards else None)


def following_slip(boards: Sequence[BoardNow], slot: int | None) -> int | None:
    """Returns the slot of the next board without a result in slip order, None after the last.

    `slot` is the board before it, None for the start. Slips are in the order of the boards.
    """
    games = [board for board in boards if board.is_game]
    passed = next((place for place, board in enumerate(games) if board.slot == slot), -1)
    return next((board.slot for board in games[passed + 1 :] if board.reason is None), None)


def progress_of(division: Division, number: int) -> tuple[int, int, int, int]:
    """Returns (games that are in, all games, verified ones, slips to verify) of a round."""
    return _progress.first(division=division.pk, number=number) or (0, 0, 0, 0)


def unverified(boards: Iterable[BoardNow]) -> list[BoardNow]:
    """Returns the games whose slip nobody has read a second time."""
    return [board for board in boards if board.has_slip and not board.verified_by]


def lacking_before(division: Division, number: int) -> dict[int, list[int]]:
    """Returns the boards without a result of the published rounds before one, by round."""
    games = Seat.objects.filter(
        round__division=division,
        round__number__lt=number,
        round__stage=Round.Stage.PUBLISHED,
        position=1,
        board__result=None,
    )
    lacking: dict[int, list[int]] = {}
    rows = games.values_list("round__number", "board__number", "board__slot")
    for round_number, label, slot in rows.order_by("round__number", "board__number"):
        lacking.setdefault(round_number, []).append(label or slot)
    return lacking


def sides_of(
    division: Division, number: int, board: BoardNow
) -> tuple[BoardNow, tuple[EchoSide, ...]]:
    """Returns a board as it is now, and its sides with each entry's totals.

    Two queries: what the entries of the board got in every round so far, and penalties.
    """
    numbers = [seat.number for seat in board.seats]
    whose = {"division": division.pk, "one": numbers[0], "two": numbers[-1]}
    rows = _played_by(**whose, number=number)
    here = [row for row in rows if row[:2] == (number, board.slot)]
    now = _board(here[0], [(row[4], _seat(row)) for row in here]) if here else board
    record = EntryTotals(
        tuple(_competitors(rows, numbers)),
        tuple(_outcome(row[0], _seat(row)) for row in rows if row[8] is not None),
        tuple(records.SpreadPenalty(*row) for row in _penalties_of(**whose)),
        records.StandingsTerms.of(division.rules),
    )
    totals, totals_now = record.totals(number), record.totals_now(number)
    return now, tuple(
        EchoSide(
            number=seat.number,
            name=seat.name,
            score=seat.score,
            spread=None if now.reason is None else seat.spread,
            letter=letter_of(seat.won, seat.lost),
            total=totals[seat.number],
            total_now=totals_now.get(seat.number),
        )
        for seat in now.seats
    )


def score_sums(division: Division) -> ScoreSums:
    """Returns the scores of the division's games so far as sums, in one query."""
    games = Result.objects.filter(board__round__division=division, reason=Result.Reason.PLAYED)
    sums = games.aggregate(
        games=Count("pk"),
        total=Sum(F("score_one") + F("score_two")),
        squares=Sum(F("score_one") * F("score_one") + F("score_two") * F("score_two")),
    )
    return ScoreSums(2 * sums["games"], sums["total"] or 0, sums["squares"] or 0)


def last_by(
    stream: str, actor: str, commands: Collection[str], **payload: Any
) -> JournalEntry | None:
    """Returns a person's last entry in force, of these commands; `payload` narrows it."""
    entries = JournalEntry.objects.filter(
        stream__key=stream, actor=actor, command__in=commands, undone_by=None
    )
    wanted = {f"payload__{name}": value for name, value in payload.items()}
    return entries.filter(**wanted).order_by("-seq").first()


def last_slip_of(stream: str, actor: str) -> dict[str, Any] | None:
    """Returns the fields of the result in force that a person entered or corrected last."""
    return _last_slip.first(stream=stream, actor=actor)


def entered_by(division: Division, number: int, slot: int) -> tuple[str, datetime] | None:
    """Returns (actor, time) of a board's last result, not read again; None when nothing says it."""
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{division.tournament.slug}", undone_by=None
    ).exclude(command="result.read_again")
    name = ["result", [division.name, number, slot]]
    about = Q(payload__division=division.name, payload__round=number)
    for entry in entries.filter(about).order_by("-seq").iterator(chunk_size=20):
        if any(change["row"] == name for change in entry.changes):
            return entry.actor, entry.at
    return None


def undone_result(division: Division, number: int, board: BoardNow) -> JournalEntry | None:
    """Returns the entry of a board's result that was undone last, None where none was."""
    stream = f"event:{division.tournament.slug}"
    if not _undone(stream=stream):
        return None
    entries = JournalEntry.objects.filter(
        stream__key=stream,
        undone_by__isnull=False,
        command__in=_RESULTS,
        payload__division=division.name,
        payload__round=number,
        payload__entry__in=[seat.number for seat in board.seats],
    )
    return entries.order_by("-undone_by").first()


def with_result(sheet: Sheet, number: int, slot: int, fields: Mapping[str, Any]) -> Sheet:
    """Returns the sheet as it would be with these fields of a result on one of its boards."""
    boards = tuple(
        _corrected(board, fields) if (board.round, board.slot) == (number, slot) else board
        for board in sheet.boards
    )
    return replace(sheet, boards=boards)


def _corrected(board: BoardLine, fields: Mapping[str, Any]) -> BoardLine:
    scores = fields["score_one"], fields["score_two"]
    one = _side(board.one, "one", *scores, fields)
    two = board.two and _side(board.two, "two", *scores[::-1], fields)
    outcome = {name: fields[name] for name in ("reason", "begun", "rated")}
    return board._replace(one=one, two=two, **outcome)  # noqa: SLF001 - a tuple's own method


def _side(
    seat: SeatLine, place: str, own: int | None, other: int | None, fields: Mapping[str, Any]
) -> SeatLine:
    award = fields[f"spread_{place}"]
    return seat._replace(  # noqa: SLF001 - a tuple's own method
        score=own,
        won=fields[f"won_{place}"],
        lost=fields[f"lost_{place}"],
        spread=_lead(own, other) if award is None else award,
    )


def _rows(seats: QuerySet[Seat]) -> QuerySet[Seat, Any]:
    return seats.order_by().values_list(*_ROW, *_OUTCOME)


def _seat(row: Any) -> SeatNow:
    position, side, number, name = row[4:8]
    scores, won, lost, awards = (row[at : at + 2] for at in range(len(_ROW), _END, 2))
    award, lead = awards[position], _lead(scores[position], scores[1 - position])
    return SeatNow(
        number,
        shown_name(name),
        side,
        scores[position],
        won[position] or 0,
        lost[position] or 0,
        lead if award is None else award,
        *(row[11][position] if row[11] else (0, 0)),
    )


def _board(row: Any, seats: list[tuple[int, SeatNow]]) -> BoardNow:
    _, slot, label, version = row[:4]
    ordered = sorted(seats, key=lambda placed: (placed[1].side == Seat.Side.SECOND, placed[0]))
    seated = tuple(seat for _, seat in ordered)
    return BoardNow(slot, label or slot, version, row[8], seated, row[9] or "", row[10] is not None)


def _outcome(number: int, seat: SeatNow) -> records.RoundOutcome:
    return records.RoundOutcome(
        entry=seat.number,
        round=number,
        half_wins=seat.won,
        half_losses=seat.lost,
        spread=seat.spread or 0,
        score=seat.score,
    )


def _competitors(rows: Iterable[Any], numbers: Iterable[int]) -> list[records.Competitor]:
    carried = {row[6]: row[-1] for row in rows}
    return [
        records.Competitor(
            number=number,
            carried=records.CarriedRecord(**record) if (record := carried.get(number)) else None,
        )
        for number in numbers
    ]


@PreparedQuery
def _boards_with(division: Given, number: Given, entry: Given) -> QuerySet[Seat, Any]:
    seats = Seat.objects.filter(round__division_id=division, round__number=number)
    return _rows(seats.filter(board__seats__entry__number=entry))


@PreparedQuery
def _played_by(division: Given, one: Any, two: Any, number: Given) -> QuerySet[Seat, Any]:
    rounds = Q(round__number=number) | Q(round__stage=Round.Stage.PUBLISHED)
    # By the division of the entries: SQLite would go through all seats of that of the rounds.
    seats = Seat.objects.filter(rounds, entry__division_id=division, entry__number__in=(one, two))
    return seats.order_by().values_list(*_ROW, *_OUTCOME, "entry__carried")


@PreparedQuery
def _penalties_of(division: Given, one: Any, two: Any) -> QuerySet[Penalty, tuple[int, int, int]]:
    rows = Penalty.objects.filter(entry__division_id=division, entry__number__in=(one, two))
    return rows.order_by().values_list("entry__number", "round_number", "points")


@PreparedQuery
def _progress(division: Given, number: Given) -> QuerySet[Seat, tuple[int, int, int, int]]:
    games = Seat.objects.filter(round__division_id=division, round__number=number, position=1)
    counted = (
        games.order_by()
        .values("round")
        .annotate(
            done=Count("board__result"),
            n=Count("pk"),
            verified=Count("board__result", filter=~Q(board__result__verified_by="")),
            slips=Count("board__result", filter=~Q(board__result__reason__in=_WITHOUT_SLIP)),
        )
    )
    return counted.values_list("done", "n", "verified", "slips")


@PreparedQuery
def _last_slip(stream: Given, actor: Given) -> QuerySet[JournalEntry, dict[str, Any]]:
    entries = JournalEntry.objects.filter(stream__key=stream, actor=actor, undone_by=None)
    slips = entries.filter(command__in=_RESULTS).order_by("-seq")
    return slips.values_list("payload", flat=True)[:1]


@PreparedQuery
def _undone(stream: Given) -> QuerySet[JournalEntry, int]:
    entries = JournalEntry.objects.filter(stream__key=stream, undone_by__isnull=False)
    return entries.filter(command__in=_RESULTS).order_by().values_list("pk", flat=True)[:1]


def _lead(own: int | None, other: int | None) -> int | None:
    return None if own is None or other is None else own - other
