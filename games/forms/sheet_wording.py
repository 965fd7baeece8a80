"""The sentences about a line of a scoresheet, one for each finding."""

from __future__ import annotations

from typing import Any

from core.phrases import phrase
from games.engine.boards import BoardLayout
from games.engine.gcg.tokens import column_letters
from games.engine.sheet.counting import SheetFinding
from games.engine.sheet.lines import What

WHAT_WORDS = {
    What.PLAY: phrase("Play"),
    What.EXCHANGE: phrase("Exchange"),
    What.PASS: phrase("Pass"),
    What.OFF: phrase("Phoney off"),
    What.LOST: phrase("Challenge lost"),
    What.BONUS: phrase("Challenge points"),
    What.END_RACK: phrase("End rack"),
    What.RACK_LOST: phrase("Own rack"),
    What.TIME: phrase("Overtime"),
}
"""The kinds of line that a person can choose."""

_SURPLUS = {
    "where": phrase("A line “{kind}” has no square."),
    "word": phrase("A line “{kind}” has no tiles here."),
    "score": phrase("A line “{kind}” scores nothing."),
}

_SAID: dict[str, str] = {
    "where.missing": phrase("Give the square where it begins, such as 8D across or D8 down."),
    "where.unreadable": phrase("{text} is not a square; write 8D for across, D8 for down."),
    "word.missing": phrase("Give the tiles."),
    "word.brackets": phrase(
        "A parenthesis is missing: write ALI(QUANT) for tiles already on the board."
    ),
    "word.blanks": phrase(
        "Small letters are blanks; the set has {most}, and this play uses {count}."
    ),
    "rack.many": phrase("These are {count} tiles; there can be at most {most}."),
    "rack.lacks": phrase("The rack does not have {tile}."),
    "exchange.many": phrase("Between 1 and {most} tiles can be exchanged."),
    "points.missing": phrase("Give the points."),
    "points.unreadable": phrase("{text} is not a number of points."),
    "off.no_play": phrase("The line before is not a play that could be taken off."),
    "bonus.no_play": phrase("The line before is not a play that could have been challenged."),
    "end.nothing": phrase("Give the tiles; they do not follow from the lines above."),
    "tile.unknown": phrase("{text} contains something that is not a tile of this set."),
    "tile.bracket": phrase("The brackets in {text} do not contain a tile of several letters."),
    "play.coordinate": phrase("This square is not on the board."),
    "play.off_board": phrase("It runs {over} off the edge of the board."),
    "play.no_tile": phrase("There is no tile on {square}."),
    "play.conflict": phrase("{there} is on {square}, not {tile}."),
    "play.nothing_new": phrase("It places no tile."),
    "play.centre": phrase("The first play must cover {centre}."),
    "play.apart": phrase("It does not touch a tile on the board."),
    "score.differs": phrase("It scores {right}, not {stated}."),
    "bag.over": phrase("The set has {there} {tile}, but {count} are used."),
    "turn.again": phrase("The same player has two turns in a row."),
    "words.missing": phrase("Not in the lexicon: {words}."),
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
