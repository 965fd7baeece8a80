"""The words of a KWG file are read, and no file makes the reader hang, crash or invent."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.errors import WordError
from lexicon.words.kwg import MOST_BYTES, MOST_TILES, kwg_words
from lexicon.words.spelling import spelled
from lexicon.words.tiles import tile_sets
from tests.builders.kwg import kwg_node as node
from tests.builders.kwg import kwg_of, kwg_of_nodes
from tests.domain.words.sent import Sent

ENGLISH, SPANISH = tile_sets()["en"], tile_sets()["es"]
CODES = "".join(SPANISH.by_code)


def refused(data: bytes) -> str:
    """Returns the code of the error that a file raises before it gives a word."""
    with pytest.raises(WordError) as raised:
        next(kwg_words(data, ENGLISH))
    return raised.value.code


@given(st.sets(st.text(CODES, min_size=1, max_size=9), max_size=40))
def test_every_word_that_was_packed_is_read_once_and_in_order(words: set[str]) -> None:
    assert list(kwg_words(kwg_of(words), SPANISH)) == sorted(words)


def test_a_file_is_read_by_hand_as_the_layout_says() -> None:
    data = struct.pack("<6I", 2, 0x0040_0000, 0x0140_0003, 0x0080_0000 | 1 << 24, 0x13C0_0005, 0)
    with pytest.raises(WordError):
        list(kwg_words(data, ENGLISH))
    sound = struct.pack("<5I", 2, 0, 0x0140_0003, 0x0180_0000, 0x13C0_0000)
    assert list(kwg_words(sound, ENGLISH)) == ["AA", "AS"]


def test_tiles_count_in_the_order_of_the_language() -> None:
    data = kwg_of([SPANISH.codes["CH"] + SPANISH.codes["O"] + SPANISH.codes["Ñ"]])
    assert [spelled(SPANISH, codes) for codes in kwg_words(data, SPANISH)] == ["[CH]OÑ"]


def test_what_hangs_on_the_second_root_is_left_alone() -> None:
    nodes = [2, 3, node(1, ends=True), node(0, 3)]
    assert list(kwg_words(kwg_of_nodes(nodes), ENGLISH)) == ["A"]


def test_a_file_without_words_gives_none() -> None:
    assert list(kwg_words(kwg_of([]), ENGLISH)) == []


@pytest.mark.parametrize("data", [b"", b"\0" * 4, b"\0" * 9, bytes(MOST_BYTES + 4)])
def test_what_is_not_made_of_whole_nodes_is_refused(data: bytes) -> None:
    assert refused(data) == "kwg.size"


@pytest.mark.parametrize(
    ("nodes", "code"),
    [
        ([2, 0, node(1, 3)], "kwg.child"),
        ([3, 0, node(1)], "kwg.child"),
        ([2, 9, node(1, ends=True)], "kwg.child"),
        ([2, 0, node(1, ends=True, last=False)], "kwg.siblings"),
        ([2, 0] + [node(1, last=False)] * 26 + [node(1)], "kwg.siblings"),
        ([2, 0, node(0, ends=True)], "kwg.tile"),
        ([2, 0, node(27, ends=True)], "kwg.tile"),
        ([2, 0, node(1, 2, ends=True)], "kwg.circle"),
        ([2, 0, node(1, 3), node(2, 4, ends=True), node(3, 3)], "kwg.circle"),
        ([2, 0, node(1, last=False), node(2, 2)], "kwg.circle"),
        ([2, 0, *(node(1, 3 + n) for n in range(MOST_TILES)), node(1, ends=True)], "kwg.deep"),
    ],
)
def test_what_points_nowhere_or_has_no_end_is_refused(nodes: list[int], code: str) -> None:
    assert refused(kwg_of_nodes(nodes)) == code


def wide(*, ends: bool) -> bytes:
    """Returns a file in which every 21 letters are a way, and all or none of them a word."""
    nodes = [2, 0]
    for depth in range(MOST_TILES):
        child = 2 + 26 * (depth + 1) if depth < MOST_TILES - 1 else 0
        nodes += [node(t, child, ends=ends and not child, last=t == 26) for t in range(1, 27)]
    return kwg_of_nodes(nodes)


def test_more_ways_than_there_are_atoms_are_no_words_or_too_many() -> None:
    assert list(kwg_words(wide(ends=False), ENGLISH)) == []
    assert refused(wide(ends=True)) == "kwg.many"


@given(
    words=st.sets(st.text("ABCX", min_size=1, max_size=5), min_size=1, max_size=12),
    place=st.integers(0, 200),
    value=st.integers(0, 2**32 - 1) | st.integers(0, 60),
)
def test_a_corrupted_file_gives_words_of_the_alphabet_or_an_error(
    words: set[str], place: int, value: int
) -> None:
    data = bytearray(kwg_of(words))
    struct.pack_into("<I", data, place * 4 % len(data), value)
    try:
        found = list(kwg_words(bytes(data), ENGLISH))
    except WordError as fault:
        found = [fault.code.removeprefix("kwg.").upper()]
    assert all(word.isalpha() and word.isupper() and len(word) <= 21 for word in found)


def test_a_kwg_file_is_brought_like_a_list(sent: Sent) -> None:
    words = ["A", "AA", "CAT", "CATS", "C" * 16]
    brought = sent.brought(kwg_of(words), "list.KWG")
    assert brought.codes == ["AA", "CAT", "CATS"]
    assert brought.sha256 == sent.brought("aa\ncat\ncats\n").sha256
    report = brought.report
    assert (report.format, report.encoding, report.lines) == ("kwg", "", 5)
    assert (report.too_short, report.too_long) == (1, 1)
    assert sent.brought(kwg_of(words), "x", format="kwg").sha256 == brought.sha256


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"cat\ndog", "list.kwg: is no KWG file: it is not made of whole nodes."),
        (kwg_of_nodes([2, 0, node(99)]), "node 2 has tile 99, which is not one of English"),
        (wide(ends=True), "it has more than 1,000,000 words; send such a long list as text."),
        (kwg_of([]), "has no word of 2 to 15 tiles"),
        (bytes(MOST_BYTES + 1), "has more than 16 MB"),
    ],
)
def test_a_file_that_is_no_kwg_is_refused_with_what_is_wrong(
    sent: Sent, data: bytes, said: str
) -> None:
    assert said in sent.refused(data, "list.kwg").message
