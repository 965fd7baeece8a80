"""Plays on boards of every kind score what the plainest way of counting gives."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st

from games.engine.boards import PREMIUMS, board_of
from games.engine.position import Placed, PlayError, Position
from games.engine.tiling import AS_BLANK, THROUGH, tiling
from tests.depth import examples
from tests.domain.games.checking.slow_scoring import Cells, outcome

SETS = ("en", "es", "ca", "hu", "pl", "en-super")


Drawn = tuple[list[list[str]], str, Cells, tuple[int, int, bool, str]]


@st.composite
def positions(draw: st.DrawFn) -> Drawn:
    """Returns premiums, a tile set, the tiles on the board and a play that mostly fits them."""
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(5, 9))
    premiums = [random.choices(PREMIUMS, k=size) for _ in range(size)]
    key = draw(st.sampled_from(SETS))
    letters = sorted(tiling(key).letters)
    tiles = letters + [chr(ord(code) + AS_BLANK) for code in letters]
    density = draw(st.sampled_from([0, 0.1, 0.3, 0.6]))
    everywhere = [(row, column) for row in range(size) for column in range(size)]
    cells = {square: random.choice(tiles) for square in everywhere if random.random() < density}
    row, column, across = random.randrange(size), random.randrange(size), draw(st.booleans())
    if not cells and draw(st.booleans()):
        row = column = (size - 1) // 2
    longest = size - (column if across else row)
    word = ""
    for n in range(random.randint(1, longest) + (random.random() < 0.05)):
        there = cells.get((row, column + n) if across else (row + n, column))
        by_the_way = random.random()
        if there is None:
            word += THROUGH if by_the_way > 0.98 else random.choice(tiles)
        else:
            word += THROUGH if by_the_way < 0.8 else there if by_the_way < 0.98 else letters[0]
    return premiums, key, cells, (row, column, across, word)


@examples(400)
@given(positions(), st.integers(1, 9), st.lists(st.integers(0, 90), max_size=3))
def test_a_play_comes_to_what_the_plain_way_gives(
    drawn: Drawn,
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
    drawn: Drawn,
) -> None:
    premiums, key, cells, (row, column, _, word) = drawn
    made = board_of("made", "Made", [" ".join(line) for line in premiums])
    position = Position(made, tiling(key))
    size = len(premiums)
    laid = tuple((r * size + c, tile) for (r, c), tile in cells.items())
    position.put(Placed(laid, (), 0, False, ""))
    told: list[tuple[int | str, list[str]]] = []
    for across in (True, False):
        try:
            placed = position.place(row, column, across, word[0])
            told.append((placed.score, sorted(placed.words)))
        except PlayError as error:
            told.append((error.code, []))
    assert told[0] == told[1]
