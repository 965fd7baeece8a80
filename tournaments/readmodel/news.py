"""The results of a division that came in last, in the words in which they are told."""

from __future__ import annotations

from core.phrases import phrase
from core.wording import DASH
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.wording import note_of

MOST = 6
"""How many results a page tells: more do not come in between two looks at it."""


def last_results(read_model: DivisionReadModel, most: int = MOST) -> list[BoardLine]:
    """Returns the games of the last two published rounds whose results came in last, newest first.

    A corrected result keeps its place. Where nobody sat opposite there is no game to tell of.
    """
    rounds = read_model.sheet.by_round
    boards = [
        board
        for number in sorted(rounds)[-2:]
        for board in rounds[number]
        if board.arrival is not None and board.two is not None
    ]
    return sorted(boards, key=lambda board: board.arrival or 0, reverse=True)[:most]


def news(read_model: DivisionReadModel, most: int = MOST) -> list[str]:
    """Returns the last results in words, newest first."""
    return [result_told(read_model.sheet, board) for board in last_results(read_model, most)]


def result_told(sheet: Sheet, board: BoardLine) -> str:
    """Returns a result of a game in words, the winner first; without scores, what there was."""
    won, lost = sorted(board.seats, key=lambda seat: seat.won, reverse=True)
    winner, loser = sheet.entries[won.entry].name, sheet.entries[lost.entry].name
    if won.score is None:
        return phrase(
            "Board {board} in: {winner} v {loser}, {note}",
            board=board.number or DASH,
            winner=winner,
            loser=loser,
            note=note_of(board, sheet),
        )
    return phrase(
        "Board {board} in: {winner} {scores} {loser}",
        board=board.number or DASH,
        winner=winner,
        scores=f"{won.score}{DASH}{lost.score}",
        loser=loser,
    )
