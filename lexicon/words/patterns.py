"""The queries that people type for words: tiles, `?`, `*` and classes, and the words they match.

The notation is in docs/guide/words.md. Brackets hold one tile, `[CH]`, or a class:
`[AEIOU]` is any of these tiles, `[^AEIOU]` any other, and commas part the tiles of a class in which
some have several letters, `[A,CH,E]`, or whose letters together are a tile, `[C,H]`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations, islice, product
from unicodedata import normalize

import numpy as np

from lexicon.words.errors import WordError
from lexicon.words.spelling import readings
from lexicon.words.tables import Table, at, count_of, leftmost
from lexicon.words.tiles import TileSet

LONGEST_QUERY = 120
MOST_CLASSES = 4
"""Of an anagram: it looks at every choice of its classes."""
MOST_READINGS = 16

_PART = re.compile(r"\?|\*|\[[^\[\]]*\]|[^?*\[\]]+|[\[\]]")


class Sort(Enum):
    """The kinds of part in a query."""

    TILE = auto()
    CLASS = auto()
    ANY = auto()
    MANY = auto()


@dataclass(frozen=True, slots=True)
class PatternPart:
    """A part of a query: one tile, one of several, any one, or any number of any.

    `codes` are the tiles that will do, for those that name some.
    """

    sort: Sort
    codes: str = ""


ANY, MANY = PatternPart(Sort.ANY), PatternPart(Sort.MANY)
Parts = tuple[PatternPart, ...]


def read_query(tile_set: TileSet, text: str) -> tuple[Parts, ...]:
    """Returns every way to read a query; more than one only where letters are ambiguous.

    Raises WordError `query.empty`, `query.long` (longest), `query.bracket` for a bracket that
    nothing closes or opens, `query.class` (text) for one without tiles or with what is not a tile,
    `query.readings` (most), and what `readings` raises for the letters.
    """
    typed = normalize("NFC", "".join(text.split()))
    if not typed:
        raise WordError("query.empty")
    if len(typed) > LONGEST_QUERY:
        raise WordError("query.long", longest=LONGEST_QUERY)
    runs = [_runs(tile_set, run) for run in _PART.findall(typed)]
    read = [
        tuple(part for run in chosen for part in run)
        for chosen in islice(product(*runs), MOST_READINGS + 1)
    ]
    if len(read) > MOST_READINGS:
        raise WordError("query.readings", most=MOST_READINGS)
    return tuple(dict.fromkeys(read))


def least_tiles(parts: Parts) -> int:
    """Returns the least number of tiles of a word that fits."""
    return sum(part.sort is not Sort.MANY for part in parts)


def check_anagram(parts: Parts) -> None:
    """Raises WordError `query.classes` (most) for an anagram of too many classes."""
    if sum(part.sort is Sort.CLASS for part in parts) > MOST_CLASSES:
        raise WordError("query.classes", most=MOST_CLASSES)


def check_rack(parts: Parts) -> None:
    """Raises WordError `query.rack` for what cannot be on a rack: `*` and classes."""
    if any(part.sort in (Sort.MANY, Sort.CLASS) for part in parts):
        raise WordError("query.rack")


def fits_length(parts: Parts, length: int) -> bool:
    """Returns whether words of a length can fit."""
    least = least_tiles(parts)
    return length >= least if MANY in parts else length == least


def fitting(table: Table, parts: Parts) -> Table:
    """Returns the words of a table whose tiles are, in this order, what a pattern says.

    The length of the words fits. Parts between two `*` are looked for from the left, each where it
    comes first after the one before: a later place could not leave more room.
    """
    runs = _split(parts)
    head, tail = runs[0], runs[-1] if len(runs) > 1 else ()
    table = _anchored(table, head, 0)
    end = table.shape[1] - len(tail)
    table = _anchored(table, tail, end)
    ends = np.full(len(table), len(head), np.int64)
    for run in filter(None, runs[1:-1]):
        ends = leftmost(table, [part.codes for part in run], ends)
    fits: Table = table[ends <= end]
    return fits


def made_of(table: Table, parts: Parts) -> Table:
    """Returns the words of a table that all parts, in any order, make up.

    The length of the words fits. A class can be matched beside the tiles and the other classes if
    every choice of classes finds as many tiles left as it has classes (Hall's theorem).
    """
    given = Counter(part.codes for part in parts if part.sort is Sort.TILE)
    classes = [part.codes for part in parts if part.sort is Sort.CLASS]
    for code, needed in given.items():
        table = table[count_of(table, code) >= needed]
    for size in range(1, len(classes) + 1):
        for chosen in combinations(classes, size):
            codes = "".join(sorted(set("".join(chosen))))
            needed = size + sum(given[code] for code in codes)
            table = table[count_of(table, codes) >= needed]
    return table


def within(table: Table, parts: Parts) -> Table:
    """Returns the words of a table that some parts make up: tiles, and `?` which stands for any."""
    blanks = parts.count(ANY)
    used = np.zeros(len(table), np.int64)
    for code, count in Counter(part.codes for part in parts if part.codes).items():
        used += np.minimum(count_of(table, code), count)
    fits: Table = table[used >= table.shape[1] - blanks]
    return fits


def not_given(word: str, parts: Parts) -> tuple[int, ...]:
    """Returns the places in a word, from 0, of the tiles that the query does not name."""
    left = Counter(part.codes for part in parts if part.sort is Sort.TILE)
    places = []
    for place, code in enumerate(word):
        if left[code]:
            left[code] -= 1
        else:
            places.append(place)
    return tuple(places)


def tiles_in(tile_set: TileSet, text: str) -> str:
    """Returns the tiles of a text that names tiles only, commas or not, in codes.

    Raises WordError `query.tiles` (text) where letters can be read in several ways: brackets or
    commas then say which tiles are meant; and what `readings` raises.
    """
    codes = []
    for run in filter(None, "".join(text.split()).split(",")):
        read = readings(tile_set, run)
        if len(read) > 1:
            raise WordError("query.tiles", text=run)
        codes.append(read[0])
    return "".join(codes)


def _runs(tile_set: TileSet, run: str) -> Sequence[Parts]:
    """Returns every way to read a piece of a query."""
    if run == "?":
        return [(ANY,)]
    if run == "*":
        return [(MANY,)]
    if run in ("[", "]"):
        raise WordError("query.bracket")
    if run.startswith("["):
        return [(_bracket(tile_set, run),)]
    return [
        tuple(PatternPart(Sort.TILE, code) for code in codes) for codes in readings(tile_set, run)
    ]


def _bracket(tile_set: TileSet, run: str) -> PatternPart:
    """Returns the part for brackets: the one tile in them, or a class."""
    named = run[1:-1].removeprefix("^")
    others = named != run[1:-1]
    pieces = named.split(",") if "," in named else [named]
    chosen = [_tile(tile_set, piece) for piece in pieces]
    if chosen == [None]:
        chosen = [_tile(tile_set, letter) for letter in named]
    if not others and len(chosen) == 1 and chosen[0]:
        return PatternPart(Sort.TILE, chosen[0])
    codes = "".join(code for code in tile_set.by_code if (code in chosen) is not others)
    if not chosen or None in chosen or not codes:
        raise WordError("query.class", text=run)
    return PatternPart(Sort.CLASS, codes)


def _tile(tile_set: TileSet, text: str) -> str | None:
    """Returns the code of the one tile that a text names, None where it names none."""
    try:
        codes = readings(tile_set, f"[{text}]")[0]
    except WordError:
        return None
    return codes if len(codes) == 1 else None


def _split(parts: Parts) -> list[Parts]:
    """Returns the parts between one `*` and the next."""
    runs: list[list[PatternPart]] = [[]]
    for part in parts:
        if part.sort is Sort.MANY:
            runs.append([])
        else:
            runs[-1].append(part)
    return [tuple(run) for run in runs]


def _anchored(table: Table, run: Parts, start: int) -> Table:
    for place, codes in _named(run):
        table = table[at(table, start + place, codes)]
    return table


def _named(run: Parts) -> Iterator[tuple[int, str]]:
    """Yields the places in a run that name tiles, with their codes."""
    return ((place, part.codes) for place, part in enumerate(run) if part.codes)
