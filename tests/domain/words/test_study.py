"""Questions about words with their filters, orders and pages, beside a look through every word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.errors import WordError
from lexicon.words.probability import odds_of
from lexicon.words.spelling import spelled
from lexicon.words.study import PAGE, FoundWords, Order, Others, Query, StudyKind, find, read_range
from lexicon.words.tiles import tile_sets
from tests.domain.words.invented import TILES, codes_of, invented, listed

Means = Callable[[str, str], bool]

MEANS: dict[StudyKind, Means] = {
    StudyKind.ANAGRAM: lambda word, text: Counter(word) == Counter(text),
    StudyKind.SUBANAGRAM: lambda word, text: Counter(word) <= Counter(text),
    StudyKind.PATTERN: lambda word, text: word == text,
    StudyKind.BEGINS: lambda word, text: word.startswith(text),
    StudyKind.ENDS: lambda word, text: word.endswith(text),
    StudyKind.CONTAINS: lambda word, text: text in word,
    StudyKind.EXTENSIONS: lambda word, text: text in word and word != text,
    StudyKind.HOOKS: lambda word, text: text in (word[1:], word[:-1]),
    StudyKind.ALL: lambda *_: True,
}
"""The meaning of each kind of question, for a text that only names tiles."""


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str, Query]:
    """A tile set, tiles in codes, and a question about them with any filters."""
    key = draw(st.sampled_from(sorted(TILES)))
    tile_set = tile_sets()[key]
    tiles = codes_of(tile_set, *TILES[key].split())
    held = draw(
        st.one_of(st.sampled_from(invented(key)[1]), st.text(tiles, min_size=1, max_size=9))
    )
    ends = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(lambda two: (min(two), max(two)))

    def some(most: int) -> str:
        return ",".join(
            f"[{tile_set.by_code[c].text}]" for c in draw(st.text(tiles, max_size=most))
        )

    kind = draw(st.sampled_from(StudyKind))
    text = "".join(f"[{tile_set.by_code[code].text}]" for code in held)
    return (
        key,
        held,
        Query(
            kind=kind,
            text="" if kind is StudyKind.ALL else text,
            lengths=draw(st.none() | ends),
            vowels=draw(st.none() | ends),
            containing=some(2),
            lacking=some(2),
            order=draw(st.sampled_from(Order)),
            counts_blanks=draw(st.booleans()),
        ),
    )


@given(questions(), st.sampled_from(["without", "within", ""]))
def test_every_filter_works_with_every_kind_of_question(
    case: tuple[str, str, Query], narrowing: str
) -> None:
    key, text, query = case
    files, words = invented(key)
    tile_set = files.tile_set
    other, others = listed(files.folder, tile_set, set(words[::2])), Others()
    if narrowing:
        others = Others(**{narrowing: (other,)})
    containing, lacking = (
        "".join(tile_set.codes[piece.strip("[]")] for piece in given.split(",") if piece)
        for given in (query.containing, query.lacking)
    )
    vowels = [code for code, tile in tile_set.by_code.items() if tile.is_vowel]

    def kept(word: str) -> bool:
        counted = sum(code in vowels for code in word)
        return (
            MEANS[query.kind](word, text)
            and (query.lengths is None or query.lengths[0] <= len(word) <= query.lengths[1])
            and (query.vowels is None or query.vowels[0] <= counted <= query.vowels[1])
            and Counter(containing) <= Counter(word)
            and not set(lacking) & set(word)
            and (narrowing != "without" or word not in words[::2])
            and (narrowing != "within" or word in words[::2])
        )

    expected = [word for word in words if kept(word)]
    found = find(files, query, tile_set, others, size=len(words))
    assert sorted(word.codes for word in found.words) == expected
    assert found.total == len(expected)


def told(found: FoundWords) -> list[str]:
    return [word.codes for word in found.words]


@given(questions())
def test_the_order_is_the_one_that_was_asked_for(case: tuple[str, str, Query]) -> None:
    key, _, query = case
    files, words = invented(key)
    found = find(files, query, files.tile_set, size=len(words))
    ranks = odds_of(files, files.tile_set, blanks=query.counts_blanks).of(list(words))
    assert [word.rank for word in found.words] == [ranks[word] for word in told(found)]
    keys: dict[Order, Callable[[str], Any]] = {
        Order.ALPHABET: lambda word: word,
        Order.SHORTEST: lambda word: (len(word), word),
        Order.LONGEST: lambda word: (-len(word), word),
        Order.PROBABILITY: lambda word: (len(word), ranks[word]),
        Order.BLANKS: lambda word: word,  # all tiles were named: no blank stands for any
    }
    if query.kind in (StudyKind.ANAGRAM, StudyKind.SUBANAGRAM) or query.order is not Order.BLANKS:
        assert found.order
        assert told(found) == sorted(told(found), key=keys[found.order])


def test_pages_are_parts_of_one_order_and_the_last_stands_for_those_behind_it() -> None:
    files, words = invented("en")
    query = Query(StudyKind.ALL, order=Order.ALPHABET)
    first = find(files, query, files.tile_set)
    assert (first.page, first.pages, first.total) == (1, -(-len(words) // PAGE), len(words))
    pages = [
        find(files, Query(StudyKind.ALL, order=Order.ALPHABET, page=page), files.tile_set)
        for page in range(1, first.pages + 1)
    ]
    assert [word for page in pages for word in told(page)] == list(words)
    for page, shown in ((0, 1), (-5, 1), (10**9, first.pages)):
        found = find(files, Query(StudyKind.ALL, order=Order.ALPHABET, page=page), files.tile_set)
        assert found.page == shown
    nothing = find(files, Query(StudyKind.PATTERN, "QQQQQ"), files.tile_set)
    assert (nothing.words, nothing.total, nothing.page, nothing.pages) == ((), 0, 1, 1)


@pytest.fixture
def english(tmp_path: Path) -> Callable[[Query], FoundWords]:
    """What finds words in a small English list."""
    words = "ALE LATE LATER LEA PLATE ALTER STALE TALE TEA TEAL SLATE STEAL ZEAL LAZE"
    files = listed(tmp_path, tile_sets()["en"], set(words.split()))
    return lambda query: find(files, query, files.tile_set)


def test_words_with_a_blank_are_grouped_by_what_it_stands_for(
    english: Callable[[Query], FoundWords],
) -> None:
    found = english(Query(StudyKind.ANAGRAM, "late?"))
    assert found.order is Order.BLANKS
    assert [(word.drawn, word.codes, word.free) for word in found.words] == [
        ("P", "PLATE", (0,)),
        ("R", "ALTER", (4,)),
        ("R", "LATER", (4,)),
        ("S", "SLATE", (0,)),
        ("S", "STALE", (0,)),
        ("S", "STEAL", (0,)),
    ]


def test_a_tile_that_a_class_or_a_star_stands_for_was_not_named(
    english: Callable[[Query], FoundWords],
) -> None:
    assert [(w.codes, w.free) for w in english(Query(StudyKind.ANAGRAM, "ale[zt]")).words] == [
        ("LATE", (2,)),
        ("TALE", (0,)),
        ("TEAL", (0,)),
        ("LAZE", (2,)),
        ("ZEAL", (0,)),
    ]
    many = english(Query(StudyKind.ANAGRAM, "ate*"))
    assert many.order is Order.SHORTEST
    assert [(w.codes, w.free) for w in many.words[:2]] == [("TEA", ()), ("LATE", (0,))]
    assert english(Query(StudyKind.PATTERN, "?ATE")).words[0].free == ()


def test_a_rack_tells_its_longest_words_first(english: Callable[[Query], FoundWords]) -> None:
    found = english(Query(StudyKind.SUBANAGRAM, "alt?"))
    assert found.order is Order.LONGEST
    assert told(found) == ["LATE", "TALE", "TEAL", "ALE", "LEA", "TEA"]


def test_large_racks_and_many_blanks_are_answered_as_small_ones(
    english: Callable[[Query], FoundWords],
) -> None:
    assert told(english(Query(StudyKind.SUBANAGRAM, "latexxxxxxxxxxxxx"))) == told(
        english(Query(StudyKind.SUBANAGRAM, "latexxx"))
    )
    assert told(english(Query(StudyKind.ANAGRAM, "???"))) == ["ALE", "LEA", "TEA"]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (Query(StudyKind.PATTERN), "query.empty"),
        (Query(StudyKind.ANAGRAM, "[AB][CD][EF][GH][IJ]"), "query.classes"),
        (Query(StudyKind.ALL, "LAT"), "query.all"),
        (Query(StudyKind.SUBANAGRAM, "LAT*"), "query.rack"),
        (Query(StudyKind.SUBANAGRAM, "LAT[EA]"), "query.rack"),
        (Query(StudyKind.ALL, containing="A5"), "tile.unknown"),
        (Query(StudyKind.ALL, lacking="A?"), "tile.unknown"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    english: Callable[[Query], FoundWords], query: Query, code: str
) -> None:
    with pytest.raises(WordError) as refused:
        english(query)
    assert refused.value.code == code


def test_lists_of_two_alphabets_are_not_compared() -> None:
    files, other = invented("en")[0], invented("hu")[0]
    with pytest.raises(WordError) as refused:
        find(files, Query(StudyKind.ALL), files.tile_set, Others(without=(other,)))
    assert refused.value.code == "query.alphabets"


def test_doubtful_letters_find_the_words_of_every_reading(tmp_path: Path) -> None:
    hungarian = tile_sets()["hu"]
    words = {
        codes_of(hungarian, *word) for word in (("A", "CS"), ("A", "C", "S"), ("CS", "A", "C"))
    }
    files = listed(tmp_path, hungarian, words)

    def found(kind: StudyKind, text: str) -> list[str]:
        return [
            spelled(hungarian, w.codes) for w in find(files, Query(kind, text), hungarian).words
        ]

    assert found(StudyKind.ANAGRAM, "acs") == ["ACS", "A[CS]"]
    assert found(StudyKind.ANAGRAM, "a[cs]") == ["A[CS]"]
    assert found(StudyKind.PATTERN, "??") == ["A[CS]"]
    assert found(StudyKind.CONTAINS, "cs") == ["A[CS]", "ACS", "[CS]AC"]


@pytest.mark.parametrize(
    ("text", "ends"), [("", None), (" 7 ", (7, 7)), ("5-8", (5, 8)), ("5 – 15", (5, 15))]
)
def test_a_range_is_a_number_or_two(text: str, ends: tuple[int, int] | None) -> None:
    assert read_range(text) == ends


@pytest.mark.parametrize("text", ["x", "8-5", "-3", "123", "5-", "٣", "5--8"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(WordError) as refused:
        read_range(text)
    assert refused.value.code == "query.range"
