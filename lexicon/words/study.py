"""Studying words: one question, its filters and its order, and a page of what is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lexicon.words.errors import WordError
from lexicon.words.files import WordFiles
from lexicon.words.keyed import keys_of
from lexicon.words.patterns import (
    ANY,
    MANY,
    Parts,
    Sort,
    check_anagram,
    check_rack,
    fits_length,
    fitting,
    least_tiles,
    made_of,
    not_given,
    read_query,
    tiles_in,
    within,
)
from lexicon.words.probability import odds_of
from lexicon.words.tables import Table, count_of, table_of, table_of_words, words_in
from lexicon.words.tiles import TileSet

PAGE = 100
KEYED_BLANKS, KEYED_RACK = 2, 8
"""Up to this many blanks and tiles of a rack, keys are faster than looking through all words."""

_RANGE = re.compile(r"(\d{1,2})(?:[-–](\d{1,2}))?", re.ASCII)


class StudyKind(StrEnum):
    """The kinds of question about a text: the words made of it, or those that contain it."""

    ANAGRAM = "anagram"
    SUBANAGRAM = "subanagram"
    PATTERN = "pattern"
    BEGINS = "begins"
    ENDS = "ends"
    CONTAINS = "contains"
    EXTENSIONS = "extensions"
    HOOKS = "hooks"
    ALL = "all"


class Order(StrEnum):
    """The orders of words; each kind of question has one that is its own."""

    OWN = ""
    ALPHABET = "alphabet"
    SHORTEST = "shortest"
    LONGEST = "longest"
    PROBABILITY = "probability"
    BLANKS = "blanks"


@dataclass(frozen=True, slots=True)
class Query:
    """A question about words. What is not given does not narrow the answer.

    `text` is in the notation of `lexicon.words.patterns`. `containing` and `lacking` name tiles;
    what is named twice must be there twice. `lengths` and `vowels` are ranges with both ends.
    """

    kind: StudyKind
    text: str = ""
    lengths: tuple[int, int] | None = None
    vowels: tuple[int, int] | None = None
    containing: str = ""
    lacking: str = ""
    order: Order = Order.OWN
    counts_blanks: bool = True
    page: int = 1


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word in codes; the places, from 0, of tiles that the question did not name; its rank.

    `rank` is its place in the probability order of its length.
    """

    codes: str
    free: tuple[int, ...]
    rank: int

    @property
    def drawn(self) -> str:
        """The tiles that blanks stand for."""
        return "".join(sorted(self.codes[place] for place in self.free))


@dataclass(frozen=True, slots=True)
class FoundWords:
    """A page of an answer, and how many words there are on all its pages."""

    words: tuple[FoundWord, ...]
    total: int
    page: int
    pages: int
    order: Order


@dataclass(frozen=True, slots=True)
class Others:
    """Other lists that narrow an answer: a word is in none of `without`, and in all of `within`."""

    without: tuple[WordFiles, ...] = ()
    within: tuple[WordFiles, ...] = ()


NO_OTHERS = Others()


