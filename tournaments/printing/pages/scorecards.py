"""Personal scorecards: a row a round, filled as far as play is known and blank after that."""

from __future__ import annotations

from typing import NamedTuple

from core.web.frame import Context
from core.wording import record, signed
from desk.qr import QrCode
from ratings.wording import rating
from tournaments.board_games.queries.entry_cards import cards_of
from tournaments.claiming import Mode
from tournaments.kernel.queries.sheet import BoardLine, EntryLine, SeatLine
from tournaments.overtime import of_position, score_with_overtime
from tournaments.printing.pages.layout import collated
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.wording import letter_of, outcome_of, side_word

ROWS_OF_HALF_A_SHEET = 12


class ScorecardRow(NamedTuple):
    """A round of a card in words, in the order of its columns; empty where nothing is known."""

    round: int
    board: str
    side: str
    number: str
    name: str
    rating: str
    letter: str
    own: str
    other: str
    spread: str
    record: str
    running: str


class Scorecard(NamedTuple):
    """A player's card; `code` is the link for the player's phone, None where none is printed.

    `go` and `pin` are typed where a phone reads no codes; empty where players report nothing.
    """

    entry: EntryLine
    rating: str
    rows: list[ScorecardRow]
    code: QrCode | None
    go: str
    pin: str


def scorecards(read_model: DivisionReadModel, reach: Reach) -> Context:
    """Returns the card of every entry that has not left, sheet by sheet.

    Two fit on a sheet of a short event; they are collated as slips are.
    """
    per_sheet = 2 if read_model.division.planned_rounds <= ROWS_OF_HALF_A_SHEET else 1
    entries = read_model.sheet.entries.values()
    left = {row.number for row in read_model.table(read_model.published) if row.withdrawn}
    here = [entry for entry in entries if entry.number not in left]
    codes = _codes(read_model, reach)
    cards = [_card(read_model, entry, codes.get(entry.pk, (None, "", ""))) for entry in here]
    return {"sheets": collated(cards, per_sheet), "half": per_sheet == 2}


def _codes(read_model: DivisionReadModel, reach: Reach) -> dict[int, tuple[QrCode, str, str]]:
    """Returns the link of each entry as a QR code, and a short address and a PIN, by its row.

    Two queries. There is none where links are hidden, and neither address nor PIN where players
    of the division report nothing.
    """
    if not (reach.links and reach.site):
        return {}
    division = read_model.division
    cards = cards_of(
        division.entries.select_related("division"),
        division.tournament,
        lambda path: f"{reach.site}{path}",
    )
    is_open = division.phone_mode != Mode.OFF
    typed = {row: (card.go, card.pin) if is_open else ("", "") for row, card in cards.items()}
    return {row: (card.qr, *typed[row]) for row, card in cards.items()}


def _card(
    read_model: DivisionReadModel, entry: EntryLine, ways: tuple[QrCode | None, str, str]
) -> Scorecard:
    played: dict[int, list[ScorecardRow]] = {}
    for turn in read_model.cards[entry.number]:
        played.setdefault(turn.board.round, []).append(_row(read_model, turn))
    rows = []
    for number in range(1, read_model.division.planned_rounds + 1):
        rows += played.get(number, [ScorecardRow(number, *[""] * 11)])
    return Scorecard(entry, rating(entry.rating), rows, *ways)


def _row(read_model: DivisionReadModel, turn: EntryRound) -> ScorecardRow:
    board, seat, other = turn
    against = read_model.sheet.entries[other.entry] if other else None
    known = board.reason is not None
    after = read_model.rows_after(board.round)[seat.entry]
    name = against.name if against else outcome_of(board, seat, other)
    if known and against and seat.score is None:
        name = f"{name} ({outcome_of(board, seat, other)})"
    return ScorecardRow(
        round=board.round,
        board=str(board.number or ""),
        side=side_word(seat, board),
        number=str(against.number) if against else "",
        name=name,
        rating=rating(against.rating) if against else "",
        letter=letter_of(seat) if known else "",
        own=_score(board, seat),
        other="" if other is None else _score(board, other),
        spread="" if seat.spread is None else signed(seat.spread),
        record=record(after.half_wins, after.half_losses) if known else "",
        running=signed(after.spread) if known else "",
    )


def _score(board: BoardLine, seat: SeatLine) -> str:
    """Returns a score with what overtime took off it; empty without one."""
    position = 0 if seat is board.one else 1
    return score_with_overtime(seat.score, *of_position(board.overtime, position))
