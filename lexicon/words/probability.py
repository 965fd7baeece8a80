"""The probability of drawing the tiles of a word: the order in which players study words.

`lexicon.md` section 6: the number of ways to draw the word's tiles from a full bag, which is the
product of C(count, needed) over its tiles. With blanks it is summed over what the blanks stand for.
Among words of a length the one with most ways is first; equal ones are in alphabetical order.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexicon.words.files import OPEN_LISTS, WordFiles, mapped, open_words
from lexicon.words.tables import Numbers, Table, count_of, places_of, table_of
from lexicon.words.tiles import TileSet, tile_sets

_EXACT = 2**62


class Odds:
    """The probability order of a list's words under a tile set, each length for itself from 1."""

    def __init__(self, files: WordFiles, ranks: NDArray[np.uint32]) -> None:
        self._files, self._ranks = files, ranks
        self._starts: dict[int, int] = {}
        start = 0
        for length in files.lengths:
            self._starts[length] = start
            start += files.head.by_length[str(length)]

    def of(self, words: list[str]) -> dict[str, int]:
        """Returns the places of words of the list, from 1, among those of their length."""
        by_length: dict[int, list[str]] = {}
        for word in words:
            by_length.setdefault(len(word), []).append(word)
        by_word: dict[str, int] = {}
        for length, group in by_length.items():
            places = self._starts[length] + places_of(self._files, length, group)
            by_word |= zip(group, self._ranks[places].tolist(), strict=True)
        return by_word


def odds_of(files: WordFiles, tile_set: TileSet, *, blanks: bool = True) -> Odds:
    """Returns the probability order of a list, made when it is first asked for and then kept.

    `tile_set` has the alphabet of the list; `blanks` says whether blanks may stand for tiles.
    """
    return _open(files.folder, files.sha256, tile_set.key, blanks)


def ways_to_draw(table: Table, tile_set: TileSet, blanks: int) -> NDArray[Any]:
    """Returns for each word of a table how many ways there are to draw its tiles.

    The numbers are Python's own where 64 bits do not hold them.
    """
    words, length = table.shape
    fits = comb(tile_set.total, length) < _EXACT
    by_blanks = np.zeros((words, blanks + 1), np.int64 if fits else object)
    by_blanks[:, 0] = 1
    for code, tile in tile_set.by_code.items():
        needed = count_of(table, code)
        (rows,) = np.nonzero(needed)
        if rows.size:
            by_blanks[rows] = _with(by_blanks[rows], needed[rows], tile.count)
    drawn = np.array([comb(blanks, used) for used in range(blanks + 1)], by_blanks.dtype)
    return np.asarray((by_blanks * drawn).sum(axis=1))


def _with(before: NDArray[Any], needed: Numbers, count: int) -> NDArray[Any]:
    """Returns the ways by blanks used, once one more kind of tile is drawn as often as needed."""
    after = np.zeros_like(before)
    most = int(needed.max())
    for as_blank in range(before.shape[1]):
        ways = [comb(count, n - as_blank) if n >= as_blank else 0 for n in range(most + 1)]
        drawn = np.array(ways, before.dtype)[needed]
        kept = before.shape[1] - as_blank
        after[:, as_blank:] += before[:, :kept] * drawn[:, None]
    return after


@lru_cache(maxsize=OPEN_LISTS)
def _open(folder: Path, sha256: str, tile_set: str, blanks: bool) -> Odds:
    files = open_words(folder, sha256)
    kind = f"{tile_set}{'-blanks' if blanks else ''}.odds"
    path = files.made(kind, lambda path: _make(path, files, tile_sets()[tile_set], blanks))
    return Odds(files, np.frombuffer(mapped(path), "<u4"))


def _make(path: Path, files: WordFiles, tile_set: TileSet, blanks: bool) -> None:
    with path.open("wb") as opened:
        for length in files.lengths:
            table = table_of(files, length)
            ways = ways_to_draw(table, tile_set, tile_set.blanks if blanks else 0)
            ranks = np.empty(len(table), "<u4")
            ranks[np.argsort(-ways, kind="stable")] = np.arange(1, len(table) + 1)
            opened.write(ranks.tobytes())
