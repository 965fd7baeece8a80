"""Result slips, four on a sheet."""

from __future__ import annotations

from typing import NamedTuple

from core.web.frame import Context
from core.wording import record, signed
from ratings.wording import rating
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.printing.pages.badges import boards_of
from tournaments.printing.pages.layout import collated
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.wording import side_word

PER_SHEET = 4
_NEVER_PLAYED = ("forfeit", "both_absent")


class SlipPlayer(NamedTuple):
    """A side of a slip, with the record and spread before the round; blank on a blank slip."""

    number: int | None
    name: str
    rating: str
    side: str
    record: str
    spread: str


class Slip(NamedTuple):
    """A slip: who goes first is named first; `drawn` where the start is drawn at the board."""

    round: int | None
    board: str
    players: tuple[SlipPlayer, SlipPlayer]
    drawn: bool


_NOBODY = SlipPlayer(None, "", "", "", "", "")
BLANK = Slip(None, "", (_NOBODY, _NOBODY), drawn=True)


def slips(read_model: DivisionReadModel, number: int) -> Context:
    """Returns the slips of every game of a round that can be played, sheet by sheet.

    A board that was decided before it began (a forfeit) needs no slip, nor does who sits out.
    """
    boards = [
        b for b in read_model.sheet.by_round[number] if b.two and b.reason not in _NEVER_PLAYED
    ]
    boards.sort(key=lambda board: (not board.number, board.number or 0, board.slot))
    return {"sheets": collated([_slip(read_model, board) for board in boards], PER_SHEET)}


def blank_slips(_book: DivisionReadModel, _number: int) -> Context:
    """Returns one sheet of slips to be filled in by hand."""
    return {"sheets": [[BLANK] * PER_SHEET]}


def board_slips(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns a blank slip for every board of the division, sheet by sheet."""
    boards = range(1, boards_of(read_model) + 1)
    blanks = [Slip(None, str(board), (_NOBODY, _NOBODY), drawn=True) for board in boards]
    return {"sheets": collated(blanks, PER_SHEET)}


def _slip(read_model: DivisionReadModel, board: BoardLine) -> Slip:
    # The player who goes first is listed first; a draw leaves the order of the sheet.
    one, two = sorted(board.seats, key=lambda seat: seat.side == "second")
    players = (_player(read_model, board.round, one), _player(read_model, board.round, two))
    drawn = (one.side, two.side) != ("first", "second")
    return Slip(board.round, str(board.number or ""), players, drawn)


def _player(read_model: DivisionReadModel, number: int, seat: SeatLine) -> SlipPlayer:
    entry = read_model.sheet.entries[seat.entry]
    before = read_model.rows_after(number - 1)[seat.entry]
    return SlipPlayer(
        number=entry.number,
        name=entry.name,
        rating=rating(entry.rating),
        side=side_word(seat),
        record=record(before.half_wins, before.half_losses),
        spread=signed(before.spread),
    )
