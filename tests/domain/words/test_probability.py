"""Probability order: the ways to draw a word's tiles, counted plainly, and places by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.probability import odds_of, ways_to_draw
from lexicon.words.tables import table_of_words
from lexicon.words.tiles import Tile, TileSet, tile_sets
from tests.domain.words.invented import TILES, codes_of, invented, listed

SMALL = TileSet(
    "small",
    "Small",
    blanks=2,
    longest=5,
    tiles=(Tile("A", 2, 1, True), Tile("B", 1, 3, False), Tile("C", 3, 3, False)),
    ambiguous=frozenset(),
)


def ways(word: str, tile_set: TileSet, blanks: int) -> int:
    """Returns the ways to draw a word, summed over every choice of tiles to be blanks."""
    total = 0
    for as_blanks in _parts_of(Counter(word), blanks):
        drawn = Counter(word) - as_blanks
        by_tile = (comb(tile_set.by_code[code].count, n) for code, n in drawn.items())
        total += comb(blanks, as_blanks.total()) * prod(by_tile)
    return total


def _parts_of(tiles: Counter[str], most: int) -> Iterator[Counter[str]]:
    ordered = sorted(tiles.elements())
    chosen = {part for size in range(most + 1) for part in combinations(ordered, size)}
    return map(Counter, chosen)


@given(st.text("ABC", min_size=3, max_size=3))
def test_it_is_the_number_of_racks_that_hold_the_word(word: str) -> None:
    bag = [*"AABCCC??"]
    racks = (Counter(rack) for rack in combinations(bag, 3))
    held = sum((Counter(word) - rack).total() <= rack["?"] for rack in racks)
    (found,) = ways_to_draw(table_of_words([word], 3), SMALL, 2)
    assert found == held


@given(
    st.sampled_from(["en", "es", "hu", "en-super"]).flatmap(
        lambda key: st.tuples(
            st.just(key),
            st.text("".join(tile_sets()[key].by_code), min_size=2, max_size=15),
            st.booleans(),
        )
    )
)
def test_it_is_the_sum_over_what_the_blanks_stand_for(case: tuple[str, str, bool]) -> None:
    key, word, counts_blanks = case
    tile_set = tile_sets()[key]
    blanks = tile_set.blanks if counts_blanks else 0
    (found,) = ways_to_draw(table_of_words([word], len(word)), tile_set, blanks)
    assert found == ways(word, tile_set, blanks)


def test_numbers_beyond_64_bits_are_exact() -> None:
    super_english = tile_sets()["en-super"]
    word = "AEIONRTSLDGUABEIMHOPR"
    (found,) = ways_to_draw(table_of_words([word], 21), super_english, 4)
    assert found == ways(word, super_english, 4) > 2**64


@pytest.mark.parametrize("key", sorted(TILES))
@pytest.mark.parametrize("counts_blanks", [True, False])
def test_the_order_is_by_ways_and_then_by_the_alphabet_in_each_length(
    key: str, counts_blanks: bool
) -> None:
    files, words = invented(key)
    tile_set = files.tile_set
    blanks = tile_set.blanks if counts_blanks else 0
    placed = odds_of(files, tile_set, blanks=counts_blanks).of(list(words))
    for length in files.lengths:
        group = [word for word in words if len(word) == length]
        naive = sorted(group, key=lambda word: (-ways(word, tile_set, blanks), word))
        assert sorted(group, key=placed.__getitem__) == naive
        assert sorted(placed[word] for word in group) == list(range(1, len(group) + 1))


def test_blanks_change_the_order(tmp_path: Path) -> None:
    english = tile_sets()["en"]
    files = listed(tmp_path, english, {"ZZZ", "JJJ", "KOB", "PIZZA", "JAZZY"})
    assert odds_of(files, english).of(["PIZZA", "JAZZY"]) == {"PIZZA": 1, "JAZZY": 2}
    assert ways_to_draw(table_of_words(["PIZZA"], 5), english, 0)[0] == 0
    assert ways_to_draw(table_of_words(["PIZZA"], 5), english, 2)[0] > 0
    ranks = odds_of(files, english, blanks=False).of(["JJJ", "KOB", "ZZZ"])
    assert ranks == {"KOB": 1, "JJJ": 2, "ZZZ": 3}


def test_each_tile_set_of_one_alphabet_has_an_order_of_its_own(tmp_path: Path) -> None:
    english, large = tile_sets()["en"], tile_sets()["en-super"]
    files = listed(tmp_path, english, {codes_of(english, *word) for word in ("QI", "XI", "CH")})
    orders = [
        odds_of(files, tiles, blanks=False).of(["CH", "QI", "XI"]) for tiles in (english, large)
    ]
    naive = [
        sorted(["CH", "QI", "XI"], key=lambda word: (-ways(word, tiles, 0), word))
        for tiles in (english, large)
    ]
    assert [sorted(order, key=order.__getitem__) for order in orders] == naive
    assert files.path("en.odds") != files.path("en-super.odds")
