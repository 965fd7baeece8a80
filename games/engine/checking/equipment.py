"""The terms of checking a record, and the tiles and the board that it was played with (gcg.md
section 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from games.engine.boards import ALTERNATIVE, STANDARD, SUPER, boards
from games.engine.record import Record
from games.engine.report import Notice
from games.engine.rulesets import RULESETS, RuleSet
from games.engine.tiling import TileError, tiling
from lexicon.words.tiles import tile_sets

ENGLISH = "en"

DISTRIBUTIONS = {
    "english": ENGLISH,
    "english_super": "en-super",
    "french": "fr",
    "german": "de",
    "norwegian": "no",
    "polish": "pl",
    "spanish": "es",
    "catalan": "ca",
    "catalan_super": "ca-super",
    "dutch": "nl",
    "slovene": "sl",
    "swedish": "sv",
}
"""The tile sets by their names in GCG files."""

_NAMES = {key: name for name, key in DISTRIBUTIONS.items()}

_LEXICA = re.compile(
    "(?P<pl>OSPS)|(?P<no>NSF)|(?P<de>RD|GERMAN|D[0-9]+WL|DEUTSCH)|(?P<fr>FRA|ODS)"
    "|(?P<es>FISE|FILE)|(?P<ca>DISC)|(?P<nl>DSW)|(?P<sl>SLV)|(?P<sv>SAOL)"
    "|(?P<en>CSW|NWL|TWL|OWL|OTCWL|OSWI|ECWL|WOW24|ENABLE|YAWL)"
)

# A single letter in brackets is not a tile, and tells nothing of the set.
_MARKED = re.compile(r"\[[^\[\]]{2,}\]|\w·\w|[^\x00-\x7f]")

_LAYOUTS = {
    "crosswordgame": STANDARD,
    "standard15": STANDARD,
    "supercrosswordgame": SUPER,
    "super21": SUPER,
    "standard21": SUPER,
    ALTERNATIVE: ALTERNATIVE,
}

_LIKELY_FIRST = ("de", "fr", "pl", "es", "no", "sv", "ca", "sl", "da", "pt", "hu", "tr", "cy")


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The rules, board and tiles that a game was played with, and its lexicon.

    `board` and `tiles` are keys; '' is as the record says or as its letters show. `holds` says
    whether the lexicon has a word, given in codes of letters; without it no word is looked up.
    """

    rules: RuleSet | None = None
    board: str = ""
    tiles: str = ""
    holds: Callable[[str], bool] | None = None

    @property
    def played_by(self) -> RuleSet:
        """The rules of the game; where none are known those that most play by."""
        return self.rules or RULESETS["naspa"]


class Equipment(NamedTuple):
    """Keys of the tile set and the board, and what a reader of the report should know of them.

    `inferred` says that nothing in the record named the tiles.
    """

    tiles: str
    board: str
    inferred: bool
    notices: tuple[Notice, ...]


def distribution(tiles: str) -> str:
    """Returns the name of a tile set in GCG files; its key where they have none for it."""
    return _NAMES.get(tiles, tiles)


def equipment(record: Record, terms: GameTerms) -> Equipment:
    """Returns the tiles and the board of the game.

    The tiles are those of the terms, else of the record's `#tile-distribution`, else of its
    lexicon; else letters that English does not have decide, else they are English. The board is
    that of the terms, else of `#board-layout`, `#game-type` or the size of the tile set.
    """
    notices: list[Notice] = []
    tiles = terms.tiles or _declared_tiles(record, notices)
    board = terms.board or _declared_board(record, notices)
    inferred = not tiles
    if not tiles:
        tiles = _from_letters(record)
        if tiles != ENGLISH:
            notices.append(Notice(0, "tiles.inferred", {"tiles": tile_sets()[tiles].name}))
    if not terms.tiles and not record.tile_distribution and board == SUPER:
        tiles = f"{tiles}-super" if f"{tiles}-super" in tile_sets() else tiles
    if not board:
        board = SUPER if tile_sets()[tiles].longest > boards()[STANDARD].size else STANDARD
    return Equipment(tiles, board, inferred, tuple(notices))


def is_equipment(name: str) -> bool:
    """Returns whether a record that names a board or tiles so is understood."""
    key = name.strip().lower()
    of_board = key in _LAYOUTS or name in boards()
    return of_board or key.replace("-", "_") in DISTRIBUTIONS or name in tile_sets()


def _declared_tiles(record: Record, notices: list[Notice]) -> str:
    named = record.tile_distribution
    if named:
        key = named.strip().lower().replace("-", "_")
        if key in DISTRIBUTIONS:
            return DISTRIBUTIONS[key]
        if named in tile_sets():
            return named
        notices.append(Notice(0, "tiles.unknown", {"name": named}))
    known = _LEXICA.match(record.lexicon.strip().upper())
    return known.lastgroup or "" if known else ""


def _declared_board(record: Record, notices: list[Notice]) -> str:
    named = record.board_layout.strip()
    if named:
        known = _LAYOUTS.get(named.lower())
        if known:
            return known
        if named in boards():
            return named
        notices.append(Notice(0, "board.unknown", {"name": named}))
    return SUPER if record.game_type.strip().lower().endswith("_super") else ""


def _from_letters(record: Record) -> str:
    """Returns the tile set that has every letter of the record, English where none has.

    Where several have them, the one whose games are most often found.
    """
    texts = {turn.tiles for turn in record.turns} | {turn.rack or "" for turn in record.turns}
    texts |= {f"[{letters}]" for letters in record.tile_letters}
    if all(text.isascii() and "[" not in text for text in texts):
        return ENGLISH
    marked = "".join(set(_MARKED.findall(" ".join(texts))))
    used = [_letters_read(key, marked) for key in _LIKELY_FIRST]
    # A letter of which there is no tile can still be what a blank stands for.
    for has_tiles in (True, False):
        for key, letters in zip(_LIKELY_FIRST, used, strict=True):
            counts = tiling(key).counts
            if letters and (not has_tiles or all(counts[letter] for letter in letters)):
                return key
    return ENGLISH


def _letters_read(key: str, text: str) -> str:
    """Returns text as codes of a tile set's letters, empty where it has not all of them."""
    tiles = tiling(key)
    try:
        return tiles.letters_of(tiles.word(text))
    except TileError:
        return ""
