"""What the check of cards reads: slips and totals of a division, and who entered which slip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.models import JournalEntry
from tournaments.detective.slips import CardSlip, Counting, Granted
from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet
from tournaments.models import Tournament

ENTERED = ("result.entered", "result.corrected")


@dataclass(frozen=True)
class CheckGround:
    """What cards are compared with. Spreads are capped as in the standings.

    `granted` is all that counts without a game played to its end by two: byes, forfeits, rulings,
    penalties, and a record brought into the event.
    """

    slips: tuple[CardSlip, ...]
    granted: tuple[Granted, ...]
    caps: Counting


def ground_of(sheet: Sheet) -> CheckGround:
    """Returns what the cards of a division are compared with."""
    slips: list[CardSlip] = []
    granted = [Granted(entry, round_, 0, points) for entry, round_, points in sheet.penalties]
    caps = _caps(sheet)
    for board in sheet.boards:
        if (slip := _slip(board)) is not None:
            slips.append(slip)
        elif board.reason is not None:
            granted += [_granted(board, seat, caps) for seat in board.seats]
    for entry in sheet.entries.values():
        if entry.carried:
            brought = entry.carried.get("half_wins", 0), entry.carried.get("spread", 0)
            granted.append(Granted(entry.number, 0, *brought))
    return CheckGround(tuple(slips), tuple(granted), caps)


def last_with_results(sheet: Sheet) -> int:
    """Returns the last round with a result, 0 where there is none."""
    return max((board.round for board in sheet.boards if board.reason is not None), default=0)


def _slip(board: BoardLine) -> CardSlip | None:
    """Returns a board as a slip, None where the scores do not say what it counts."""
    one, two = board.one, board.two
    if two is None or one.score is None or two.score is None:
        return None
    margin = one.score - two.score
    won = 1 + (margin > 0) - (margin < 0)
    if (one.won, two.won, one.spread, two.spread) != (won, 2 - won, margin, -margin):
        return None
    label = board.number if board.number is not None else board.slot
    return CardSlip(board.round, label, one.entry, two.entry, one.score, two.score)


def _granted(board: BoardLine, seat: SeatLine, caps: Counting) -> Granted:
    spread, cap = seat.spread or 0, caps.get(board.round)
    counted = spread if cap is None else max(-cap, min(cap, spread))
    return Granted(seat.entry, board.round, seat.won, counted)


def _caps(sheet: Sheet) -> Counting:
    caps = sheet.rules.spread_cap
    if not caps:
        return {}
    return {number: caps[min(number, len(caps)) - 1] for number in sheet.stages}


@dataclass(frozen=True, slots=True)
class EnteredSlip:
    """A result as somebody typed it: its place in the journal, and what the command said."""

    seq: int
    at: datetime
    actor: str
    round: int
    entry: int
    opponent: int
    scores: tuple[int, int]
    is_correction: bool


def entered_by(
    event: Tournament, division: str, actor: str, number: int, at_most: int
) -> list[EnteredSlip]:
    """Returns the slips of a round that somebody entered, in the order in which they did.

    So a pile of slips can be turned over one by one beside the list. What was undone is left out;
    one query.
    """
    rows = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}",
        command__in=ENTERED,
        actor=actor,
        undone_by=None,
        payload__division=division,
        payload__round=number,
    )
    return list(_slips_of(rows.order_by("seq")[:at_most]))


def _slips_of(rows: Iterable[JournalEntry]) -> Iterable[EnteredSlip]:
    for row in rows:
        said = row.payload
        scores = said.get("score"), said.get("opponent_score")
        if scores[0] is None or scores[1] is None:
            continue
        yield EnteredSlip(
            seq=row.seq,
            at=row.at,
            actor=row.actor,
            round=said["round"],
            entry=said["entry"],
            opponent=row.answer.get("opponent", 0),
            scores=(scores[0], scores[1]),
            is_correction=row.command == ENTERED[1],
        )
