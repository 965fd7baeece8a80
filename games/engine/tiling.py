"""Tiles as they lie: between the text of a record and one character a tile.

A tile is its code of `lexicon.words.tiles`; a blank that stands for a letter is that code with
AS_BLANK added, a blank on a rack BLANK, and in a play a tile that lay there already THROUGH.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from unicodedata import normalize

from lexicon.words.spelling import lowered, spelled
from lexicon.words.tiles import TileSet, tile_sets

BLANK, THROUGH = "?", "."
AS_BLANK = 0x80


class TileError(ValueError):
    """Text that is not tiles of the set: `tile.unknown` (text) or `tile.bracket` (text)."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


class Tiling:
    """A tile set as games need it; `points` of BLANK and of every blank that is a letter are 0."""

    def __init__(self, tile_set: TileSet) -> None:
        self.tile_set = tile_set
        worth = {code: tile.points for code, tile in tile_set.by_code.items()}
        self.points = worth | {chr(ord(code) + AS_BLANK): 0 for code in worth} | {BLANK: 0}
        self.counts = {code: tile.count for code, tile in tile_set.by_code.items()}
        self.counts[BLANK] = tile_set.blanks
        self.letters = frozenset(worth)
        self._texts = self._texts_of_codes()
        self._codes = {text: code for code, text in self._texts.items()} | self._other_texts()
        longest_first = sorted(self._codes, key=len, reverse=True)
        self._piece = re.compile("|".join(map(re.escape, longest_first)))
        single = {text: code for text, code in self._codes.items() if len(text) == 1}
        self._table = str.maketrans(single)
        # Letters that can begin a tile of several are left to the longer way.
        several = "".join(text for text in self._codes if len(text) > 1)
        self._plain = frozenset(single) - frozenset(several)

    def word(self, text: str) -> str:
        """Returns the tiles of a play's text: capitals, lower case for blanks, THROUGH for dots.

        Letters that a tile of several can be read in are that tile. Raises TileError.
        """
        codes = self._read(text)
        if BLANK in codes:
            raise TileError("tile.unknown", text=text)
        return codes

    def rack(self, text: str) -> str:
        """Returns the tiles of a rack's text in the order written, BLANK for `?`, `_` and `.`.

        Raises TileError; a rack holds no letters in lower case.
        """
        codes = self._read(with_one_blank(text))
        if not self.letters.issuperset(codes.replace(BLANK, "")):
            raise TileError("tile.unknown", text=text)
        return codes

    def text(self, codes: str) -> str:
        """Returns tiles as records write them: `ANoTHER`, `[CH]A.O`, `AB?`.

        In a set with tiles of several letters, single tiles that would be read as one of them are
        in brackets: `[L][L]`.
        """
        text = "".join([self._texts[code] for code in codes])
        if self._plain.issuperset(text) or self._read(text) == codes:
            return text
        return "".join([self._bracketed(self._texts[code]) for code in codes])

    def letters_of(self, codes: str) -> str:
        """Returns a word as a lexicon knows it: the codes of its letters, blanks as what they say.

        The word holds no BLANK and no THROUGH.
        """
        return codes if self.letters.issuperset(codes) else codes.translate(self._as_letters)

    def worth(self, codes: str) -> int:
        """Returns the points of tiles; blanks have none, whatever they stand for."""
        points = self.points
        return sum([points[code] for code in codes])

    def _read(self, text: str) -> str:
        if self._plain.issuperset(text):
            return text.translate(self._table)
        text = normalize("NFC", text)
        pieces = self._piece.findall(text)
        if "".join(pieces) != text:
            raise TileError("tile.bracket" if "[" in text else "tile.unknown", text=text)
        return "".join([self._codes[piece] for piece in pieces])

    def _texts_of_codes(self) -> dict[str, str]:
        texts = {BLANK: BLANK, THROUGH: THROUGH}
        for code in self.letters:
            texts[code] = spelled(self.tile_set, code)
            texts[chr(ord(code) + AS_BLANK)] = lowered(self.tile_set, code)
        return texts

    def _other_texts(self) -> dict[str, str]:
        """Returns how else tiles may stand in text, where there are tiles of several letters.

        Older files write those without brackets; single ones may be in brackets beside them.
        """
        bare = {text[1:-1]: code for code, text in self._texts.items() if text[0] == "["}
        if not bare:
            return {}
        single = {self._bracketed(text): code for code, text in self._texts.items()}
        return bare | single

    @staticmethod
    def _bracketed(text: str) -> str:
        return f"[{text}]" if text.isalpha() else text

    @cached_property
    def _as_letters(self) -> dict[int, str]:
        return {ord(code) + AS_BLANK: code for code in self.letters}


def with_one_blank(rack: str) -> str:
    """Returns the text of a rack with BLANK for all that stands for one: `?`, `_` and `.`."""
    return rack.replace("_", BLANK).replace(THROUGH, BLANK)


@cache
def tiling(key: str) -> Tiling:
    """Returns the tiles of the set with this key; KeyError where there is none."""
    return Tiling(tile_sets()[key])
