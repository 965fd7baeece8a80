"""The type size of a list: read from a distance, on few sheets, and those filled.

Widths are estimated as a wide face has them, for nobody knows what faces the machine has that
prints. Whatever face it is, a table wraps what is too long, and nothing overlaps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import ceil
from typing import Generic, NamedTuple, TypeVar
from unicodedata import east_asian_width

T = TypeVar("T")
Widths = Sequence[Sequence[Sequence[float]]]
"""The widths of the words, by row and column."""
MM = 25.4 / 72
"""A point in millimetres."""
LINE, BETWEEN_MM = 1.15, 0.9
"""The height of a line in ems, and what a row has besides: a hair, and the space about it."""


class Measure(NamedTuple):
    """The measures of a table: `sizes` of type in points, from the smallest that can be read there.

    `fixed` is what the columns of figures take together, in ems. `shares` are the parts of the
    whole width that columns of words take; what is left is the first column's, the names'.
    Where rows are even, all are as high as the highest, and each name is on one line, for which
    type goes down to the size `even`, below the others; 0 lets every row be as high as it needs.
    """

    sizes: range
    fixed: float
    shares: tuple[float, ...]
    even: int = 0


class Fitted(NamedTuple, Generic[T]):
    """A table on sheets: the size of its type in points, and whether it fills them.

    `lines` is how many lines the highest row has, which is each one's where rows are even; `name`
    is how many the longest name takes.
    """

    size: int
    fills: bool
    sheets: tuple[tuple[T, ...], ...]
    lines: int = 1
    name: int = 1

    @property
    def strut(self) -> str:
        """As many empty lines as make a row as high as the highest."""
        return "\n".join("\N{NO-BREAK SPACE}" * self.lines)


WIDTH_MM, HEIGHT_MM = 186.0, 228.0
"""The room of A4 and of Letter alike, the smaller of the two, beside head and foot."""
FULL = 0.4
"""The share of its sheets that a list must fill for its rows to be spread over all of them."""
LIGHTER = 0.9
LONG_WORD = 10.0
"""Ems; in large type a longer word may be broken, so that one name does not shrink the list."""


def fitted(items: Sequence[T], texts: Callable[[T], Sequence[str]], measure: Measure) -> Fitted[T]:
    """Returns the items on as few sheets as the smallest type allows, in the largest that does.

    `texts` are the names and what stands in the columns that have a share. Sheets are
    filled alike. Larger type never breaks a name that is on one line in the smallest.
    """
    widths = [_widths(texts(item)) for item in items]
    sizes = _even_sizes(widths, measure) if measure.even else measure.sizes
    smallest = sizes[0]
    least = len(_filled(_heights(widths, measure, smallest), HEIGHT_MM))
    size = next(
        size
        for size in reversed(sizes)
        if size == smallest
        or (
            _whole(widths, measure, size)
            and _whole_names(widths, measure, size) == _whole_names(widths, measure, smallest)
            and len(_filled(_heights(widths, measure, size), HEIGHT_MM)) <= least
        )
    )
    heights = _heights(widths, measure, size)
    limit = _lowest(heights, least)
    starts = [0, *accumulate(_filled(heights, limit))]
    sheets = tuple(tuple(items[start:end]) for start, end in pairwise(starts))
    lines = max(_lines_of_rows(widths, measure, size), default=1)
    fills = sum(heights) >= FULL * HEIGHT_MM * least
    return Fitted(size, fills, sheets, lines, _lines_of_names(widths, measure, size))


def in_one_size(lists: Sequence[Fitted[T]]) -> list[Fitted[T]]:
    """Returns lists that hang side by side, all in the type of the one in the smallest.

    Each keeps its sheets: what fits them in larger type does.
    """
    size = min((one.size for one in lists), default=0)
    return [Fitted(size, one.fills, one.sheets, one.lines, one.name) for one in lists]


def _even_sizes(widths: Widths, measure: Measure) -> range:
    """Returns the sizes in which every name is on one line; the usual smallest where none does."""
    usual = measure.sizes[0]
    one = [
        size
        for size in range(measure.even, measure.sizes.stop)
        if _lines_of_names(widths, measure, size) == 1
    ]
    return range(min(usual, one[-1]), one[-1] + 1) if one else range(usual, usual + 1)


def words_of(text: str) -> list[float]:
    """Returns the width of each word of a text in bold type, in ems; a hyphen ends a word."""
    return [sum(map(_em, word)) for word in re.findall(r"[^\s-]+-?|-", text)]


def _widths(texts: Sequence[str]) -> list[list[float]]:
    """Returns the widths of the words in each column; only the first, the names, are bold."""
    bold, *plain = map(words_of, texts)
    return [bold, *([LIGHTER * word for word in words] for words in plain)]


_NARROW, _WIDE = frozenset("fijlrtI.,:;'’!|()[]-"), frozenset("mwMWGOQ@&%")


def _em(character: str) -> float:
    if character in _NARROW:
        return 0.42
    if character in _WIDE or (not character.isascii() and not character.isalpha()):
        return 1.0
    if east_asian_width(character) in "WF":
        return 1.05
    return 0.8 if character.isupper() or character == "#" else 0.72


def _lines(words: Sequence[float], room: float) -> int:
    """Returns how many lines of a column words take; one that is too long goes over several."""
    lines, used = 1, 0.0
    for word in words:
        gap = 0.35 if used else 0.0
        if used and used + gap + word > room:
            lines, used, gap = lines + 1, 0.0, 0.0
        over = max(0, ceil(word / room) - 1)
        lines, used = lines + over, used + gap + word - over * room
    return lines


def _rooms(measure: Measure, size: int) -> list[float]:
    """Returns how wide the columns of words are at a size of type, in ems of it."""
    width = WIDTH_MM / (size * MM)
    shared = [width * share for share in measure.shares]
    return [room - 0.4 for room in (width - measure.fixed - sum(shared), *shared)]


def _lines_of_rows(widths: Widths, measure: Measure, size: int) -> list[int]:
    """Returns how many lines each row has at a size of type."""
    rooms = _rooms(measure, size)
    return [
        max((_lines(words, room) for words, room in zip(row, rooms, strict=True)), default=1)
        for row in widths
    ]


def _whole_names(widths: Widths, measure: Measure, size: int) -> int:
    """Returns how many names are on one line at a size of type."""
    room = _rooms(measure, size)[0]
    return sum(_lines(names, room) == 1 for names, *_ in widths)


def _lines_of_names(widths: Widths, measure: Measure, size: int) -> int:
    """Returns how many lines the longest name takes at a size of type."""
    room = _rooms(measure, size)[0]
    return max((_lines(names, room) for names, *_ in widths), default=1)


def _heights(widths: Widths, measure: Measure, size: int) -> list[float]:
    lines = _lines_of_rows(widths, measure, size)
    if measure.even:
        lines = [max(lines, default=1)] * len(lines)
    return [count * size * MM * LINE + BETWEEN_MM for count in lines]


def _whole(widths: Widths, measure: Measure, size: int) -> bool:
    """Returns whether no word is broken at a size that is whole at the smallest one."""
    now, least = _rooms(measure, size), _rooms(measure, measure.sizes[0])
    return not any(
        room < word <= min(wider, LONG_WORD)
        for row in widths
        for words, room, wider in zip(row, now, least, strict=True)
        for word in words
    )


def _filled(heights: Sequence[float], limit: float) -> list[int]:
    """Returns how many rows each sheet takes when it takes as many as go into it."""
    counts, used = [0] if heights else [], 0.0
    for height in heights:
        if counts[-1] and used + height > limit:
            counts.append(0)
            used = 0.0
        counts[-1] += 1
        used += height
    return counts


def _lowest(heights: Sequence[float], sheets: int) -> float:
    """Returns how little of a sheet does for all the rows on so many sheets."""
    low, high = 0.0, HEIGHT_MM
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if len(_filled(heights, middle)) <= sheets else (middle, high)
    return high


def largest(text: str, sizes: range, width_mm: float, height_mm: float) -> int:
    """Returns the largest size of type in points in which a text fits a box, no word broken.

    The smallest of the sizes where none does: what is too long then wraps within its words.
    """
    words = words_of(text)
    for size in reversed(sizes):
        room = width_mm / (size * MM)
        fits = _lines(words, room) * size * MM * LINE <= height_mm
        if fits and max(words, default=0.0) <= room:
            return size
    return sizes[0]
