"""Tiles of several letters: read where they are certain, asked for where they are not."""

from __future__ import annotations

import pytest

from tests.domain.words.sent import Sent


def test_spanish_letters_that_cannot_be_played_apart_are_one_tile(sent: Sent) -> None:
    brought = sent.brought("perro\nchico\nlluvia\n", tile_set="es")
    assert brought.by_length == {4: 2, 5: 1}
    assert sent.words("perro\nchico\n", tile_set="es") == ["[CH]ICO", "PE[RR]O"]


def test_brackets_around_a_certain_tile_change_nothing(sent: Sent) -> None:
    plain, bracketed = (
        sent.brought(text, tile_set="es") for text in ("perro\nchico", "pe[rr]o\n[CH]ICO")
    )
    assert plain.sha256 == bracketed.sha256


@pytest.mark.parametrize(
    ("tile_set", "word", "line"),
    [("hu", "egészség", 2), ("hu", "község", 2), ("cy", "ddoe", 2), ("cy", "angen", 2)],
)
def test_a_list_without_brackets_is_refused_where_letters_can_be_one_tile_or_two(
    sent: Sent, tile_set: str, word: str, line: int
) -> None:
    refused = sent.refused(f"ara\n{word}\nara\n", tile_set=tile_set)
    assert (refused.code, refused.line, refused.field) == ("word.ambiguous", line, "digraphs")
    assert f"{word!r} can be the tiles" in refused.message
    assert "choose" in refused.message


def test_brackets_anywhere_say_how_all_the_list_is_written(sent: Sent) -> None:
    data = "csap\n[cs]ap\nagyag\n"
    assert sent.words(data, tile_set="hu") == ["A[GY]AG", "CSAP", "[CS]AP"]
    (note,) = sent.brought(data, tile_set="hu").report.notes
    assert "in brackets" in note


def test_brackets_of_a_definition_say_nothing(sent: Sent) -> None:
    refused = sent.refused("csap a tap [n -OK]\nara a bride [n]\n", tile_set="hu")
    assert (refused.code, refused.line) == ("word.ambiguous", 1)


def test_a_choice_decides_for_all_words(sent: Sent) -> None:
    data = "csap\nara\n"
    assert sent.words(data, tile_set="hu", digraphs="one") == ["ARA", "[CS]AP"]
    assert sent.words(data, tile_set="hu", digraphs="brackets") == ["ARA", "CSAP"]
    (note,) = sent.brought(data, tile_set="hu", digraphs="one").report.notes
    assert "always one tile" in note


def test_a_list_without_such_letters_needs_no_choice(sent: Sent) -> None:
    assert sent.words("ara\nagyag\n", tile_set="hu") == ["A[GY]AG", "ARA"]


@pytest.mark.parametrize(
    ("tile_set", "data", "words", "character"),
    [
        ("es", "pe3o\n1ico\n2ama\n", ["[CH]ICO", "[LL]AMA", "PE[RR]O"], "1 for CH"),
        ("ca", "cowegi\nbarqa\nplaka\n", ["BAR[QU]A", "CO[L·L]EGI", "PLAÇA"], "W for L·L"),
    ],
)
def test_one_character_for_a_tile_is_read_where_that_is_said_and_asked_about_otherwise(
    sent: Sent, tile_set: str, data: str, words: list[str], character: str
) -> None:
    assert sorted(sent.words(data, tile_set=tile_set, coded=True)) == sorted(words)
    assert sent.brought(data, tile_set=tile_set, coded=True).report.notes
    refused = sent.refused(data, tile_set=tile_set)
    assert (refused.line, refused.field) == (1, "coded")
    assert character in refused.message


def test_catalan_writes_the_point_of_a_double_l_in_several_ways(sent: Sent) -> None:
    for written in ("col·legi", "col•legi", "col‧legi", "col.legi", "col-legi", "coŀlegi"):
        assert sent.words(f"{written}\n", tile_set="ca") == ["CO[L·L]EGI"], written
    assert sent.words("colla\n", tile_set="ca") == ["COLLA"]


def test_a_word_is_as_long_as_its_tiles(sent: Sent) -> None:
    brought = sent.brought(f"{'rr' * 15}\n{'rr' * 16}\n", tile_set="es")
    assert brought.by_length == {15: 1}
    assert brought.report.too_long == 1
