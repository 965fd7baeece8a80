"""All that a list says about one word, whether it holds the word or not."""

from __future__ import annotations

from dataclasses import dataclass

from lexicon.words.files import WordFiles
from lexicon.words.keyed import keys_of
from lexicon.words.patterns import ANY, MANY, PatternPart, Sort, fitting
from lexicon.words.probability import odds_of
from lexicon.words.tables import table_of, words_in
from lexicon.words.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Hooks:
    """The tiles that make a word before or behind another, in codes, and what its ends leave.

    `inner_front` says that a word is left without the first tile, `inner_back` without the last.
    """

    front: str
    back: str
    inner_front: bool
    inner_back: bool


@dataclass(frozen=True, slots=True)
class WordCard:
    """A word with what it leads to; `rank` is None where the list does not hold it."""

    codes: str
    hooks: Hooks
    front_extensions: tuple[str, ...]
    back_extensions: tuple[str, ...]
    inside_extensions: tuple[str, ...]
    anagrams: tuple[str, ...]
    transpositions: tuple[str, ...]
    rank: int | None


def hooks_of(files: WordFiles, codes: str) -> Hooks:
    """Returns the hooks of a word."""
    keys = keys_of(files)
    return Hooks(keys.front_hooks(codes), keys.back_hooks(codes), *keys.inner_hooks(codes))


def card_of(
    files: WordFiles, codes: str, tile_set: TileSet, *, counts_blanks: bool = True
) -> WordCard:
    """Returns a word's card. Extensions inside have tiles on both sides of the word."""
    keys = keys_of(files)
    ranks = odds_of(files, tile_set, blanks=counts_blanks)
    return WordCard(
        codes=codes,
        hooks=hooks_of(files, codes),
        front_extensions=tuple(keys.front_extensions(codes)),
        back_extensions=tuple(keys.back_extensions(codes)),
        inside_extensions=_inside(files, codes),
        anagrams=tuple(word for word in keys.anagrams(codes) if word != codes),
        transpositions=tuple(keys.transpositions(codes)),
        rank=ranks.of([codes])[codes] if files.holds(codes) else None,
    )


def _inside(files: WordFiles, codes: str) -> tuple[str, ...]:
    word = tuple(PatternPart(Sort.TILE, code) for code in codes)
    pattern = (ANY, MANY, *word, MANY, ANY)
    longer = (length for length in files.lengths if length >= len(codes) + 2)
    return tuple(
        found for length in longer for found in words_in(fitting(table_of(files, length), pattern))
    )
