"""A division at a glance: who is in front now, which boards are in, and what came in last.

Stored like a page, in figures and names without words, for the page of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.wording import record, signed
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.kept import Kept
from tournaments.readmodel.news import last_results
from tournaments.readmodel.page_versions import VersionedDivision
from tournaments.readmodel.wording import kind_of
from tournaments.standings.records import StandingsRow
from tournaments.standings.table import places_of

TOP = 5
"""How many of those in front are told."""
LAST = 8
"""How many of the last results are told."""


@dataclass(frozen=True, slots=True)
class TopLine:
    """Somebody in front, and their game of the round: `kind` and `scores` empty until it is in.

    `against` is empty for who sits out.
    """

    rank: str
    number: int
    name: str
    rating: int
    record: str
    spread: str
    board: int
    kind: str
    scores: tuple[int, int] | None
    against: str


@dataclass(frozen=True, slots=True)
class GlanceSide:
    """A player of a game that came in."""

    number: int
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A game that came in, the winner first; `arrival` orders those of all divisions by time."""

    arrival: int
    round: int
    slot: int
    board: int
    won: GlanceSide
    lost: GlanceSide


@dataclass(frozen=True, slots=True)
class Glance:
    """A division at a glance.

    `top` are those in front in the round `through`, with what is in of it so far; before the first
    result, round 0, those with the highest ratings, for nobody leads. `boards` says board by board
    whether the result of the last published round is in, by "1" and "0"; `last` are the last
    results, newest first.
    """

    through: int
    top: tuple[TopLine, ...]
    boards: str
    last: tuple[ToldResult, ...]


def glance_at(read_model: DivisionReadModel) -> Glance:
    """Returns a division at a glance and stores it."""
    return _KEPT.made(read_model)


def glances(editions: Iterable[VersionedDivision]) -> Mapping[int, Glance]:
    """Returns each division at a glance by its row, those not stored yet made now."""
    return _KEPT.of(editions)


def _glance(read_model: DivisionReadModel) -> Glance:
    number = read_model.published
    games = [board for board in read_model.sheet.by_round.get(number, []) if board.two is not None]
    games.sort(key=lambda board: (board.number or 0, board.slot))
    through = number if read_model.has_begun else 0
    return Glance(
        through=through,
        top=_top(read_model, through),
        boards="".join("0" if board.reason is None else "1" for board in games),
        last=tuple(
            _told(read_model, board)
            for board in last_results(read_model, LAST)
            if board.one.score is not None
        ),
    )


def _top(read_model: DivisionReadModel, number: int) -> tuple[TopLine, ...]:
    rows = [row for row in read_model.table(number) if row.rank is not None]
    place, turns = places_of(rows), read_model.turns(read_model.published)
    return tuple(
        _top_line(read_model, row, place[row.number].words, turns.get(row.number))
        for row in rows[:TOP]
    )


def _top_line(
    read_model: DivisionReadModel, row: StandingsRow, rank: str, turn: EntryRound | None
) -> TopLine:
    entries = read_model.sheet.entries
    other = turn.other if turn else None
    known = turn is not None and turn.board.reason is not None
    return TopLine(
        rank=rank,
        number=row.number,
        name=entries[row.number].name,
        rating=row.rating,
        record=record(row.half_wins, row.half_losses),
        spread=signed(row.spread),
        board=(turn.board.number or 0) if turn else 0,
        kind=kind_of(turn.seat) if turn and known else "",
        scores=_scores(turn.seat, other) if turn and known else None,
        against=entries[other.entry].name if other else "",
    )


def _scores(seat: SeatLine, other: SeatLine | None) -> tuple[int, int] | None:
    if seat.score is None or other is None or other.score is None:
        return None
    return seat.score, other.score


def _told(read_model: DivisionReadModel, board: BoardLine) -> ToldResult:
    won, lost = sorted(board.seats, key=lambda seat: seat.won, reverse=True)
    return ToldResult(
        arrival=board.arrival or 0,
        round=board.round,
        slot=board.slot,
        board=board.number or 0,
        won=_told_side(read_model, won),
        lost=_told_side(read_model, lost),
    )


def _told_side(read_model: DivisionReadModel, seat: SeatLine) -> GlanceSide:
    return GlanceSide(seat.entry, read_model.sheet.entries[seat.entry].name, seat.score or 0)


_KEPT = Kept("glance", Glance, _glance)
