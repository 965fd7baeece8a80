"""Small invented lists, dense enough that words have anagrams, hooks and extensions."""

from __future__ import annotations

import random
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

from lexicon.words.files import WordFiles, store_words
from lexicon.words.spelling import spelled
from lexicon.words.tiles import TileSet, tile_sets

TILES = {
    "en": "A E I R S T N Q Z",
    "es": "A E O C H CH L LL R RR Ñ",
    "hu": "A Á E C S CS Z SZ ZS G GY",
}
"""The tiles that the lists are made of: few, and those whose letters are tiles as well."""


def codes_of(tile_set: TileSet, *texts: str) -> str:
    """Returns the codes of tiles."""
    return "".join(tile_set.codes[text] for text in texts)


def listed(folder: Path, tile_set: TileSet, codes: set[str]) -> WordFiles:
    """Returns the files of a list of these words, in codes."""
    text = "".join(f"{word}\n" for word in sorted(spelled(tile_set, each) for each in codes))
    return store_words(folder, sha256(text.encode()).hexdigest(), tile_set, sorted(codes))


@cache
def invented(key: str, words: int = 700) -> tuple[WordFiles, tuple[str, ...]]:
    """Returns the files of a list of a tile set, and its words in codes, always the same."""
    tile_set = tile_sets()[key]
    tiles = codes_of(tile_set, *TILES[key].split())
    dice = random.Random(key)
    found: set[str] = set()
    while len(found) < words:
        word = "".join(dice.choices(tiles, k=dice.choice((2, 3, 3, 4, 4, 5, 6, 7))))
        # A word, and something that leads from it to another.
        found |= {word, *dice.sample([word + word[0], word[::-1], word[1:] + "A"], 1)}
    held = {word for word in found if 2 <= len(word) <= tile_set.longest}
    return listed(Path(mkdtemp(prefix="invented-")), tile_set, held), tuple(sorted(held))
