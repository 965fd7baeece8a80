"""The notation of queries, and that what is found is what a slow and plain reader of it finds."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.errors import WordError
from lexicon.words.patterns import (
    ANY,
    LONGEST_QUERY,
    MANY,
    Parts,
    PatternPart,
    Sort,
    fits_length,
    fitting,
    least_tiles,
    made_of,
    read_query,
    tiles_in,
    within,
)
from lexicon.words.spelling import spelled
from lexicon.words.tables import table_of, words_in
from lexicon.words.tiles import TileSet, tile_sets
from tests.domain.words.invented import TILES, codes_of, invented

EN, ES, HU = (tile_sets()[key] for key in ("en", "es", "hu"))


class Asked(NamedTuple):
    """A tile set and parts of a query on it."""

    key: str
    parts: Parts


def of_tiles(tile_set: TileSet, *texts: str) -> Parts:
    return tuple(PatternPart(Sort.TILE, code) for code in codes_of(tile_set, *texts))


def of_class(tile_set: TileSet, *texts: str) -> PatternPart:
    return PatternPart(Sort.CLASS, "".join(sorted(codes_of(tile_set, *texts))))


def asked(*others: PatternPart, most: int = 6, classes: bool = True) -> st.SearchStrategy[Asked]:
    """Queries of tiles, classes and these other parts, on any of the invented lists."""

    def on(key: str) -> st.SearchStrategy[Asked]:
        codes = codes_of(tile_sets()[key], *TILES[key].split())
        kinds = [st.sampled_from(codes).map(lambda code: PatternPart(Sort.TILE, code))]
        kinds += [st.just(other) for other in others]
        if classes:
            several = st.sets(st.sampled_from(codes), min_size=2, max_size=4)
            kinds.append(several.map(lambda held: PatternPart(Sort.CLASS, "".join(sorted(held)))))
        parts = st.lists(st.one_of(kinds), min_size=1, max_size=most)
        return parts.map(lambda held: Asked(key, tuple(held)))

    return st.sampled_from(sorted(TILES)).flatmap(on)


def will_do(part: PatternPart, code: str) -> bool:
    return part.sort is Sort.ANY or code in part.codes


def reads_as(word: str, parts: Parts) -> bool:
    """Returns whether a word fits a pattern, tried every way."""
    if not parts:
        return not word
    if parts[0] is MANY:
        return any(reads_as(word[taken:], parts[1:]) for taken in range(len(word) + 1))
    return bool(word) and will_do(parts[0], word[0]) and reads_as(word[1:], parts[1:])


def can_be_made(word: str, parts: Parts) -> bool:
    """Returns whether all parts make up a word, tried every way."""
    if not parts:
        return not word
    if parts[0] is MANY:
        return can_be_made(word, parts[1:]) or any(
            can_be_made(word[:n] + word[n + 1 :], parts) for n in range(len(word))
        )
    return any(
        will_do(parts[0], code) and can_be_made(word[:n] + word[n + 1 :], parts[1:])
        for n, code in enumerate(word)
    )


def can_be_made_of_some(word: str, parts: Parts) -> bool:
    """Returns whether some of the parts make up a word, tried every way."""
    if not word:
        return True
    return any(
        will_do(part, word[0]) and can_be_made_of_some(word[1:], parts[:n] + parts[n + 1 :])
        for n, part in enumerate(parts)
    )


@given(asked(ANY, MANY))
def test_a_pattern_finds_what_a_plain_reader_finds(query: Asked) -> None:
    files, words = invented(query.key)
    found = [
        word
        for length in files.lengths
        if fits_length(query.parts, length)
        for word in words_in(fitting(table_of(files, length), query.parts))
    ]
    assert sorted(found) == [word for word in words if reads_as(word, query.parts)]


@given(asked(ANY, most=5).flatmap(lambda one: st.tuples(st.just(one), st.booleans())))
def test_an_anagram_finds_what_every_way_to_lay_the_tiles_finds(case: tuple[Asked, bool]) -> None:
    (key, parts), more = case
    parts = (*parts, MANY) if more else parts
    files, words = invented(key)
    found = [
        word
        for length in files.lengths
        if fits_length(parts, length)
        for word in words_in(made_of(table_of(files, length), parts))
    ]
    few = [word for word in words if len(word) <= 6]
    assert sorted(word for word in found if len(word) <= 6) == [
        word for word in few if can_be_made(word, parts)
    ]


@given(asked(ANY, classes=False))
def test_a_rack_finds_what_every_choice_from_it_finds(query: Asked) -> None:
    files, words = invented(query.key)
    found = [
        word
        for length in files.lengths
        if length <= least_tiles(query.parts)
        for word in words_in(within(table_of(files, length), query.parts))
    ]
    assert sorted(found) == [word for word in words if can_be_made_of_some(word, query.parts)]


@given(asked(ANY, MANY))
def test_what_is_written_with_brackets_and_commas_is_read_as_it_was_meant(query: Asked) -> None:
    tile_set = tile_sets()[query.key]

    def text(part: PatternPart) -> str:
        if part in (ANY, MANY):
            return "?" if part is ANY else "*"
        if part.sort is Sort.TILE:
            return f"[{tile_set.by_code[part.codes].text}]"
        return f"[{','.join(tile_set.by_code[code].text for code in part.codes)}]"

    assert read_query(tile_set, "".join(map(text, query.parts))) == (query.parts,)


@pytest.mark.parametrize(
    ("tile_set", "text", "parts"),
    [
        (EN, "ca?t*", (*of_tiles(EN, "C", "A"), ANY, *of_tiles(EN, "T"), MANY)),
        (EN, " c a t ", of_tiles(EN, "C", "A", "T")),
        (EN, "[abc]", (of_class(EN, "A", "B", "C"),)),
        (EN, "[a,b,]", None),
        (EN, "[ch]", (of_class(EN, "C", "H"),)),
        (EN, "[q]", of_tiles(EN, "Q")),
        (EN, "[^abcdefghijklmnopqrstuvwx]", (of_class(EN, "Y", "Z"),)),
        (ES, "noche", of_tiles(ES, "N", "O", "CH", "E")),
        (ES, "no[ch]e", of_tiles(ES, "N", "O", "CH", "E")),
        (ES, "[c,h]", (of_class(ES, "C", "H"),)),
        (ES, "[a,ch,e]", (of_class(ES, "A", "CH", "E"),)),
        (ES, "[che]", (of_class(ES, "C", "H", "E"),)),
        (ES, "n\u0303u", of_tiles(ES, "Ñ", "U")),
        (ES, "[an\u0303]", (of_class(ES, "A", "Ñ"),)),
        (HU, "[cs]a", of_tiles(HU, "CS", "A")),
        (HU, "[c]sa", of_tiles(HU, "C", "S", "A")),
        (HU, "[c,s]", (of_class(HU, "C", "S"),)),
    ],
)
def test_the_notation(tile_set: TileSet, text: str, parts: Parts | None) -> None:
    if parts is None:
        with pytest.raises(WordError) as refused:
            read_query(tile_set, text)
        assert refused.value.code == "query.class"
    else:
        assert read_query(tile_set, text) == (parts,)


def test_all_but_one_tile_of_two_letters() -> None:
    ((part,),) = read_query(ES, "[^ch]")
    assert set(ES.by_code) - set(part.codes) == {ES.codes["CH"]}


def test_letters_that_can_be_tiles_of_their_own_are_read_both_ways() -> None:
    both = read_query(HU, "?cs")
    assert set(both) == {(ANY, *of_tiles(HU, "CS")), (ANY, *of_tiles(HU, "C", "S"))}


@pytest.mark.parametrize(
    ("tile_set", "text", "code"),
    [
        (EN, "  ", "query.empty"),
        (EN, "A" * (LONGEST_QUERY + 1), "query.long"),
        (EN, "[AB", "query.bracket"),
        (EN, "AB]", "query.bracket"),
        (EN, "[A[B]", "query.bracket"),
        (EN, "[]", "query.class"),
        (EN, "[^]", "query.class"),
        (EN, "[A5]", "query.class"),
        (EN, "[?]", "query.class"),
        (EN, f"[^{''.join(EN.codes)}]", "query.class"),
        (EN, "CA5T", "tile.unknown"),
        (EN, "CA\x00T", "tile.unknown"),
        (ES, "KILO", "tile.unknown"),
        (HU, "CS" * 5, "query.readings"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_code(
    tile_set: TileSet, text: str, code: str
) -> None:
    with pytest.raises(WordError) as refused:
        read_query(tile_set, text)
    assert refused.value.code == code


@given(st.text(max_size=40), st.sampled_from([EN, ES, HU]))
def test_any_text_is_read_or_refused(text: str, tile_set: TileSet) -> None:
    read: tuple[Parts, ...] = ((MANY,),)
    with suppress(WordError):
        read = read_query(tile_set, text)
    assert read
    assert all(set(part.codes) <= set(tile_set.by_code) for parts in read for part in parts)


def test_tiles_alone_are_read_with_commas_and_brackets_and_not_guessed() -> None:
    assert spelled(ES, tiles_in(ES, "a, ch,r r")) == "A[CH][RR]"
    assert tiles_in(ES, " , ") == ""
    assert tiles_in(HU, "[CS],C,S") == codes_of(HU, "CS", "C", "S")
    with pytest.raises(WordError) as refused:
        tiles_in(HU, "A,CS")
    assert (refused.value.code, refused.value.params) == ("query.tiles", {"text": "CS"})
