"""The identity of a list: the edition with its fingerprint, and those that come close."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from lexicon.words.editions import Edition, edition_named, editions
from lexicon.words.spelling import spelled
from lexicon.words.tiles import TileSet

SHORTEST, LONGEST = 2, 15
LENGTHS = range(SHORTEST, LONGEST + 1)
"""The lengths that a fingerprint counts, in tiles."""

NEAR_BY_LENGTHS = 100
"""One word in this many may differ, counted length by length, in a list close to another."""
NEAR_BY_COUNT = 500
"""The same where only the number of words is known."""
NEAREST = 3
"""Editions that are named at most."""

By = Literal["words", "count", ""]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Of the words of 2 to 15 tiles: how many, how many of each length from 2 on, their SHA-256.

    The hash is of the words in upper case without doubles, sorted by code point, each followed by a
    line feed, in UTF-8 (`lexicon.md` section 3).
    """

    words: int
    per_length: tuple[int, ...]
    sha256: str


@dataclass(frozen=True, slots=True)
class Near:
    """An edition or variant that a list nearly is.

    `more` and `lengths` are how many words the list has more than it, negative for fewer, in all
    and by length; `lengths` is None where the edition's are not known. `is_sure` says that its
    number of words was checked.
    """

    edition: Edition
    name: str
    more: int
    lengths: Mapping[int, int] | None
    is_sure: bool = True

    @property
    def distance(self) -> int:
        """The least number of words too many or missing."""
        return sum(map(abs, self.lengths.values())) if self.lengths else abs(self.more)


@dataclass(frozen=True, slots=True)
class Recognised:
    """The identity found for a list. `by` says what agrees: its words, or only their number.

    `claimed` is the edition that it is called after. `nearest` is empty where the words agree.
    """

    edition: Edition | None = None
    by: By = ""
    claimed: Edition | None = None
    nearest: tuple[Near, ...] = field(default=())


def fingerprint_of(tile_set: TileSet, codes: Iterable[str]) -> Fingerprint:
    """Returns the fingerprint of words in codes, each given once, in any order."""
    counted = [word for word in codes if SHORTEST <= len(word) <= LONGEST]
    lengths = Counter(map(len, counted))
    return Fingerprint(
        words=len(counted),
        per_length=tuple(lengths[length] for length in LENGTHS),
        sha256=text_sha256(tile_set, counted),
    )


def text_sha256(tile_set: TileSet, codes: Iterable[str]) -> str:
    """Returns the hash of words, each given once, in any order: the name that a list has on disk.

    Their text is sorted by code point, a line each, in UTF-8.
    """
    digest = hashlib.sha256()
    for text in sorted(spelled(tile_set, word) for word in codes):
        digest.update(f"{text}\n".encode())
    return digest.hexdigest()


def recognise(fingerprint: Fingerprint, claimed: str = "", *, tile_set: str = "en") -> Recognised:
    """Returns the edition of a language that a list is, or the one that it nearly is.

    `claimed` is what the list is called: that edition is compared even where it is far off. The
    number of words is taken for the edition's only where no fingerprint of it is known and nothing
    was said that contradicts it.
    """
    named = edition_named(claimed) if claimed else None
    # The Super boards of a language play by the words of the language: "en-super" is "en" here.
    language = tile_set.partition("-")[0]
    known = [edition for edition in editions() if edition.family.tile_set == language]
    same = next((each for each in known if each.sha256 == fingerprint.sha256), None)
    if same is not None:
        return Recognised(edition=same, by="words", claimed=named)
    counted = [
        each
        for each in known
        if not each.sha256 and each.words == fingerprint.words and named in (None, each)
    ]
    if len(counted) == 1:
        return Recognised(edition=counted[0], by="count", claimed=named)
    compared = [near for each in known for near in _compared(fingerprint, each)]
    close = [
        near for near in compared if near.edition == named or _is_close(near, fingerprint.words)
    ]
    order = sorted(close, key=lambda near: (near.edition != named, near.distance, near.name))
    return Recognised(claimed=named, nearest=tuple(order[:NEAREST]))


def _compared(fingerprint: Fingerprint, edition: Edition) -> Iterable[Near]:
    """Yields how a list differs from an edition and its variants, as far as it is counted."""
    if edition.words is None:
        return
    sure = "words" not in edition.unconfirmed
    more = fingerprint.words - edition.words
    lengths = _differing(fingerprint.per_length, edition.per_length)
    yield Near(edition, edition.name, more, lengths, sure)
    for variant in edition.variants if edition.per_length else ():
        counts = [
            count + variant.more.get(length, 0)
            for length, count in zip(LENGTHS, edition.per_length, strict=True)
        ]
        differing = _differing(fingerprint.per_length, counts)
        yield Near(edition, variant.name, fingerprint.words - sum(counts), differing, sure)


def _differing(lengths: Iterable[int], known: Iterable[int]) -> Mapping[int, int] | None:
    """Returns by how much the counts of each length differ, None where they are not known."""
    counts = tuple(known)
    if not counts:
        return None
    pairs = zip(LENGTHS, lengths, counts, strict=True)
    return {length: one - other for length, one, other in pairs if one != other}


def _is_close(near: Near, words: int) -> bool:
    part = NEAR_BY_COUNT if near.lengths is None else NEAR_BY_LENGTHS
    return near.distance * part <= words
