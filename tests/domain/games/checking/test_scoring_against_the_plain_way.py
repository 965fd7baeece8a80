"""Plays on boards of every kind score what the plainest way of counting gives."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st

from games.engine.boards import PREMIUMS, board_of
from games.engine.position import Placed, PlayError, Position
from games.engine.tiling import AS_BLANK, THROUGH, tiling
from tests.domain.games.checking.slow_scoring import Cells, outcome

SETS = ("en", "es", "ca", "hu", "pl", "en-super")


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[list[str]], str, Cells, tuple[int, int, bool, str]]:
    """Returns premiums, a tile set, the tiles on the board and a play that often fits them."""
    size = draw(st.integers(5, 9))
    square = st.sampled_from(PREMIUMS)
    premiums = draw(
        st.lists(st.lists(square, min_size=size, max_size=size), min_size=size, max_size=size)
    )
    key = draw(st.sampled_from(SETS))
    letters = sorted(tiling(key).letters)
    tile = st.sampled_from(letters + [chr(ord(code) + AS_BLANK) for code in letters])
    place = st.integers(0, size - 1)
    cells = draw(
        st.dictionaries(st.tuples(place, place), tile, max_size=draw(st.sampled_from([0, 6, 30])))
    )
    row, column, across = draw(place), draw(place), draw(st.booleans())
    left = size - (column if across else row)
    length = draw(st.integers(1, left + draw(st.sampled_from([0, 0, 0, 1]))))
    word = ""
    for n in range(length):
        there = cells.get((row, column + n) if across else (row + n, column))
        fits = draw(st.integers(0, 20))
        word += (
            draw(tile)
            if (there is None) == bool(fits)
            else (there or THROUGH)
            if fits % 2
            else THROUGH
        )
    return premiums, key, cells, (row, column, across, word)


@given(positions(), st.integers(1, 9), st.lists(st.integers(0, 90), max_size=3))
def test_a_play_comes_to_what_the_plain_way_gives(
    drawn: tuple[list[list[str]], str, Cells, tuple[int, int, bool, str]],
    bingo_tiles: int,
    bonuses: list[int],
) -> None:
    premiums, key, cells, play = drawn
    size, tiles = len(premiums), tiling(key)
    made = board_of("made", "Made", [" ".join(row) for row in premiums])
    position = Position(made, tiles, bingo_tiles, tuple(bonuses))
    laid = tuple((row * size + column, tile) for (row, column), tile in cells.items())
    position.put(Placed(laid, (), 0, False, ""))
    told: tuple[int, list[str]] | str
    try:
        placed = position.place(*play)
        told = placed.score, sorted(placed.words)
    except PlayError as error:
        told = error.code
    due = outcome(premiums, tiles.points, cells, play, (bingo_tiles, bonuses))
    # The plain way knows no letter that is written for a blank.
    if due == "play.conflict" and told != due:
        through = "".join(
            cells.get((play[0], play[1] + n) if play[2] else (play[0] + n, play[1]), tile)
            for n, tile in enumerate(play[3])
        )
        due = outcome(premiums, tiles.points, cells, (*play[:3], through), (bingo_tiles, bonuses))
    event(due if isinstance(due, str) else "laid")
    assert told == due


@given(positions())
def test_a_play_of_one_tile_scores_the_same_across_and_down(
    drawn: tuple[list[list[str]], str, Cells, tuple[int, int, bool, str]],
) -> None:
    premiums, key, cells, (row, column, _, word) = drawn
    made = board_of("made", "Made", [" ".join(line) for line in premiums])
    position = Position(made, tiling(key))
    size = len(premiums)
    laid = tuple((r * size + c, tile) for (r, c), tile in cells.items())
    position.put(Placed(laid, (), 0, False, ""))
    told = []
    for across in (True, False):
        try:
            placed = position.place(row, column, across, word[0])
            told.append((placed.score, sorted(placed.words)))
        except PlayError as error:
            told.append((error.code, []))
    assert told[0] == told[1]
