"""The board of a scoresheet as far as it is typed."""

from __future__ import annotations

from typing import Any, Protocol

from games.engine.boards import board
from games.engine.checking import GameTerms, check_record
from games.engine.frames import frames
from games.engine.sheet.counting import SheetTerms
from games.engine.sheet.scoresheet import CountedScoresheet
from games.engine.tiling import tiling
from games.pages.board import draw, signs_of


class CountedSheet(Protocol):
    """A scoresheet that was counted; both are None before."""

    sheet: CountedScoresheet | None
    terms: SheetTerms | None


def sheet_board(scoresheet: CountedSheet) -> dict[str, Any]:
    """Returns the context of `games/_board.html` after the last line that could be counted.

    Nothing where no turn was. No word is looked up for it.
    """
    sheet, terms = scoresheet.sheet, scoresheet.terms
    if sheet is None or terms is None:
        return {}
    ground = board(terms.board)
    game_terms = GameTerms(rules=terms.rules, board=terms.board, tiles=terms.tiles)
    positions = frames(check_record(sheet.record, game_terms), rack_size=terms.rules.rack_size)
    last = len(positions) - 1
    signs = signs_of(ground, tiling(terms.tiles))
    return {
        "board": draw(ground, signs, positions, last, bad=False),
        "number": last,
        "last": last,
    }
