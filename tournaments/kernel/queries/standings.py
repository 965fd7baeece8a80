"""Standings of a division, from its sheet."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.kernel.queries.sheet import BoardLine, SeatLine, Sheet
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
    """Returns what every entry got from every board that has a result."""
    return outcomes_of(sheet.boards)


def outcomes_of(boards: Iterable[BoardLine]) -> list[RoundOutcome]:
    """Returns what every entry got from these boards, as far as they have a result."""
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
