"""What a list is known by: how many words, how many of each length, and the hash of the words.

`lexicon.md` section 3. The words are in upper case, without doubles, sorted by code point, each
followed by a line feed, in UTF-8; a tile of several letters stands in brackets.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from lexicon.words.spelling import spelled
from lexicon.words.tiles import TileSet

SHORTEST, LONGEST = 2, 15
"""Published lists are described by their words of 2 to 15 letters."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The words of 2 to 15 letters: how many, how many of each length from 2 on, their hash.

    Letters are counted as the word is written: Spanish PERRO has five and is four tiles.
    """

    words: int
    per_length: tuple[int, ...]
    sha256: str


def list_sha256(tile_set: TileSet, codes: Sequence[str]) -> str:
    """Returns the hash that names a list; `codes` are sorted and without doubles."""
    digest = sha256()
    for texts in _in_text_order(tile_set, codes):
        digest.update(_lines(texts))
    return digest.hexdigest()


def fingerprint(tile_set: TileSet, codes: Sequence[str]) -> Fingerprint:
    """Returns what published lists are compared by; `codes` are sorted and without doubles."""
    digest, lengths = sha256(), Counter[int]()
    for texts in _in_text_order(tile_set, codes):
        counted = Counter(map(_letters, texts))
        lengths += counted
        if all(SHORTEST <= length <= LONGEST for length in counted):
            digest.update(_lines(texts))
        else:
            digest.update(_lines([t for t in texts if SHORTEST <= _letters(t) <= LONGEST]))
    per_length = tuple(lengths[length] for length in range(SHORTEST, LONGEST + 1))
    return Fingerprint(sum(per_length), per_length, digest.hexdigest())


def _in_text_order(tile_set: TileSet, codes: Sequence[str]) -> Iterator[list[str]]:
    """Yields the words as text by code point, those of one first tile at a time.

    No tile's text begins with another's, brackets included, so words that share their first tile
    stand together in either order; and the list is never in memory twice.
    """
    table = {ord(code): spelled(tile_set, code) for code in tile_set.by_code}
    for code in sorted(tile_set.by_code, key=lambda code: table[ord(code)]):
        start, end = (bisect_left(codes, chr(ord(code) + n)) for n in (0, 1))
        if start < end:
            yield sorted("\n".join(codes[start:end]).translate(table).split("\n"))


def _letters(text: str) -> int:
    return len(text) - 2 * text.count("[")


def _lines(texts: Sequence[str]) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()
