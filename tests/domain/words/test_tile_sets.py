"""Tile sets: what is in the bags, in which order, and what tokenising rests on."""

from __future__ import annotations

import pytest

from lexicon.words.tiles import FIRST_CODE, TileSet, tile_sets
from lexicon.words.tokenising import CLOSES

BAGS = {
    "en": ("English", 100, 187),
    "en-super": ("Super English", 200, 381),
    "fr": ("French", 102, 197),
    "es": ("Spanish", 100, 192),
    "de": ("German", 102, 202),
    "it": ("Italian", 120, 293),
    "nl": ("Dutch", 102, 230),
    "pl": ("Polish", 100, 190),
    "no": ("Norwegian", 100, 202),
    "sv": ("Swedish", 100, 194),
    "da": ("Danish", 100, 247),
    "ca": ("Catalan", 100, 189),
    "ca-super": ("Super Catalan", 200, 370),
    "cy": ("Welsh", 105, 194),
    "hu": ("Hungarian", 100, 235),
    "pt": ("Portuguese", 120, 204),
    "sl": ("Slovene", 100, 180),
    "tr": ("Turkish", 100, 201),
}
"""Name, tiles and points of every bag: `lexicon.md` section 11."""

LONG_TILES = {
    "es": {"CH", "LL", "RR"},
    "ca": {"L·L", "NY", "QU"},
    "ca-super": {"L·L", "NY", "QU"},
    "cy": {"CH", "DD", "FF", "LL", "NG", "RH", "TH"},
    "hu": {"CS", "GY", "LY", "NY", "SZ", "TY", "ZS"},
}

IN_ORDER = {
    "es": "C CH D",
    "ca": "L L·L M N NY O",
    "cy": "G NG H",
    "de": "A Ä B",
    "pl": "L Ł M N Ń O Ó P",
    "no": "Z Æ Ä Ø Ö Å",
    "da": "Z Æ Ø Å",
    "sv": "Z Å Ä Æ Ö",
    "hu": "C CS D",
    "sl": "C Č D",
    "tr": "H I İ J",
}

each_set = pytest.mark.parametrize("tiles", tile_sets().values(), ids=tile_sets())


def texts(tiles: TileSet) -> list[str]:
    return [tile.text for tile in tiles.tiles]


def test_there_is_a_set_for_every_language_that_is_promised() -> None:
    assert set(tile_sets()) == set(BAGS)


@each_set
def test_a_bag_has_the_tiles_and_points_that_are_printed_of_it(tiles: TileSet) -> None:
    points = sum(tile.count * tile.points for tile in tiles.tiles)
    assert (tiles.name, tiles.total, points) == BAGS[tiles.key]


@each_set
def test_a_bag_has_two_blanks_unless_it_is_known_for_more(tiles: TileSet) -> None:
    assert tiles.blanks == {"pt": 3, "en-super": 4, "ca-super": 5}.get(tiles.key, 2)


@each_set
def test_a_word_has_fifteen_tiles_at_most_and_twenty_one_on_the_super_board(
    tiles: TileSet,
) -> None:
    assert tiles.longest == (21 if tiles.name.startswith("Super") else 15)


@each_set
def test_tiles_of_several_letters_are_those_of_the_language(tiles: TileSet) -> None:
    assert {text for text in texts(tiles) if len(text) > 1} == LONG_TILES.get(tiles.key, set())


@each_set
def test_a_tile_is_doubtful_where_each_of_its_letters_is_a_tile_of_a_language_that_parts_them(
    tiles: TileSet,
) -> None:
    doubtful = {"hu": {"CS", "SZ", "ZS"}, "cy": LONG_TILES["cy"]}.get(tiles.key, set())
    assert tiles.ambiguous == doubtful
    assert all(letter in texts(tiles) for text in doubtful for letter in text)


@pytest.mark.parametrize(("key", "order"), IN_ORDER.items())
def test_tiles_stand_in_the_order_of_the_language(key: str, order: str) -> None:
    wanted = order.split()
    assert [text for text in texts(tile_sets()[key]) if text in wanted] == wanted


@pytest.mark.parametrize(
    ("key", "letters"), [("no", "QXZÜÄÖ"), ("sv", "QWÜÆ"), ("sl", "QWXY"), ("en", "")]
)
def test_letters_that_only_a_blank_can_be_are_in_the_set_without_a_tile(
    key: str, letters: str
) -> None:
    none = {tile.text: tile.points for tile in tile_sets()[key].tiles if tile.count == 0}
    assert none == dict.fromkeys(letters, 0)


@pytest.mark.parametrize(
    ("key", "vowels"),
    [
        ("en", "AEIOU"),
        ("fr", "AEIOUY"),
        ("de", "AÄEIOÖUÜ"),
        ("pl", "AĄEĘIOÓUY"),
        ("cy", "AEIOUWY"),
        ("hu", "AÁEÉIÍOÓÖŐUÚÜŰ"),
        ("tr", "AEIİOÖUÜ"),
        ("da", "AEIOUYÆØÅ"),
    ],
)
def test_vowels_are_those_of_the_language(key: str, vowels: str) -> None:
    found = "".join(tile.text for tile in tile_sets()[key].tiles if tile.is_vowel)
    assert found == vowels


@each_set
def test_codes_are_single_ascii_characters_in_the_order_of_the_tiles(tiles: TileSet) -> None:
    codes = list(tiles.codes.values())
    assert codes == [chr(FIRST_CODE + place) for place in range(len(tiles.tiles))]
    assert max(codes) < "\x7f"
    assert min(codes) > CLOSES
    assert [tiles.by_code[code].text for code in codes] == texts(tiles)


def test_the_codes_of_english_are_its_letters() -> None:
    assert all(text == code for text, code in tile_sets()["en"].codes.items())


def test_sets_of_one_alphabet_share_their_lists() -> None:
    sets = tile_sets()
    assert sets["en"].alphabet == sets["en-super"].alphabet == sets["fr"].alphabet
    assert sets["ca"].alphabet == sets["ca-super"].alphabet
    assert sets["en"].alphabet != sets["es"].alphabet


@each_set
def test_tiles_that_are_read_without_a_doubt_never_overlap(tiles: TileSet) -> None:
    # Reading whole lists puts them in one kind after the other, and counts on this.
    certain = {text for text in texts(tiles) if len(text) > 1} - tiles.ambiguous
    pairs = [(one, other) for one in certain for other in certain if one != other]
    assert not [pair for pair in pairs if pair[0][-1] == pair[1][0] or pair[0] in pair[1]]


@each_set
def test_a_tile_set_can_be_a_key(tiles: TileSet) -> None:
    assert {tiles: tiles.key}[tile_sets()[tiles.key]] == tiles.key
