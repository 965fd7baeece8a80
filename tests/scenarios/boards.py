"""The required shape of the boards of a published round."""

from __future__ import annotations

from typing import Any

from tournaments.kernel.queries.sheet import BoardLine, Sheet

Sides = list[tuple[int, str, str]]
Boards = dict[int, Sides]


def boards_of(sheet: Sheet, number: int) -> Boards:
    """Returns who sits at which slot of a round, on which side, and what decided that."""
    return {
        board.slot: [(seat.entry, seat.side, seat.decided_by) for seat in board.seats]
        for board in sheet.by_round[number]
    }


def check_start(board: BoardLine, counts: Any) -> None:
    """Fewest firsts goes first; if equal, most seconds: the rule, told again in one line each."""
    assert board.two is not None
    one, two = (
        (counts[seat.entry].firsts, -counts[seat.entry].seconds) if seat.entry in counts else (0, 0)
        for seat in (board.one, board.two)
    )
    if board.one.decided_by in ("manual", "table"):
        assert board.one.decided_by == board.two.decided_by
    elif one != two:
        owed = board.one if one < two else board.two
        assert owed.side == "first"
        assert owed.decided_by == ("fewer_firsts" if one[0] != two[0] else "more_seconds")
    else:
        assert board.one.decided_by not in ("fewer_firsts", "more_seconds")
