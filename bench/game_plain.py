"""The obvious checker of a GCG file, as one writes it on an afternoon: English, two players.

It re-scores every play on a dictionary of squares and adds up the totals, the withdrawn plays and
the racks at the end. It is the peer of `games.engine.checking` in `python -m bench games`.
"""

from __future__ import annotations

import re
from collections import Counter

POINTS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
        strict=True,
    )
)
LAYOUT = (
    "=..'...=...'..=", ".-...\"...\"...-.", "..-...'.'...-..", "'..-...'...-..'",
    "....-.....-....", ".\"...\"...\"...\".", "..'...'.'...'..", "=..'...-...'..=",
    "..'...'.'...'..", ".\"...\"...\"...\".", "....-.....-....", "'..-...'...-..'",
    "..-...'.'...-..", ".-...\"...\"...-.", "=..'...=...'..=",
)  # fmt: skip
LETTER = {"'": 2, '"': 3}
WORD = {"-": 2, "=": 3}
MOVE = re.compile(r"(?:(\d+)([A-Oa-o])|([A-Oa-o])(\d+))$")

Square = tuple[int, int]


def worth(tiles: str) -> int:
    """Returns the points of tiles; blanks and lower case count nothing."""
    return sum(POINTS.get(tile, 0) for tile in tiles)


def deviations(text: str) -> list[str]:
    """Returns a sentence for each thing that is wrong in a file."""
    board: dict[Square, str] = {}
    totals: Counter[str] = Counter()
    wrong: list[str] = []
    last: list[Square] = []
    bag = 100
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith(">"):
            continue
        nick, _, rest = line[1:].partition(":")
        words = rest.split()
        stated, total = int(words[-2]), int(words[-1])
        if len(words) > 3 and (found := MOVE.match(words[1])):
            last, right = _played(board, found, words[2])
            if Counter(words[0]) - Counter(words[0].upper()) or len(words[0]) > 7:
                wrong.append(f"line {number}: rack")
            bag -= len(last)
        elif words[-3] == "--":
            right = stated
            for square in last:
                del board[square]
            bag += len(last)
        elif words[-3] in ("(challenge)", "(time)"):
            right = stated
        elif words[-3].startswith("("):
            right = worth(words[-3]) * (2 if words[0] == words[-3] else -1)
        else:
            right = 0
        totals[nick] += right
        if right != stated:
            wrong.append(f"line {number}: scores {right}, not {stated}")
        if totals[nick] != total:
            wrong.append(f"line {number}: totals {totals[nick]}, not {total}")
    if bag < 0:
        wrong.append("more tiles than there are")
    return wrong


def _played(board: dict[Square, str], found: re.Match[str], word: str) -> tuple[list[Square], int]:
    """Lays a play, and returns the squares that it covers with its score."""
    across = found[1] is not None
    row = int(found[1] or found[4]) - 1
    column = ord((found[2] or found[3]).upper()) - 65
    laid, score, times, crosses = [], 0, 1, 0
    for place, tile in enumerate(word):
        square = (row, column + place) if across else (row + place, column)
        if tile == ".":
            score += worth(board[square])
            continue
        premium = LAYOUT[square[0]][square[1]]
        here = worth(tile) * LETTER.get(premium, 1)
        score += here
        times *= WORD.get(premium, 1)
        crosses += _crossing(board, square, across, here) * WORD.get(premium, 1)
        laid.append((square, tile))
    board.update(laid)
    along = score * times if len(word) > 1 else 0
    return [square for square, _ in laid], along + crosses + 50 * (len(laid) == 7)


def _crossing(board: dict[Square, str], square: Square, across: bool, here: int) -> int:
    """Returns the points of the word across a laid tile, 0 where there is none."""
    down, right = (1, 0) if across else (0, 1)
    found = ""
    for way in (-1, 1):
        row, column = square[0] + way * down, square[1] + way * right
        while tile := board.get((row, column), ""):
            found += tile
            row, column = row + way * down, column + way * right
    return worth(found) + here if found else 0
