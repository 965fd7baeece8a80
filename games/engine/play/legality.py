"""The legal moves: a play of tiles on the rack that fits the board, an exchange, a pass."""

from __future__ import annotations

from games.engine.play.bag import as_tiles, without
from games.engine.play.errors import MoveError
from games.engine.position import Placed, Position
from games.engine.rulesets import RuleSet
from games.engine.tiling import BLANK, THROUGH


def exchange_limit(rules: RuleSet, in_bag: int, on_rack: int) -> int:
    """Returns the most tiles that can be exchanged now, 0 where none can.

    There have to be `exchange_min_bag` in the bag: 7 nearly everywhere, 1 in Spanish play.
    """
    return min(in_bag, on_rack) if in_bag >= rules.exchange_min_bag else 0


def check_exchange(rules: RuleSet, bag: str, rack: str, tiles: str) -> str:
    """Returns the tiles that stay on the rack when `tiles` are exchanged.

    Raises MoveError `exchange.nothing`, `exchange.bag` (in_bag, needed), `exchange.too_many`
    (tiles, most) or `tiles.missing` (tiles).
    """
    if not tiles:
        raise MoveError("exchange.nothing")
    kept = without(rack, tiles)
    if len(bag) < rules.exchange_min_bag:
        raise MoveError("exchange.bag", in_bag=len(bag), needed=rules.exchange_min_bag)
    most = exchange_limit(rules, len(bag), len(rack))
    if len(tiles) > most:
        raise MoveError("exchange.too_many", tiles=len(tiles), most=most)
    return kept


def check_play(
    position: Position, rack: str, row: int, column: int, across: bool, word: str
) -> tuple[Placed, str]:
    """Returns a play as it would lie, and what then stays on the rack.

    `word` is in codes, a blank with the letter it stands for. Raises MoveError `play.unknown_tile`
    (tile) or `tiles.missing` (tiles), and `games.engine.position.PlayError` where it does not fit.
    """
    for code in word:
        if code == BLANK or (code != THROUGH and code not in position.tiling.points):
            raise MoveError("play.unknown_tile", tile=code)
    placed = position.place(row, column, across, word)
    used = as_tiles(position.tiling, (code for _, code in placed.laid))
    return placed, without(rack, used)


def as_written(position: Position, placed: Placed, across: bool) -> tuple[int, int, bool, str]:
    """Returns row, column, direction and codes of a play as a record writes it.

    From the first square of its word with the tiles before it, THROUGH for each that is
    there. A single tile is written along the line in which it makes a word. `position` is the
    board before the play.
    """
    codes = dict(placed.laid)
    first, text = _line(position, codes, across)
    if len(text) == 1:
        other = _line(position, codes, not across)
        if len(other[1]) > 1:
            (first, text), across = other, not across
    row, column = divmod(first, position.board.size)
    return row, column, across, text


def _line(position: Position, codes: dict[int, str], across: bool) -> tuple[int, str]:
    """Returns the first square and the codes of what the laid tiles are part of in a direction."""
    board = position.board
    step = 1 if across else board.size

    def follows(square: int, way: int) -> bool:
        row, column = divmod(square, board.size)
        line = (row, column + way) if across else (row + way, column)
        beside = board.square(*line)
        return beside is not None and bool(beside in codes or position.tile_at(beside))

    first = last = next(iter(codes))
    while follows(first, -1):
        first -= step
    while follows(last, 1):
        last += step
    return first, "".join(codes.get(n, THROUGH) for n in range(first, last + 1, step))