def find(
    files: WordFiles, query: Query, tile_set: TileSet, others: Others = NO_OTHERS, size: int = PAGE
) -> FoundWords:
    """Returns a page of the words that a question means, in an order that is always the same.

    `tile_set` has the alphabet of the list. A page past the last is the last. Raises WordError:
    what `read_query` and `tiles_in` raise, `query.classes`, `query.rack`, `query.all` for tiles to
    a question without any, and `query.alphabets` for another list of another alphabet.
    """
    patterns = questions(query, tile_set)
    found = _found(files, query, tile_set, patterns)
    for other in (*others.without, *others.within):
        if other.tile_set.alphabet != tile_set.alphabet:
            raise WordError("query.alphabets")
    kept = [
        word
        for word in found
        if not any(other.holds(word) for other in others.without)
        and all(other.holds(word) for other in others.within)
    ]
    order = query.order or _own_order(query, patterns)
    ranks = odds_of(files, tile_set, blanks=query.counts_blanks)
    kept.sort(key=_key(order, found, ranks.of(kept) if order is Order.PROBABILITY else {}))
    pages = max(1, -(-len(kept) // size))
    page = min(max(1, query.page), pages)
    shown = kept[(page - 1) * size : page * size]
    placed = ranks.of(shown)
    words = tuple(FoundWord(word, _free(word, found[word], query), placed[word]) for word in shown)
    return FoundWords(words, len(kept), page, pages, order)


def read_range(text: str) -> tuple[int, int] | None:
    """Returns the ends of a range such as `7` or `5-8`, None for no text; raises `query.range`."""
    typed = "".join(text.split())
    if not typed:
        return None
    read = _RANGE.fullmatch(typed)
    if read is None or int(read[2] or read[1]) < int(read[1]):
        raise WordError("query.range", text=text.strip())
    return int(read[1]), int(read[2] or read[1])


def questions(query: Query, tile_set: TileSet) -> tuple[Parts, ...]:
    """Returns the patterns, or the tiles, that a question looks for; raises as `find` does."""
    if query.kind is StudyKind.ALL:
        if query.text.strip():
            raise WordError("query.all")
        return ((MANY,),)
    read = read_query(tile_set, query.text)
    for parts in read:
        if query.kind is StudyKind.ANAGRAM:
            check_anagram(parts)
        elif query.kind is StudyKind.SUBANAGRAM:
            check_rack(parts)
    return tuple(pattern for parts in read for pattern in _patterns(query.kind, parts))


def _patterns(kind: StudyKind, parts: Parts) -> tuple[Parts, ...]:
    return {
        StudyKind.BEGINS: ((*parts, MANY),),
        StudyKind.ENDS: ((MANY, *parts),),
        StudyKind.CONTAINS: ((MANY, *parts, MANY),),
        StudyKind.EXTENSIONS: ((ANY, MANY, *parts, MANY), (MANY, *parts, MANY, ANY)),
        StudyKind.HOOKS: ((ANY, *parts), (*parts, ANY)),
    }.get(kind, (parts,))


def _found(
    files: WordFiles, query: Query, tile_set: TileSet, patterns: Sequence[Parts]
) -> dict[str, Parts]:
    """Returns the words that a question means, each with the parts that found it."""
    containing = tiles_in(tile_set, query.containing)
    lacking = tiles_in(tile_set, query.lacking)
    vowels = "".join(code for code, tile in tile_set.by_code.items() if tile.is_vowel)
    least, most = query.lengths or (0, tile_set.longest)
    found: dict[str, Parts] = {}
    for parts in patterns:
        look = _source(files, query.kind, parts)
        for length in (n for n in files.lengths if least <= n <= most):
            table = look(length)
            for code in sorted(set(containing)):
                table = table[count_of(table, code) >= containing.count(code)]
            if lacking:
                table = table[count_of(table, lacking) == 0]
            if query.vowels:
                counted = count_of(table, vowels)
                table = table[(counted >= query.vowels[0]) & (counted <= query.vowels[1])]
            for word in words_in(table):
                found.setdefault(word, parts)
    return found


def _source(files: WordFiles, kind: StudyKind, parts: Parts) -> Callable[[int], Table]:
    """Returns a function that gives the words of a length for these parts, before any filter."""
    keyed = _keyed(files, kind, parts)
    if keyed is not None:
        return lambda length: table_of_words(keyed.get(length, ()), length)
    sieve = {StudyKind.ANAGRAM: made_of, StudyKind.SUBANAGRAM: within}.get(kind, fitting)
    most = least_tiles(parts)

    def look(length: int) -> Table:
        fits = length <= most if kind is StudyKind.SUBANAGRAM else fits_length(parts, length)
        return sieve(table_of(files, length), parts) if fits else table_of_words((), length)

    return look


def _keyed(files: WordFiles, kind: StudyKind, parts: Parts) -> Mapping[int, list[str]] | None:
    """Returns the words by length where the keys of the list are the quicker way to them."""
    if any(part.sort in (Sort.MANY, Sort.CLASS) for part in parts):
        return None
    tiles, blanks = "".join(part.codes for part in parts), parts.count(ANY)
    if kind is StudyKind.ANAGRAM and blanks <= KEYED_BLANKS:
        by_blanks = keys_of(files).blank_anagrams(tiles, blanks)
        return {len(parts): [word for words in by_blanks.values() for word in words]}
    if kind is StudyKind.SUBANAGRAM and not blanks and len(tiles) <= KEYED_RACK:
        return keys_of(files).subanagrams(tiles)
    return None


def _own_order(query: Query, patterns: Sequence[Parts]) -> Order:
    if query.kind is StudyKind.SUBANAGRAM:
        return Order.LONGEST
    free = sum(part.sort is not Sort.TILE for part in patterns[0])
    if query.kind is StudyKind.ANAGRAM and free <= KEYED_BLANKS and MANY not in patterns[0]:
        return Order.BLANKS
    return Order.SHORTEST


def _key(
    order: Order, found: Mapping[str, Parts], ranks: Mapping[str, int]
) -> Callable[[str], tuple[int | str, ...]]:
    keys: dict[Order, Callable[[str], tuple[int | str, ...]]] = {
        Order.SHORTEST: lambda word: (len(word), word),
        Order.LONGEST: lambda word: (-len(word), word),
        Order.PROBABILITY: lambda word: (len(word), ranks[word]),
        Order.BLANKS: lambda word: ("".join(sorted(_drawn(word, found[word]))), word),
    }
    return keys.get(order, lambda word: (word,))


def _drawn(word: str, parts: Parts) -> Iterator[str]:
    return (word[place] for place in not_given(word, parts))


def _free(word: str, parts: Parts, query: Query) -> tuple[int, ...]:
    made = query.kind in (StudyKind.ANAGRAM, StudyKind.SUBANAGRAM)
    return not_given(word, parts) if made else ()
