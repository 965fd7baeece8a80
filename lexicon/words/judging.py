"""A challenged play: what was typed, read as tiles, and one verdict for all of it.

`rules.md` section 4.2: all words of a play are judged together and the answer is one bit. Whether
something has to be typed again never depends on the list: it would tell which word is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from lexicon.words.errors import WordError
from lexicon.words.spelling import readings, spelled, written
from lexicon.words.tiles import TileSet

LEAST_LOOKUPS = 16
"""The fewest look-ups of every play, however few words it has."""

MOST_LETTERS_A_TILE = 6
"""More characters than a tile can take, brackets and combining marks included."""


class ReEnter(WordError):
    """A play that cannot be judged and must be typed again; no list was asked.

    Codes: `play.empty`, `play.words` (at_most), `word.short` (word), `word.long` (word, at_most),
    and those with which `spelling.readings` refuses a text (with the word).
    """


@dataclass(frozen=True, slots=True)
class Play:
    """The words that a play made: as text, and every way to read each as tiles, in codes."""

    words: tuple[str, ...]
    readings: tuple[tuple[str, ...], ...]


class Holding(Protocol):
    """A list that says of tiles whether they are a word of it."""

    def holds(self, codes: str) -> bool:
        """Returns whether tiles, in codes, are a word."""
        ...


def play_of(tile_set: TileSet, text: str, *, rack: int = 7) -> Play:
    """Returns the play that was typed, its words divided by spaces and new lines.

    A play of a whole rack makes a word along it and one across each tile, so at most `rack` + 1.
    Raises ReEnter for what cannot be judged.
    """
    typed = text.split()
    if not typed:
        raise ReEnter("play.empty")
    if len(typed) > rack + 1:
        raise ReEnter("play.words", at_most=rack + 1)
    found = tuple(_read(tile_set, word) for word in typed)
    words = (_plainest(tile_set, word, ways) for word, ways in zip(typed, found, strict=True))
    return Play(tuple(words), found)


def ruled(play: Play, files: Holding) -> bool:
    """Returns whether a play is acceptable: of every word at least one reading is in the list.

    Every reading of every word is looked up, whatever the others gave, and a short play looks some
    up twice, so that the time tells nothing of the verdict.
    """
    are_words = [[files.holds(reading) for reading in ways] for ways in play.readings]
    for _ in range(LEAST_LOOKUPS - sum(map(len, are_words))):
        files.holds(play.readings[0][0])
    return False not in [any(ways) for ways in are_words]


def _read(tile_set: TileSet, word: str) -> tuple[str, ...]:
    shown = word[: tile_set.longest]
    if len(word) > tile_set.longest * MOST_LETTERS_A_TILE:
        raise ReEnter("word.long", word=shown, at_most=tile_set.longest)
    try:
        found = readings(tile_set, word)
    except WordError as wrong:
        raise ReEnter(wrong.code, **{**wrong.params, "word": shown}) from wrong
    fitting = tuple(reading for reading in found if 2 <= len(reading) <= tile_set.longest)
    if not fitting:
        code = "word.short" if len(found[0]) < 2 else "word.long"
        raise ReEnter(code, word=shown, at_most=tile_set.longest)
    return fitting


def _plainest(tile_set: TileSet, typed: str, ways: tuple[str, ...]) -> str:
    """Returns the plainest text in capitals that is read as what was typed."""
    plain = written(tile_set, ways[0])
    if plain == typed:
        return plain
    try:
        if _read(tile_set, plain) == ways:
            return plain
    except ReEnter:  # without its brackets it can be read in too many ways
        pass
    return spelled(tile_set, ways[0]) if len(ways) == 1 else typed
