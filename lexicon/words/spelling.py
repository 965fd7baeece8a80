"""Between text and tiles: what a text can be read as, and how tiles are written.

`lexicon.md` section 10: tiles of several letters stand in brackets, `[CH]`; without brackets the
longest tile comes first where its letters cannot be played one by one.
"""

from __future__ import annotations

from lexicon.words.errors import WordError
from lexicon.words.tiles import TileSet


def spelled(tile_set: TileSet, codes: str) -> str:
    """Returns tiles as text, those of several letters in brackets: `PE[RR]O`."""
    texts = (tile_set.by_code[code].text for code in codes)
    return "".join(text if len(text) == 1 else f"[{text}]" for text in texts)


def written(tile_set: TileSet, codes: str) -> str:
    """Returns tiles as people write the word: `PERRO`."""
    return "".join(tile_set.by_code[code].text for code in codes)


def readings(tile_set: TileSet, text: str) -> tuple[str, ...]:
    """Returns every way to read a text as tiles, in codes, the likeliest first.

    Raises WordError `tile.unknown` for a character that no tile has, `tile.bracket` for brackets
    around what is no tile, and `tile.empty` for no text.
    """
    upper = text.strip().upper()
    if not upper:
        raise WordError("tile.empty")
    codes = []
    for letter in upper:
        code = tile_set.codes.get(letter)
        if code is None:
            raise WordError("tile.unknown", character=letter)
        codes.append(code)
    return ("".join(codes),)
