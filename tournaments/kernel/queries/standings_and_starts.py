"""What a division's sheet comes to: standings, and who goes first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet, load_sheet
from tournaments.models import Division, Round
from tournaments.pairing.sides.start_history import (
    Absence,
    PastGame,
    Side,
    StartHistory,
    forfeit_charges,
)
from tournaments.pairing.sides.starts import BoardPair, DecidedBy, StartRules, assign_starts
from tournaments.standings import records
from tournaments.standings.records import (
    CarriedRecord,
    Competitor,
    RoundOutcome,
    SpreadPenalty,
    StandingsRow,
    StandingsTerms,
)
from tournaments.standings.table import standings, standings_by_round

RECORDED = "recorded"


def complete_rounds(sheet: Sheet) -> int:
    """Returns how many rounds from 1 on are complete, counted up to the first that is not."""
    return records.complete_rounds(competitors(sheet), outcomes(sheet))


def competitors(sheet: Sheet) -> list[Competitor]:
    """Returns the entries as standings see them."""
    return [
        Competitor(
            number=entry.number,
            rating=entry.rating,
            random_number=entry.random_number,
            away=entry.away,
            carried=CarriedRecord(**entry.carried) if entry.carried else None,
            house_from=sheet.house_from.get(entry.number),
        )
        for entry in sheet.entries.values()
    ]


def outcomes(sheet: Sheet) -> list[RoundOutcome]:
    """Returns the outcome of every entry on every board that has a result."""
    return outcomes_of(sheet.boards)


def outcomes_of(boards: Iterable[BoardLine]) -> list[RoundOutcome]:
    """Returns the outcome of every entry on these boards, as far as they have a result."""
    return [
        RoundOutcome(
            entry=seat.entry,
            round=board.round,
            half_wins=seat.won,
            half_losses=seat.lost,
            spread=seat.spread or 0,
            score=seat.score,
            opponent=opponent,
        )
        for board in boards
        if board.reason is not None
        for seat, opponent in _facing(board)
    ]


def _facing(board: BoardLine) -> tuple[tuple[SeatLine, int | None], ...]:
    """Returns the seats that are taken, each with the number of who sits opposite."""
    one, two = board.one, board.two
    return ((one, None),) if two is None else ((one, two.entry), (two, one.entry))


def standings_after(sheet: Sheet, number: int, *, capped: bool = False) -> tuple[StandingsRow, ...]:
    """Returns the standings after a round, with what is in so far.

    `capped` ranks by the spread under the division's separate standings cap.
    """
    return standings(
        competitors(sheet),
        outcomes(sheet),
        through_round=number,
        terms=StandingsTerms.of(sheet.rules),
        penalties=_penalties(sheet),
        capped=capped,
    )


def standings_of_rounds(
    sheet: Sheet, last: int, *, capped: bool = False
) -> dict[int, tuple[StandingsRow, ...]]:
    """Returns the standings after every round from 1 to `last`."""
    tables = standings_by_round(
        competitors(sheet),
        outcomes(sheet),
        last_round=last,
        terms=StandingsTerms.of(sheet.rules),
        penalties=_penalties(sheet),
        capped=capped,
    )
    return dict(enumerate(tables[1:], 1))


def _penalties(sheet: Sheet) -> list[SpreadPenalty]:
    return [SpreadPenalty(entry=e, round=r, points=p) for e, r, p in sheet.penalties]


def sides_for(division: Division, round_row: Round) -> list[dict[str, Any]]:
    """Returns who goes first on every game of a draft: `slot`, `first` (None: draw), `decided_by`.

    Only the rounds before it count. Sides that the director fixed stay as they are.
    """
    sheet = load_sheet(division, drafts=True)
    pairs = [
        BoardPair(
            board.slot,
            board.one.entry,
            board.two.entry,
            first=_first(board),
            fixed_by=cast(DecidedBy, board.one.decided_by or "manual"),
        )
        for board in sheet.by_round[round_row.number]
        if board.two is not None
    ]
    starts = assign_starts(
        pairs,
        history(sheet, before=round_row.number),
        round_number=round_row.number,
        seed=f"{division.tournament.seed}/{division.name}",
        rules=StartRules.of(sheet.rules, planned_rounds=division.planned_rounds),
    )
    return [{"slot": s.board, "first": s.first, "decided_by": s.decided_by} for s in starts]


def history(sheet: Sheet, *, before: int | None = None) -> StartHistory:
    """Returns the games and forfeits before play on a sheet, before a round if one is named."""
    return history_of(b for b in sheet.boards if before is None or b.round < before)


def history_of(of_boards: Iterable[BoardLine]) -> StartHistory:
    """Returns the games and forfeits before play on these boards."""
    boards = list(of_boards)
    games = tuple(
        PastGame(
            board.round,
            board.one.entry,
            board.two.entry,
            first=_first(board),
            draw=board.one.side == "draw",
        )
        for board in boards
        if board.is_game and board.two is not None
    )
    absences = tuple(
        Absence(seat.entry, board.round, counted_as=_charged(seat))
        for board in boards
        for seat in absentees(board)
        if not _left_open(seat)
    )
    return StartHistory(games, absences)


def absentees(board: BoardLine) -> list[SeatLine]:
    """Returns the seats of those who lost a board without coming."""
    if board.reason is None or board.begun:
        return []
    return [seat for seat in board.seats if seat.lost == 2]


def starts_of_rounds(sheet: Sheet) -> list[dict[str, Any]]:
    """Returns, for every published round, its boards with their sides and who met nobody."""
    charges = forfeit_charges(history(sheet).absences, sheet.rules.forfeit_loss_counts)
    rounds = []
    for number, boards in sheet.by_round.items():
        games = [board for board in boards if board.is_game]
        alone = [board for board in boards if not board.is_game]
        gone = [seat for board in alone for seat in absentees(board)]
        rounds.append(
            {
                "round": number,
                "boards": [start_of(board) for board in games],
                "byes": _numbers(alone, won=True),
                "forfeits": [
                    {"number": seat.entry, "counted_as": charges.get((seat.entry, number))}
                    for seat in sorted(gone, key=lambda seat: seat.entry)
                ],
                "absent": _numbers(alone, won=False),
            }
        )
    return rounds


def start_of(board: BoardLine, decided: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Returns who goes first on a game, as recorded or as `sides_for` has just decided."""
    assert board.two is not None
    players = [board.one.entry, board.two.entry]
    if decided is None:
        by = "draw" if board.one.side == "draw" else board.one.decided_by or None
        decided = {"first": _first(board), "decided_by": by}
    first = decided["first"]
    return {
        "board": board.number,
        "first": first,
        "second": None if first is None else sum(players) - first,
        "players": players,
        "decided_by": decided["decided_by"],
    }


def _first(board: BoardLine) -> int | None:
    return next((seat.entry for seat in board.seats if seat.side == "first"), None)


def _numbers(boards: list[BoardLine], *, won: bool) -> list[int]:
    return sorted(
        seat.entry
        for board in boards
        for seat in board.seats
        if seat.lost != 2 and (seat.won > 0) == won
    )


def _charged(seat: SeatLine) -> Side | None:
    if seat.decided_by != RECORDED or seat.side not in ("first", "second"):
        return None
    return "first" if seat.side == "first" else "second"


def _left_open(seat: SeatLine) -> bool:
    """An import that recorded no side for an absence: nothing is invented."""
    return seat.decided_by == RECORDED and not seat.side
