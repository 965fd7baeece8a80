"""Between text and tiles: what a text can be read as, and how tiles are written.

`lexicon.md` section 10: tiles of several letters stand in brackets, `[CH]`; without brackets the
longest tile comes first where its letters cannot be played one by one, and where they can, text
has several readings. Case is the alphabet's in both directions. Text is composed (NFC) first and
never made compatible (NFKC). Codes sort as the language does: to sort words, sort their codes.

Raised are WordErrors: `tile.empty` for no text; `tile.unknown` (character, text) for a character
that no tile has there; `tile.bracket` (text) for brackets around what is no tile; `word.readings`
(text) for more readings than 64; `word.ambiguous` (text, readings) where one was asked for and
there are several; `word.long` (longest) for a text that is far longer than any word.
"""

from __future__ import annotations

from lexicon.words.tiles import TileSet
from lexicon.words.tokenising import Tokeniser


def spelled(tile_set: TileSet, codes: str) -> str:
    """Returns tiles as text, those of several letters in brackets: `PE[RR]O`.

    The text is read as these tiles again by `one_reading(..., brackets_only=True)`. Single tiles
    that would be read as one tile are told apart by a bracket as well: `[C]H`, which no Spanish
    word has.
    """
    return tile_set.tokeniser.spelled(codes)


def written(tile_set: TileSet, codes: str) -> str:
    """Returns tiles as the letters on them: `PERRO`. A doubled tile is written twice: `GYGY`."""
    return tile_set.tokeniser.written(codes)


def lowered(tile_set: TileSet, codes: str) -> str:
    """Returns tiles as lower-case text, which stands for blanks: `pe[rr]o`."""
    return tile_set.tokeniser.lowered(codes)


def readings(
    tile_set: TileSet, text: str, *, coded: bool = False, brackets_only: bool = False
) -> tuple[str, ...]:
    """Returns every way to read a text as tiles, in codes, the longest tiles first; 64 at most.

    `coded` says that the text writes some tiles as one character (Spanish 1 for CH);
    `brackets_only` that every tile of several letters is in brackets, so that letters outside are
    single tiles wherever they can be. Raises WordError.
    """
    return _tokeniser(tile_set, coded).every(text, brackets_only=brackets_only)


def one_reading(
    tile_set: TileSet,
    text: str,
    *,
    coded: bool = False,
    brackets_only: bool = False,
    longest: bool = False,
) -> str:
    """Returns the only way to read a text as tiles, in codes: the quick way for whole lists.

    `coded` and `brackets_only` as for `readings`; `longest` takes the reading with the longest
    tiles where there are several. Raises WordError, also `word.ambiguous` with the readings as
    they are spelled.
    """
    return _tokeniser(tile_set, coded).one(text, brackets_only=brackets_only, longest=longest)


def _tokeniser(tile_set: TileSet, coded: bool) -> Tokeniser:
    return tile_set.coded_tokeniser if coded else tile_set.tokeniser
