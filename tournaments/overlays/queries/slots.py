"""What an overlay of a broadcast says: a slot has one address for good, and follows the event.

A slot is a board, a player, the standings or the news of a division. A board is that of the last
published round, so whoever films board 1 films the same slot in every round.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.phrases import phrase
from core.wording import record, signed
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.news import news
from tournaments.readmodel.wording import letter_of, outcome_of
from tournaments.standings.table import places_of

TOP = 10
"""The places that an overlay of the standings shows."""

LAST = 5
"""The results that a ticker shows."""


@dataclass(frozen=True, slots=True)
class PlayerOverlay:
    """A player with their record so far; `score` and `letter` are empty while they play."""

    number: int
    name: str
    place: str
    record: str
    spread: str
    rating: int
    score: str
    letter: str
    goes_first: bool


@dataclass(frozen=True, slots=True)
class ScorebugOverlay:
    """A board of the last published round, who goes first named first."""

    event: str
    division: str
    round: int
    rounds: int
    board: int
    players: tuple[PlayerOverlay, ...]


@dataclass(frozen=True, slots=True)
class CardOverlay:
    """A player: their record, and what they play or did last, in words."""

    event: str
    division: str
    player: PlayerOverlay
    now: str
    last: str


@dataclass(frozen=True, slots=True)
class TableOverlay:
    """The first of the standings, with all that is in so far."""

    event: str
    division: str
    round: int
    rounds: int
    players: tuple[PlayerOverlay, ...]


@dataclass(frozen=True, slots=True)
class TickerOverlay:
    """The results that came in last, in words, the newest first."""

    event: str
    division: str
    lines: tuple[str, ...]


Overlay = ScorebugOverlay | CardOverlay | TableOverlay | TickerOverlay


def scorebug(read_model: DivisionReadModel, number: int) -> ScorebugOverlay:
    """Returns a board as it is in the last published round; PageMissing where there is none."""
    boards = read_model.sheet.by_round.get(read_model.published, [])
    board = next((one for one in boards if one.number == number and one.two is not None), None)
    if board is None:
        raise PageMissing(f"board {number}")
    seats = sorted(board.seats, key=lambda seat: seat.side == "second")
    return ScorebugOverlay(
        event=read_model.division.tournament.name,
        division=read_model.division.name,
        round=board.round,
        rounds=read_model.division.planned_rounds,
        board=number,
        players=tuple(_seated(read_model, board, seat) for seat in seats),
    )


def card(read_model: DivisionReadModel, number: int) -> CardOverlay:
    """Returns a player's card; PageMissing where nobody has this number, or plays elsewhere."""
    read_model.need_entry(number)
    return CardOverlay(
        event=read_model.division.tournament.name,
        division=read_model.division.name,
        player=_player(read_model, number),
        now=_now(read_model, number),
        last=_last(read_model, number),
    )


def table(read_model: DivisionReadModel) -> TableOverlay:
    """Returns the first of the standings."""
    rows = [row for row in read_model.table(read_model.published) if row.rank is not None]
    return TableOverlay(
        event=read_model.division.tournament.name,
        division=read_model.division.name,
        round=read_model.published,
        rounds=read_model.division.planned_rounds,
        players=tuple(_player(read_model, row.number) for row in rows[:TOP]),
    )


def ticker(read_model: DivisionReadModel) -> TickerOverlay:
    """Returns the results that came in last."""
    return TickerOverlay(
        event=read_model.division.tournament.name,
        division=read_model.division.name,
        lines=tuple(news(read_model, LAST)),
    )


def _seated(read_model: DivisionReadModel, board: BoardLine, seat: SeatLine) -> PlayerOverlay:
    known = board.reason is not None
    return _player(
        read_model,
        seat.entry,
        score="" if seat.score is None else str(seat.score),
        letter=letter_of(seat) if known else "",
        goes_first=seat.side == "first",
    )


def _player(
    read_model: DivisionReadModel,
    number: int,
    *,
    score: str = "",
    letter: str = "",
    goes_first: bool = False,
) -> PlayerOverlay:
    row = read_model.rows_after(read_model.published).get(number)
    if row is None:
        raise PageMissing(f"entry {number} plays elsewhere")
    place = places_of(read_model.table(read_model.published))
    return PlayerOverlay(
        number=number,
        name=read_model.sheet.entries[number].name,
        place=place[number].words,
        record=record(row.half_wins, row.half_losses),
        spread=signed(row.spread),
        rating=row.rating,
        score=score,
        letter=letter,
        goes_first=goes_first,
    )


def _now(read_model: DivisionReadModel, number: int) -> str:
    """Returns where the player sits in the last published round, empty once that game is over."""
    turn = read_model.turns(read_model.published).get(number) if read_model.published else None
    if turn is None or turn.board.reason is not None or turn.other is None:
        return ""
    return phrase(
        "Round {round}, board {board}, v {against}",
        round=turn.board.round,
        board=turn.board.number or 0,
        against=read_model.sheet.entries[turn.other.entry].name,
    )


def _last(read_model: DivisionReadModel, number: int) -> str:
    """Returns the player's last outcome, empty before the first."""
    done = [turn for turn in read_model.cards[number] if turn.board.reason is not None]
    if not done:
        return ""
    board, seat, other = done[-1]
    outcome = outcome_of(board, seat, other)
    if other is None:
        return outcome
    against = read_model.sheet.entries[other.entry].name
    said = {"letter": letter_of(seat), "outcome": outcome, "against": against}
    return phrase("{letter} {outcome} v {against}", **said)
