"""The score of a play, worked out in the plainest way: lay it, read every line, count.

It shares nothing with `games.engine.position` but the names of premiums.
"""

from __future__ import annotations

Cells = dict[tuple[int, int], str]


def outcome(
    premiums: list[list[str]],
    points: dict[str, int],
    cells: Cells,
    play: tuple[int, int, bool, str],
    bingo: tuple[int, list[int]],
) -> tuple[int, list[str]] | str:
    """Returns the score and the words of a play, sorted, or why it cannot be laid."""
    row, column, across, word = play
    size = len(premiums)
    squares = [(row, column + n) if across else (row + n, column) for n in range(len(word))]
    if (row, column) not in _all(size):
        return "play.coordinate"
    if any(square not in _all(size) for square in squares):
        return "play.off_board"
    new: Cells = {}
    for square, tile in zip(squares, word, strict=True):
        there = cells.get(square)
        if there is None and tile == ".":
            return "play.no_tile"
        if there is not None and tile not in (".", there):
            return "play.conflict"
        if there is None:
            new[square] = tile
    if not new:
        return "play.nothing_new"
    after = cells | new
    if not cells and ((size - 1) // 2, (size - 1) // 2) not in new:
        return "play.centre"
    if cells and not any(neighbour in cells for square in new for neighbour in _beside(square)):
        return "play.apart"
    words = [line for line in _lines(after) if any(square in new for square in line)]
    if not words:
        words = [list(new)]
    least, bonuses = bingo
    score = sum(_count(line, new, after, premiums, points) for line in words)
    if len(new) >= least and bonuses:
        score += (bonuses + [bonuses[-1]] * len(new))[len(new) - least]
    return score, sorted("".join(after[square] for square in line) for line in words)


def _all(size: int) -> set[tuple[int, int]]:
    return {(row, column) for row in range(size) for column in range(size)}


def _beside(square: tuple[int, int]) -> list[tuple[int, int]]:
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def _lines(cells: Cells) -> list[list[tuple[int, int]]]:
    """Returns the squares of every word of two tiles or more on the board."""
    lines = []
    for down, right in ((0, 1), (1, 0)):
        for row, column in cells:
            if (row - down, column - right) in cells:
                continue
            line = [(row, column)]
            while (line[-1][0] + down, line[-1][1] + right) in cells:
                line.append((line[-1][0] + down, line[-1][1] + right))
            if len(line) > 1:
                lines.append(line)
    return lines


def _count(
    line: list[tuple[int, int]],
    new: Cells,
    cells: Cells,
    premiums: list[list[str]],
    points: dict[str, int],
) -> int:
    total, times = 0, 1
    for square in line:
        worth = points[cells[square]]
        if square in new:
            premium = premiums[square[0]][square[1]]
            if premium.endswith("L"):
                worth *= int(premium[0])
            if premium.endswith("W"):
                times *= int(premium[0])
        total += worth
    return total * times
