"""Properties of any tiles and any text, in every language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.errors import WordError
from lexicon.words.spelling import lowered, one_reading, readings, spelled, written
from lexicon.words.tiles import TileSet, tile_sets

each_set = pytest.mark.parametrize("tiles", tile_sets().values(), ids=tile_sets())


def answer(asked: Callable[[], Sequence[str]]) -> Sequence[Any]:
    """Returns the value of a call, or the code and parameters of the error that it raises."""
    try:
        return asked()
    except WordError as error:
        return error.code, error.params


def any_tiles(tiles: TileSet) -> st.SearchStrategy[str]:
    return st.text(st.sampled_from(sorted(tiles.by_code)), min_size=1, max_size=tiles.longest)


def any_text(tiles: TileSet) -> st.SearchStrategy[str]:
    """Texts that are nearly words: tiles, letters of tiles, brackets, and strays."""
    parts = [tile.text for tile in tiles.tiles if len(tile.text) > 1]
    parts += [f"[{part}]" for part in parts]
    letters = sorted({letter for tile in tiles.tiles for letter in tile.text})
    pieces = st.one_of(
        st.sampled_from([*parts, *letters]),
        st.sampled_from([letter.lower() for letter in letters]),
        st.sampled_from([*"[]<>!019.-? ", "ß", "œ", "é", "ı", "i̇", "\u0303", "\u00ad"]),
    )
    return st.lists(pieces, max_size=9).map("".join)


@each_set
@given(data=st.data())
def test_tiles_that_are_spelled_are_read_as_the_same_tiles(
    tiles: TileSet, data: st.DataObject
) -> None:
    codes = data.draw(any_tiles(tiles))
    text = spelled(tiles, codes)
    assert one_reading(tiles, text, brackets_only=True) == codes
    assert readings(tiles, text, brackets_only=True) == (codes,)


@each_set
@given(data=st.data())
def test_tiles_that_are_written_are_among_the_readings(tiles: TileSet, data: st.DataObject) -> None:
    codes = data.draw(any_tiles(tiles))
    found = answer(partial(readings, tiles, written(tiles, codes)))
    if found == ("word.readings", {"text": written(tiles, codes)}):
        return
    # Where Spanish letters meet as in C and H they are read as CH: only brackets part them.
    texts = [tiles.by_code[code].text for code in codes]
    meeting = {one[-1] + other[0] for one, other in pairwise(texts)}
    assert codes in found or meeting & (set(tiles.codes) - tiles.ambiguous)
    assert len(found) == len(set(found)) <= 64


@each_set
@given(data=st.data())
def test_blanks_are_read_as_the_tiles_that_they_stand_for(
    tiles: TileSet, data: st.DataObject
) -> None:
    codes = data.draw(any_tiles(tiles))
    small = lowered(tiles, codes)
    bracketed = "".join(f"[{lowered(tiles, code).strip('[]')}]" for code in codes)
    assert not any(code in small for code in tiles.codes if len(code) == 1)
    assert readings(tiles, bracketed) == (codes,)


@each_set
@pytest.mark.parametrize("coded", [False, True])
@pytest.mark.parametrize("brackets_only", [False, True])
@given(data=st.data())
def test_whole_lists_are_read_the_quick_way_as_single_words_are_the_long_way(
    tiles: TileSet, coded: bool, brackets_only: bool, data: st.DataObject
) -> None:
    text = data.draw(any_text(tiles))
    how = {"coded": coded, "brackets_only": brackets_only}
    every = answer(partial(readings, tiles, text, **how))
    only, first = (
        answer(partial(one_reading, tiles, text, longest=longest, **how))
        for longest in (False, True)
    )
    if every[0] == "word.readings":
        assert only[0] == "word.ambiguous"
    elif isinstance(every[-1], dict):
        assert only == first == every
    elif len(every) == 1:
        assert only == first == every[0]
    else:
        shown = tuple(spelled(tiles, codes) for codes in every)
        assert first == every[0]
        assert only == ("word.ambiguous", {"text": text, "readings": shown})
