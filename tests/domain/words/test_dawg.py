"""The packed DAWG: it holds the words of its list and no others, in as few states as can be."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.dawg import Dawg, open_dawg, pack, write_dawg
from lexicon.words.errors import WordError
from lexicon.words.files import mapped
from lexicon.words.kwg import ENDS_WORD, LAST_SIBLING, TILE_SHIFT, kwg_words
from lexicon.words.tiles import tile_sets
from tests.domain.words.invented import TILES, invented, listed

TILES_HERE = 5
WORDS = st.sets(st.text("ABCDE", min_size=1, max_size=6), min_size=1, max_size=60)
SMALL = {"TAP", "TAPS", "TOP", "TOPS"}
"""The words of the example in docs/algorithms/words.md."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that one test after the other writes anew."""
    return tmp_path_factory.mktemp("dawg") / "list.dawg"


def dawg_of(place: Path, words: set[str], tiles: int = TILES_HERE) -> Dawg:
    """Returns a DAWG written and opened again."""
    write_dawg(place, sorted(words), tiles=tiles)
    return Dawg(mapped(place), tiles=tiles)


def endings(words: set[str]) -> int:
    """Returns how many different sets of endings the beginnings of words have: the states needed.

    Two beginnings that can go on in just the same ways need one state (Myhill and Nerode).
    """
    beginnings = {word[:n] for word in words for n in range(len(word) + 1)} | {""}
    return len(
        {
            frozenset(word[len(begun) :] for word in words if word.startswith(begun))
            for begun in beginnings
        }
    )


@given(words=WORDS, others=st.lists(st.text("ABCDE", max_size=7)))
def test_it_holds_its_words_in_order_and_no_others(
    place: Path, words: set[str], others: list[str]
) -> None:
    dawg = dawg_of(place, words)
    assert list(dawg.words()) == sorted(words)
    assert dawg.count == len(words)
    assert [dawg.holds(each) for each in others] == [each in words for each in others]


@given(words=WORDS)
def test_it_has_no_more_states_than_the_words_need(place: Path, words: set[str]) -> None:
    assert dawg_of(place, words).states == endings(words)


@given(words=WORDS, begun=st.text("ABCDE", max_size=4))
def test_a_walk_goes_on_with_the_tiles_that_lead_to_words(
    place: Path, words: set[str], begun: str
) -> None:
    dawg, state = dawg_of(place, words), 0
    state = dawg.root
    for code in begun:
        state = dawg.child(state, ord(code) - 0x40)
    following = {each[len(begun)] for each in words if each.startswith(begun) and each != begun}
    assert dawg.tiles_from(state) == sorted(ord(code) - 0x40 for code in following)
    assert dawg.accepts(state) == (begun in words)


def test_words_that_end_alike_share_their_ends(place: Path) -> None:
    dawg = dawg_of(place, SMALL, tiles=26)
    one, other = (dawg.child(dawg.child(dawg.root, 20), tile) for tile in (1, 15))
    assert one == other
    assert dawg.states == 5


def test_no_words_are_a_graph_without_steps(place: Path) -> None:
    dawg = dawg_of(place, set())
    assert (list(dawg.words()), dawg.holds(""), dawg.tiles_from(dawg.root)) == ([], False, [])


@pytest.mark.parametrize("codes", ["AF", "A@", "A?", "a", "AÉ", "A\0", "AB[", ""])
def test_what_the_alphabet_lacks_is_no_word(place: Path, codes: str) -> None:
    assert not dawg_of(place, {"A", "AB", "AE"}).holds(codes)


@pytest.mark.parametrize("words", [["B", "A"], ["A", "A"], ["AB", "A"]])
def test_words_out_of_order_or_twice_are_a_mistake_of_the_caller(words: list[str]) -> None:
    with pytest.raises(ValueError):
        pack(words, tiles=TILES_HERE)


def test_every_byte_of_a_file_is_watched(place: Path) -> None:
    write_dawg(place, sorted(SMALL), tiles=26)
    whole = place.read_bytes()
    for n in range(len(whole)):
        place.write_bytes(whole[:n] + bytes([whole[n] ^ 0x40]) + whole[n + 1 :])
        with pytest.raises(WordError) as refused:
            Dawg(mapped(place), tiles=26)
        assert refused.value.code == "dawg.unreadable"


@pytest.mark.parametrize("kept", [1, 31, 32, -4, -1])
def test_a_file_cut_short_is_refused(place: Path, kept: int) -> None:
    write_dawg(place, sorted(SMALL), tiles=26)
    place.write_bytes(place.read_bytes()[:kept])
    with pytest.raises(WordError):
        Dawg(mapped(place), tiles=26)


def test_a_file_of_another_alphabet_or_byte_order_is_refused(place: Path) -> None:
    write_dawg(place, sorted(SMALL), tiles=26)
    with pytest.raises(WordError):
        Dawg(mapped(place), tiles=27)
    whole = place.read_bytes()
    numbers = struct.unpack(f"={(len(whole) - 8) // 4}I", whole[8:])
    place.write_bytes(whole[:8] + struct.pack(f">{len(numbers)}I", *numbers))
    with pytest.raises(WordError):
        Dawg(mapped(place), tiles=26)


@pytest.mark.parametrize("key", sorted(TILES))
def test_a_list_gets_its_file_when_the_first_one_asks(key: str) -> None:
    files, words = invented(key)
    dawg = open_dawg(files)
    assert list(dawg.words()) == list(words)
    assert files.path("dawg").exists()
    assert open_dawg(files) is dawg


@pytest.mark.parametrize("left", [b"", b"not a graph", b"\0" * 4096])
def test_a_file_that_is_not_whole_is_made_anew(tmp_path: Path, left: bytes) -> None:
    files = listed(tmp_path, tile_sets()["en"], SMALL)
    files.path("dawg").write_bytes(left)
    assert set(open_dawg(files).words()) == SMALL


def test_the_words_of_a_kwg_file_can_be_packed_as_they_come() -> None:
    def node(tile: str, child: int, *, flags: int = 0) -> int:
        return (ord(tile) - 0x40 << TILE_SHIFT if tile else 0) | child | flags

    nodes = (
        node("", 2),
        node("", 0),
        node("T", 3, flags=LAST_SIBLING),
        node("A", 5),
        node("O", 5, flags=LAST_SIBLING),
        node("P", 6, flags=LAST_SIBLING | ENDS_WORD),
        node("S", 0, flags=LAST_SIBLING | ENDS_WORD),
    )
    data = struct.pack(f"<{len(nodes)}I", *nodes)
    assert pack(kwg_words(data, tile_sets()["en"]), tiles=26) == pack(sorted(SMALL), tiles=26)
