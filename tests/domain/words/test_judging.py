"""A challenged play: what can be judged, and one verdict that depends on every word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.judging import LEAST_LOOKUPS, MOST_LETTERS_A_TILE, ReEnter, play_of, ruled
from lexicon.words.tiles import tile_sets

ENGLISH, SPANISH, HUNGARIAN = (tile_sets()[key] for key in ("en", "es", "hu"))
WELSH, TURKISH, CATALAN = (tile_sets()[key] for key in ("cy", "tr", "ca"))
LETTERS = st.text("ABCDEFGHIJ", min_size=2, max_size=6)


class Listed:
    """A list that remembers what was looked up in it."""

    def __init__(self, *codes: str) -> None:
        self.codes, self.asked = frozenset(codes), list[str]()

    def holds(self, codes: str) -> bool:
        self.asked.append(codes)
        return codes in self.codes


def refusal(text: str, *, rack: int = 7) -> tuple[str, dict[str, object]]:
    with pytest.raises(ReEnter) as again:
        play_of(ENGLISH, text, rack=rack)
    return again.value.code, again.value.params


@pytest.mark.parametrize("text", ["cat dog", " CAT\n\nDOG\r\n", "Cat\tdOg ", "\ncat\n dog"])
def test_words_stand_between_blanks_and_new_lines_in_any_case(text: str) -> None:
    play = play_of(ENGLISH, text)
    assert play.words == ("CAT", "DOG")
    assert play.readings == (("CAT",), ("DOG",))


@pytest.mark.parametrize("text", ["", "  ", "\n\n", "\t\r\n"])
def test_nothing_has_to_be_typed_again(text: str) -> None:
    assert refusal(text)[0] == "play.empty"


@pytest.mark.parametrize("character", ["3", "?", "*", "-", ",", ".", "É", "\0", "字"])
def test_a_character_that_no_tile_has_is_named(character: str) -> None:
    code, params = refusal(f"cat do{character}g")
    assert (code, params["character"]) == ("tile.unknown", character)
    assert params["word"] == f"do{character}g"


def test_brackets_around_no_tile_have_to_be_typed_again() -> None:
    assert refusal("c[at")[0] == "tile.bracket"


def test_a_single_tile_and_one_too_many_are_no_words() -> None:
    assert refusal("cat a")[0] == "word.short"
    assert play_of(ENGLISH, "A" * 15).words == ("A" * 15,)
    for count in (16, 15 * MOST_LETTERS_A_TILE, 15 * MOST_LETTERS_A_TILE + 1):
        assert refusal("A" * count) == ("word.long", {"word": "A" * 15, "at_most": 15})
    assert play_of(tile_sets()["en-super"], "A" * 21).words == ("A" * 21,)


def test_a_play_makes_a_word_more_than_the_rack_has_tiles() -> None:
    assert len(play_of(ENGLISH, "AX " * 8).words) == 8
    with pytest.raises(ReEnter):
        play_of(ENGLISH, "AX " * 9)
    assert refusal("AX " * 9) == ("play.words", {"at_most": 8})
    assert len(play_of(ENGLISH, "AX " * 9, rack=8).words) == 9
    assert refusal("AX " * 10, rack=8) == ("play.words", {"at_most": 9})


@pytest.mark.parametrize("text", ["A" * 1_000_000, "SZ" * 400, "[" * 500, "A\u0301" * 300])
def test_an_endless_text_is_refused_without_being_read(text: str) -> None:
    with pytest.raises(ReEnter):
        play_of(HUNGARIAN, text)


def test_a_spanish_ch_is_one_tile_and_never_two() -> None:
    play = play_of(SPANISH, "chico perro")
    assert [len(ways[0]) for ways in play.readings] == [4, 4]
    assert play.words == ("CHICO", "PERRO")
    apart = SPANISH.codes["C"] + SPANISH.codes["H"] + play.readings[0][0][1:]
    assert not ruled(play_of(SPANISH, "chico"), Listed(apart))
    assert ruled(play_of(SPANISH, "chico"), Listed(play.readings[0][0]))


@pytest.mark.parametrize("tiles", [("SZ", "Ó"), ("S", "Z", "Ó")])
def test_a_play_that_can_be_read_in_two_ways_is_good_if_one_of_them_is(
    tiles: Sequence[str],
) -> None:
    play = play_of(HUNGARIAN, "szó")
    assert len(play.readings[0]) == 2
    assert ruled(play, Listed("".join(HUNGARIAN.codes[tile] for tile in tiles)))


def test_brackets_choose_a_reading_and_are_kept_where_they_do() -> None:
    play = play_of(HUNGARIAN, "[sz]ó")
    assert len(play.readings[0]) == 1
    assert play.words == ("[SZ]Ó",)
    assert play_of(HUNGARIAN, play.words[0]) == play
    assert not ruled(play, Listed("".join(HUNGARIAN.codes[tile] for tile in ("S", "Z", "Ó"))))


def test_welsh_catalan_and_turkish_words_are_read_by_their_own_alphabets() -> None:
    assert [len(ways[0]) for ways in play_of(WELSH, "ddu").readings] == [2]
    assert len(play_of(CATALAN, "col·legi").readings[0][0]) == 6
    dotted, dotless = play_of(TURKISH, "kiz kız").readings
    assert dotted != dotless


@pytest.mark.parametrize("text", ["ssz", "szó [sz]ó", "lly", "çöp", "szsz [sz]sz"])
def test_what_is_shown_is_read_as_what_was_typed(text: str) -> None:
    tiles = TURKISH if "ç" in text else HUNGARIAN
    play = play_of(tiles, text)
    assert play_of(tiles, " ".join(play.words)) == play


def test_one_bad_word_makes_the_play_bad_wherever_it_stands() -> None:
    held = Listed("AX", "CAT")
    assert ruled(play_of(ENGLISH, "AX CAT"), held)
    for order in permutations(("AX", "CAT", "CTA")):
        assert not ruled(play_of(ENGLISH, "\n".join(order)), held)


@given(st.lists(LETTERS, min_size=1, max_size=8), st.sets(LETTERS))
def test_a_verdict_is_that_all_words_are_held(words: list[str], held: set[str]) -> None:
    assert ruled(play_of(ENGLISH, " ".join(words)), Listed(*held)) == held.issuperset(words)


@given(st.lists(LETTERS, min_size=1, max_size=8), st.sets(LETTERS))
def test_the_same_is_looked_up_whatever_the_list_holds(words: list[str], held: set[str]) -> None:
    play = play_of(ENGLISH, " ".join(words))
    lists = [Listed(*held), Listed(), Listed(*words)]
    for each in lists:
        ruled(play, each)
    assert lists[0].asked == lists[1].asked == lists[2].asked
    assert set(lists[0].asked) == set(words)
    assert len(lists[0].asked) == LEAST_LOOKUPS


def test_every_reading_is_looked_up_when_the_first_one_is_good() -> None:
    play = play_of(HUNGARIAN, "szszsz")
    good, bad = Listed(play.readings[0][0]), Listed()
    assert (ruled(play, good), ruled(play, bad)) == (True, False)
    assert good.asked == bad.asked
    assert set(good.asked) == set(play.readings[0])
    assert len(play.readings[0]) > 2
