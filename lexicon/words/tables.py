"""The words of one length as a table of codes, and what sieves it.

A table has a row a word and a column a tile. What looks through a table costs its size times the
number of things looked for, whatever is asked; so no query can take longer than its length says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lexicon.words.files import WordFiles

Table: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]


def table_of(files: WordFiles, length: int) -> Table:
    """Returns the words of a length in order, read in place in the file."""
    return _table(files.of_length(length), length)


def table_of_words(words: Sequence[str], length: int) -> Table:
    """Returns words of one length, in codes, as a table in their order."""
    return _table(memoryview("".join(f"{word}\n" for word in words).encode("ascii")), length)


def words_in(table: Table) -> list[str]:
    """Returns the words of a table in codes, in the order of its rows."""
    length = table.shape[1]
    text = table.tobytes().decode("ascii")
    return [text[start : start + length] for start in range(0, len(text), length)]


def count_of(table: Table, codes: str) -> Numbers:
    """Returns for each word how many of its tiles are among these."""
    wanted = _wanted(codes)
    total = np.zeros(len(table), np.int64)
    for column in table.T:
        total += wanted[column]
    return total


def at(table: Table, place: int, codes: str) -> Mask:
    """Returns for each word whether the tile at a place is among these."""
    return _wanted(codes)[table[:, place]]


def leftmost(table: Table, run: Iterable[str], after: Numbers) -> Numbers:
    """Returns for each word where a run of tiles first ends that begins at or after a place.

    Each element of the run is the codes that will do there, none where any will. A word without the
    run gets the number of its tiles plus one, which is after everything.
    """
    run = tuple(run)
    words, length = table.shape
    starts = length - len(run) + 1
    if starts < 1:
        return np.full(words, length + 1, np.int64)
    fits = np.arange(starts) >= after[:, None]
    for step, codes in enumerate(run):
        if codes:
            fits &= _wanted(codes)[table[:, step : step + starts]]
    ends: Numbers = np.where(fits.any(axis=1), fits.argmax(axis=1) + len(run), length + 1)
    return ends


def places_of(files: WordFiles, length: int, words: Sequence[str]) -> Numbers:
    """Returns the places of words of a length, all of them in the list, among those of this length.

    Places count from 0.
    """
    whole = np.frombuffer(files.of_length(length), dtype=f"S{length + 1}")
    lines = np.array([f"{word}\n".encode("ascii") for word in words], dtype=whole.dtype)
    return np.asarray(np.searchsorted(whole, lines), np.int64)


def _table(lines: memoryview, length: int) -> Table:
    whole = np.frombuffer(lines, np.uint8) if len(lines) else np.empty(0, np.uint8)
    return whole.reshape(-1, length + 1)[:, :length]


@lru_cache(maxsize=256)
def _wanted(codes: str) -> Mask:
    """Returns a mask over all bytes: whether one is among these codes."""
    wanted = np.zeros(256, np.bool_)
    wanted[list(codes.encode("ascii"))] = True
    wanted.setflags(write=False)
    return wanted
