"""Writing who sits where: the seats of a whole round, and of single boards of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.journal.command import Row, Work
from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.kernel.commands.awards import SitOut, sit_out_result
from tournaments.kernel.queries.standings_and_starts import sides_for
from tournaments.models import Board, Division, Entry, Result, Round, Seat


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A board to be written: its number, who meets, who goes first where that is fixed."""

    number: int
    one: int
    two: int
    first: int | None = None
    fixed_by: str = "manual"


def write_round(
    ledger: Ledger,
    round_row: Round,
    tables: Sequence[NewBoard],
    alone: Sequence[tuple[int, SitOut]],
) -> None:
    """Seats a round anew: slots in the order given, then everybody who sits alone.

    `round_row` has its division loaded. Whatever sat in it before is cleared.
    """
    _clear(ledger, round_row)
    entries = {entry.number: entry for entry in round_row.division.entries.all()}
    boards = [
        Board(round=round_row, slot=slot, number=table.number)
        for slot, table in enumerate(tables, 1)
    ]
    boards += [Board(round=round_row, slot=slot) for slot, _ in enumerate(alone, len(tables) + 1)]
    ledger.create_many(boards)
    turns: Counter[int] = Counter()
    seats = []

    def sit(board: Board, number: int, position: int, fixed: Mapping[str, Any]) -> None:
        turns[number] += 1
        place = {"entry": entries[number], "position": position, "turn": turns[number]}
        seats.append(Seat(board=board, round=round_row, **place, **fixed))

    for board, table in zip(boards, tables, strict=False):
        for position, number in enumerate((table.one, table.two)):
            sit(board, number, position, _fixed(table, number))
    rules, results = round_row.division.rules, []
    for board, (number, outcome) in zip(boards[len(tables) :], alone, strict=True):
        sit(board, number, 0, {})
        results.append(sit_out_result(board, outcome, rules, None))
    ledger.create_many(seats)
    ledger.create_many(results)


def _fixed(table: NewBoard, number: int) -> dict[str, Any]:
    if table.first is None:
        return {}
    side = Seat.Side.FIRST if table.first == number else Seat.Side.SECOND
    return {"side": side, "decided_by": table.fixed_by}


def _clear(ledger: Ledger, round_row: Round) -> None:
    for board in round_row.boards.all():
        board.round = round_row
        remove_board(ledger, board)


def remove_board(ledger: Ledger, board: Board) -> None:
    """Removes a board with its seats, result and claims; `board` has its round loaded."""
    drop_claims(ledger, board)
    for seat in board.seats.select_related("entry"):
        hold(seat, board)
        ledger.delete(seat)
    result = Result.objects.filter(board=board).first()
    if result is not None:
        result.board = board
        ledger.delete(result)
    ledger.delete(board)


def drop_claims(ledger: Ledger, board: Board) -> None:
    """Removes what players said of a board's game, and the photos of its slip.

    They are of the two who met there; the journal keeps them. `board` has its round loaded.
    """
    for claim in board.claims.select_related("entry"):
        claim.board = board
        ledger.delete(claim)
    for photo in board.slip_photos.select_related("entry"):
        photo.board = board
        ledger.delete(photo)


def hold(seat: Seat, board: Board) -> None:
    """Gives a seat its board and round as loaded rows, as the ledger needs them."""
    seat.board = board
    seat.round = board.round


def reseat(ledger: Ledger, board: Board, numbers: Sequence[Entry]) -> None:
    """Puts these entries on a board, in this order, without sides; others leave it."""
    drop_claims(ledger, board)
    for seat in board.seats.select_related("entry"):
        hold(seat, board)
        ledger.delete(seat)
    for position, entry in enumerate(numbers):
        taken = entry.seats.filter(round=board.round).order_by("-turn").first()
        turn = taken.turn + 1 if taken else 1
        ledger.create(
            Seat(board=board, round=board.round, entry=entry, position=position, turn=turn)
        )


def vacate(ledger: Ledger, boards: Iterable[Board]) -> None:
    """Takes everybody from these boards, so that nobody sits twice while seats change."""
    for board in boards:
        reseat(ledger, board, ())


def write_sides(ledger: Ledger, round_row: Round, decided: Iterable[Row]) -> None:
    """Records who goes first on the boards that `decided` names by slot."""
    seats: dict[int, list[Seat]] = {}
    for seat in round_row.seats.select_related("board", "entry").order_by("position"):
        seat.round = seat.board.round = round_row
        seats.setdefault(seat.board.slot, []).append(seat)
    groups: dict[tuple[str, str], list[Seat]] = {}
    for decision in decided:
        for seat in seats[decision["slot"]]:
            first = decision["first"]
            mine = Seat.Side.FIRST if seat.entry.number == first else Seat.Side.SECOND
            sits = Seat.Side.DRAW if first is None else mine
            groups.setdefault((sits, decision["decided_by"]), []).append(seat)
    for (side, decided_by), members in groups.items():
        ledger.update_many(members, side=side, decided_by=decided_by)


def settle_changed(work: Work, round_row: Round, boards: Sequence[Board]) -> None:
    """Fixes the sides of rearranged boards of a published round, and marks when it was done.

    All other boards keep theirs. A draft is left open: its sides are decided when it is published.
    """
    if round_row.stage != Round.Stage.PUBLISHED:
        return
    slots = {board.slot for board in boards}
    decided = work.facts.decide("sides", lambda: _sides(round_row, slots))
    write_sides(work.ledger, round_row, decided)
    for board in boards:
        work.ledger.update(board, changed_at=work.at)
    mark_changed(work.ledger, round_row, work.at)


def mark_changed(ledger: Ledger, round_row: Round, at: datetime) -> None:
    """Marks when a published round was rearranged."""
    if round_row.stage == Round.Stage.PUBLISHED:
        ledger.update(round_row, changed_at=at)


def clear_changed(ledger: Ledger, round_row: Round) -> None:
    """Takes away the marks of an earlier publication: a new sheet has not been changed."""
    ledger.update(round_row, changed_at=None)
    for board in round_row.boards.exclude(changed_at=None):
        board.round = round_row
        ledger.update(board, changed_at=None)


def mark_again(work: Work, entry: JournalEntry, round_row: Round) -> None:
    """Marks the boards that an undo or a redo of an entry changed on a published round."""
    if round_row.stage != Round.Stage.PUBLISHED:
        return
    slots = {c["row"][1][2] for c in entry.changes if c["row"][0] in ("board", "seat")}
    for board in round_row.boards.filter(slot__in=slots):
        board.round = round_row
        work.ledger.update(board, changed_at=work.at)
    mark_changed(work.ledger, round_row, work.at)


def _sides(round_row: Round, slots: set[int]) -> list[Row]:
    return [side for side in sides_for(round_row.division, round_row) if side["slot"] in slots]


def next_slot(round_row: Round) -> int:
    """Returns a slot that no board of the round has."""
    last = round_row.boards.order_by("-slot").values_list("slot", flat=True).first()
    return (last or 0) + 1


def refuse_seat(division: Division, entry: Entry, times: int, round_number: int) -> None:
    """Raises Refused when an entry would sit more often in a round than the rules allow."""
    if times > division.rules.seats_per_round:
        raise Refused(
            phrase(
                "{entry} is seated {times} times in round {round}.",
                entry=entry,
                times=times,
                round=round_number,
            ),
            code="pairing.twice",
            field="boards",
        )
