"""The sentences about a line of a scoresheet, one for each finding."""

from __future__ import annotations

from typing import Any

from games.engine.boards import BoardLayout
from games.engine.gcg.tokens import column_letters
from games.engine.sheet.counting import SheetFinding
from games.engine.sheet.lines import What

WHAT_WORDS = {
    What.PLAY: "Play",
    What.EXCHANGE: "Exchange",
    What.PASS: "Pass",
    What.OFF: "Phoney off",
    What.LOST: "Challenge lost",
    What.BONUS: "Challenge points",
    What.END_RACK: "End rack",
    What.RACK_LOST: "Own rack",
    What.TIME: "Overtime",
}
"""The kinds of line that a person can choose."""

_SURPLUS = {
    "where": "A line “{kind}” has no square.",
    "word": "A line “{kind}” has no tiles here.",
    "score": "A line “{kind}” scores nothing.",
}

_SAID: dict[str, str] = {
    "where.missing": "Give the square where it begins, such as 8D across or D8 down.",
    "where.unreadable": "{text} is not a square; write 8D for across, D8 for down.",
    "word.missing": "Give the tiles.",
    "word.brackets": "A parenthesis is missing: write ALI(QUANT) for tiles already on the board.",
    "word.blanks": "Small letters are blanks; the set has {most}, and this play uses {count}.",
    "rack.many": "These are {count} tiles; there can be at most {most}.",
    "rack.lacks": "The rack does not have {tile}.",
    "exchange.many": "Between 1 and {most} tiles can be exchanged.",
    "points.missing": "Give the points.",
    "points.unreadable": "{text} is not a number of points.",
    "off.no_play": "The line before is not a play that could be taken off.",
    "bonus.no_play": "The line before is not a play that could have been challenged.",
    "end.nothing": "Give the tiles; they do not follow from the lines above.",
    "tile.unknown": "{text} contains something that is not a tile of this set.",
    "tile.bracket": "The brackets in {text} do not contain a tile of several letters.",
    "play.coordinate": "This square is not on the board.",
    "play.off_board": "It runs {over} off the edge of the board.",
    "play.no_tile": "There is no tile on {square}.",
    "play.conflict": "{there} is on {square}, not {tile}.",
    "play.nothing_new": "It places no tile.",
    "play.centre": "The first play must cover {centre}.",
    "play.apart": "It does not touch a tile on the board.",
    "score.differs": "It scores {right}, not {stated}.",
    "bag.over": "The set has {there} {tile}, but {count} are used.",
    "turn.again": "The same player has two turns in a row.",
    "words.missing": "Not in the lexicon: {words}.",
}


def said(finding: SheetFinding, board: BoardLayout) -> str:
    """Returns the sentence for a finding about a line."""
    if finding.code == "line.surplus":
        kind = WHAT_WORDS[What(finding.params["what"])]
        return _SURPLUS[finding.field].format(kind=kind)
    shown = {name: _shown(name, value, board) for name, value in finding.params.items()}
    return _SAID[finding.code].format(**shown, centre=square_name(board, board.centre))


def square_name(board: BoardLayout, square: int) -> str:
    """Returns a square as people call it: H8."""
    row, column = divmod(square, board.size)
    return f"{column_letters(column)}{row + 1}"


def _shown(name: str, value: Any, board: BoardLayout) -> str:
    if name == "square":
        return square_name(board, value)
    if name == "words":
        return ", ".join(value)
    return f"“{value[:30]}”" if name == "text" else str(value)
