"""A round as the director weighs it before it is published: who sits where, and what that means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.phrases import phrase
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, Sheet
from tournaments.kernel.queries.standings_and_starts import history, sides_for, standings_after
from tournaments.models import Division, Round
from tournaments.pairing.sides.start_history import NO_STARTS, tally
from tournaments.rounds.queries.pairing import renamed
from tournaments.standings.attendance import takes_part


@dataclass(frozen=True, slots=True)
class DraftSeat:
    """An entry before the round: rank and record (half points), firsts and seconds so far.

    Rank and record are those of the results that the pairing uses. `rank` is None where there
    are none, and for entries out of the ranking; `side` is what the publication
    would decide now: first, second, draw, or empty; `away` that they no longer take part.
    """

    entry: EntryLine
    rank: int | None
    half_wins: int
    half_losses: int
    spread: int
    firsts: int
    seconds: int
    side: str
    away: bool


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of the round; one seat where somebody sits alone, `reason` says as what.

    `met` are the earlier rounds in which the two met. `why` is the row of the pairing's
    explanation, None where the board was put together by hand.
    """

    slot: int
    number: int | None
    seats: tuple[DraftSeat, ...]
    reason: str
    met: tuple[int, ...]
    why: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Drafted:
    """A round that is set up: games by board number, who sits alone, and who has no seat.

    `pairing` is what the row keeps of how it was paired, empty where it was set up by hand.
    """

    games: tuple[DraftBoard, ...]
    alone: tuple[DraftBoard, ...]
    waiting: tuple[DraftSeat, ...]
    pairing: Mapping[str, Any]

    @property
    def premature(self) -> str:
        """In words that results were missing when it was paired, empty where none were."""
        number = self.pairing.get("incomplete")
        return phrase("Paired before round {number} was complete.", number=number) if number else ""


def drafted_round(sheet: Sheet, row: Round) -> Drafted:
    """Returns a round of a sheet with drafts; `row` is the round's row, its division loaded."""
    number = row.number
    boards = sheet.by_round[number] if number in sheet.stages else []
    seat_of = _Seats(sheet, row.division, row)
    met = meetings(sheet, before=number)
    pairing = renamed(row.pairing, {e.key: e.number for e in sheet.entries.values()})
    reasons = {frozenset((r["one"], r["two"])): r for r in pairing.get("explanation", ())}
    shown = [
        DraftBoard(
            slot=board.slot,
            number=board.number,
            seats=tuple(seat_of(seat.entry) for seat in board.seats),
            reason=board.reason or "",
            met=tuple(met[_pair(board)]),
            why=reasons.get(_pair(board)),
        )
        for board in boards
    ]
    seated = {seat.entry for board in boards for seat in board.seats}
    left = [e for e in sheet.entries.values() if e.number not in seated]
    return Drafted(
        games=tuple(
            sorted((b for b in shown if len(b.seats) == 2), key=lambda b: (b.number or 0, b.slot))
        ),
        alone=tuple(board for board in shown if len(board.seats) == 1),
        waiting=tuple(seat_of(e.number) for e in left if takes_part(e.away, number)),
        pairing=pairing,
    )


def meetings(sheet: Sheet, *, before: int) -> dict[frozenset[int], list[int]]:
    """Returns the rounds before a round in which two were paired, by their numbers."""
    met: dict[frozenset[int], list[int]] = defaultdict(list)
    for board in sheet.boards:
        if board.two is not None and board.round < before:
            met[_pair(board)].append(board.round)
    return met


class _Seats:
    """Makes the seat of an entry from what is known before the round."""

    def __init__(self, sheet: Sheet, division: Division, row: Round) -> None:
        self.sheet, self.number = sheet, row.number
        self.based: int = row.pairing.get("based_on", row.number - 1)
        self.rows = {line.number: line for line in standings_after(sheet, self.based)}
        self.starts = tally(
            history(sheet, before=row.number),
            forfeit_loss_counts=sheet.rules.forfeit_loss_counts,
        )
        self.sides = _sides(sheet, division, row)

    def __call__(self, number: int) -> DraftSeat:
        entry, line = self.sheet.entries[number], self.rows.get(number)
        taken = self.starts.get(number, NO_STARTS)
        return DraftSeat(
            entry=entry,
            rank=line.rank if line and self.based else None,
            half_wins=line.half_wins if line else 0,
            half_losses=line.half_losses if line else 0,
            spread=line.spread if line else 0,
            firsts=taken.firsts,
            seconds=taken.seconds,
            side=self.sides.get(number, ""),
            away=not takes_part(entry.away, self.number),
        )


def _sides(sheet: Sheet, division: Division, row: Round) -> dict[int, str]:
    boards = sheet.by_round.get(row.number, [])
    if row.stage != Round.Stage.DRAFT:
        return {seat.entry: seat.side for board in boards for seat in board.seats}
    first = {side["slot"]: side["first"] for side in sides_for(division, row)}
    sides = {}
    for board in boards:
        for seat in board.seats if board.two is not None else ():
            starts = first[board.slot]
            mine = "first" if starts == seat.entry else "second"
            sides[seat.entry] = "draw" if starts is None else mine
    return sides


def _pair(board: BoardLine) -> frozenset[int]:
    return frozenset(seat.entry for seat in board.seats)
