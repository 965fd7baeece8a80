"""Tile sets as data: which tiles a language plays with, how many of each, and what they score."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from core.phrases import phrase
from lexicon.words.tokenising import PLAIN, Tokeniser, Writing

FIRST_CODE = 0x41
"""The code of a set's first tile. In English the codes are the letters themselves."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile that is not a blank: the letters on it, how many there are, and its points."""

    text: str
    count: int
    points: int
    is_vowel: bool


@dataclass(frozen=True)
class TileSet:
    """The tiles of a language in its own alphabetical order, the blanks apart.

    A word is a sequence of tiles. Inside the program each tile is one character, its code:
    `chr(FIRST_CODE + place)`, so that codes sort as the language does. `longest` is the most tiles
    that a word can have on the set's board. `ambiguous` are the tiles of two letters whose letters
    are tiles of their own as well, so that text alone does not say which were played. `writing` is
    how the language's texts differ from its tiles.
    """

    key: str
    name: str
    blanks: int
    longest: int
    tiles: tuple[Tile, ...]
    ambiguous: frozenset[str]
    writing: Writing = PLAIN

    @cached_property
    def codes(self) -> dict[str, str]:
        """The code of each tile, by its letters."""
        return {tile.text: chr(FIRST_CODE + n) for n, tile in enumerate(self.tiles)}

    @cached_property
    def by_code(self) -> dict[str, Tile]:
        """Each tile by its code."""
        return dict(zip(self.codes.values(), self.tiles, strict=True))

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters on the tiles, in order: sets with the same alphabet share their lists."""
        return tuple(self.codes)

    @cached_property
    def tokeniser(self) -> Tokeniser:
        """The reader of text as tiles of this set."""
        return Tokeniser(self.codes, self.ambiguous, self.writing, longest=self.longest)

    @cached_property
    def coded_tokeniser(self) -> Tokeniser:
        """The same for files that write a tile of several letters as one character."""
        return Tokeniser(self.codes, self.ambiguous, self.writing, longest=self.longest, coded=True)

    @property
    def total(self) -> int:
        """The number of tiles in a full bag, blanks included."""
        return self.blanks + sum(tile.count for tile in self.tiles)


@cache
def tile_sets() -> dict[str, TileSet]:
    """Returns every tile set by its key."""
    writings = {"": PLAIN} | {
        key: _writing(values) for key, values in _data("writings.json").items()
    }
    return {
        key: _tile_set(key, values, writings[values.get("writing", "")])
        for key, values in _data("tile_sets.json").items()
    }


def _data(name: str) -> dict[str, dict[str, Any]]:
    text = files("lexicon.words").joinpath(name).read_text(encoding="utf-8")
    values: dict[str, dict[str, Any]] = json.loads(text)
    return values


def _writing(values: dict[str, Any]) -> Writing:
    pairs = {field: tuple(value.items()) for field, value in values.items() if value is not True}
    return Writing(strips_marks=values.get("strips_marks", False), **pairs)


def _tile_set(key: str, values: dict[str, Any], writing: Writing) -> TileSet:
    return TileSet(
        key=key,
        name=phrase(values["name"]),
        blanks=values["blanks"],
        longest=values["longest"],
        tiles=tuple(
            Tile(text, count, points, bool(v)) for text, count, points, v in values["tiles"]
        ),
        ambiguous=frozenset(values.get("ambiguous", ())),
        writing=writing,
    )
