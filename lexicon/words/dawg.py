"""The packed DAWG: words as a graph that is walked tile by tile, for move generation.

Words that begin alike share their beginnings, words that end alike their ends, and there are no
more states than that takes (Daciuk, Mihov, Watson and Watson, 2000: words are added in order, and a
state is finished once no later word can pass through it).

A file is a head of 32 bytes and a table of 32-bit numbers in the machine's order. A state is the
place of its row in the table: the row's first number says whether a word ends there, and number t
leads to the state after tile t, 0 where no word goes on so. Tile t is the t-th of the alphabet, the
tile of code `chr(0x40 + t)`. Row 0 is that of no state.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from mmap import mmap
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from core.files import write_whole
from lexicon.words.errors import WordError
from lexicon.words.files import OPEN_LISTS, WordFiles, mapped
from lexicon.words.tiles import FIRST_CODE

BEFORE_FIRST = FIRST_CODE - 1
"""The offset of a tile's code from its number."""

FORMAT = 1
_MAGIC = b"wc-dawg\n"
_HEAD = struct.Struct("=8s6I")
_CELL = array("I").itemsize


class Packed(NamedTuple):
    """A graph as it is written: tiles in the alphabet, states and the root's place, the table."""

    tiles: int
    states: int
    root: int
    table: array[int]


class Dawg:
    """A packed DAWG in a file, mapped into memory and shared by all who walk it.

    A state is a number, and 0 is that of no state. `table` is for who walks without calling: the
    state after a tile more is `table[state + tile]`.
    """

    def __init__(self, data: mmap, *, tiles: int) -> None:
        """Opens a mapped file of an alphabet of so many tiles; WordError `dawg.unreadable` where it
        is not that, or not whole.
        """
        try:
            magic, form, *numbers, check = _HEAD.unpack_from(data)
        except struct.error as short:
            raise WordError("dawg.unreadable") from short
        self.tiles, self.states, self.root, self.count = numbers
        body = memoryview(data)[_HEAD.size :]
        is_ours = (magic, form, self.tiles) == (_MAGIC, FORMAT, tiles)
        size = _CELL * (self.tiles + 1) * (self.states + 1)
        if not is_ours or len(body) != size or check != _check(body, numbers):
            raise WordError("dawg.unreadable")
        self.table = body.cast("I")

    def child(self, state: int, tile: int) -> int:
        """Returns the state after a tile more, 0 where no word goes on so."""
        return self.table[state + tile]

    def accepts(self, state: int) -> bool:
        """Returns whether a word ends in a state."""
        return self.table[state] != 0

    def tiles_from(self, state: int) -> list[int]:
        """Returns the tiles with which a word can go on from a state, in order."""
        row = self.table[state + 1 : state + self.tiles + 1].tolist()
        return [tile for tile, following in enumerate(row, start=1) if following]

    def holds(self, codes: str) -> bool:
        """Returns whether tiles, in codes, are a word."""
        state = self.root
        for code in codes:
            tile = ord(code) - BEFORE_FIRST
            state = self.table[state + tile] if 0 < tile <= self.tiles else 0
            if not state:
                return False
        return self.accepts(state)

    def words(self) -> Iterator[str]:
        """Yields every word in codes, in order."""
        waiting = [(self.root, "")]
        while waiting:
            state, codes = waiting.pop()
            if self.accepts(state):
                yield codes
            waiting += [
                (self.child(state, tile), codes + chr(BEFORE_FIRST + tile))
                for tile in reversed(self.tiles_from(state))
            ]


@lru_cache(maxsize=OPEN_LISTS)
def open_dawg(files: WordFiles) -> Dawg:
    """Returns the DAWG of a list, made when there is none yet or when its file is not whole."""
    tiles, place = len(files.tile_set.tiles), files.path("dawg")

    def make(path: Path) -> None:
        write_dawg(path, sorted(files.in_order()), tiles=tiles)

    try:
        return Dawg(mapped(files.made("dawg", make)), tiles=tiles)
    except (WordError, ValueError):
        # A file of another machine or program, or one that the disk lost a part of.
        write_whole(place, make)
        return Dawg(mapped(place), tiles=tiles)


def write_dawg(path: Path, codes: Iterable[str], *, tiles: int) -> None:
    """Writes the DAWG of words in codes, which come in order and once each, of so many tiles."""
    words = list(codes)
    packed = pack(words, tiles=tiles)
    body = memoryview(packed.table).cast("B")
    numbers = (packed.tiles, packed.states, packed.root, len(words))
    head = _HEAD.pack(_MAGIC, FORMAT, *numbers, _check(body, numbers))
    with path.open("wb") as opened:
        opened.write(head)
        opened.write(body)


def pack(codes: Iterable[str], *, tiles: int) -> Packed:
    """Returns the smallest graph of words in codes; ValueError unless in order and once each."""
    rows = _states(codes)
    width = tiles + 1
    table = array("I", bytes(_CELL * width * (len(rows) + 1)))
    for number, (accepts, *steps) in enumerate(rows, start=1):
        row = number * width
        table[row] = accepts
        for tile, child in zip(steps[::2], steps[1::2], strict=True):
            table[row + tile] = child * width
    # The root is finished last, and so has the highest number.
    return Packed(tiles=tiles, states=len(rows), root=len(rows) * width, table=table)


def _states(codes: Iterable[str]) -> list[tuple[int, ...]]:
    """Returns the states, numbered from 1, each after those it leads to.

    A state is a tuple: whether a word ends there, then tile and state, tile and state, by tile.
    """
    numbers: dict[tuple[int, ...], int] = {}
    path: list[list[int]] = [[0]]
    last = ""

    def finish(depth: int) -> None:
        """Numbers the states beyond a depth of the path: no later word passes through it."""
        while len(path) > depth + 1:
            state = tuple(path.pop())
            path[-1].append(numbers.setdefault(state, len(numbers) + 1))

    for word in codes:
        if word <= last:
            raise ValueError(f"{word} comes after {last}")
        shared = 0
        for one, other in zip(last, word, strict=False):
            if one != other:
                break
            shared += 1
        finish(shared)
        for code in word[shared:]:
            path[-1].append(ord(code) - BEFORE_FIRST)
            path.append([0])
        path[-1][0] = 1
        last = word
    finish(0)
    return [*numbers, tuple(path[0])]


def _check(body: memoryview, numbers: Sequence[int]) -> int:
    return crc32(body, crc32(struct.pack("=4I", *numbers)))
