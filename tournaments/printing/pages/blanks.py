"""Paper to be written on: pairings by hand, challenges, the turns of a game, the tiles left."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import UserError
from core.web.frame import Context
from lexicon.selectors.installed import installed
from lexicon.words.tiles import TileSet, tile_sets
from tournaments.models import Division
from tournaments.printing.pages.badges import boards_of
from tournaments.printing.pages.layout import collated
from tournaments.readmodel.division import DivisionReadModel

WITHOUT_A_LEXICON = "en"
CHALLENGES_PER_SHEET = 8
WORDS_OF_A_CHALLENGE = 4
TURNS = 26
USUAL_BAG = 130
"""The most tiles that a quarter of a sheet holds in large type."""
BLANK_TILE = "?"


class TileRow(NamedTuple):
    """The tiles of one kind on a tracking sheet: each is there once to be crossed off."""

    text: str
    each: range


def blank_pairings(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns a row for every board, and one for the bye, to be filled in by hand."""
    return {"boards": range(1, boards_of(read_model) + 1)}


def challenge_slips(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns as many blank challenge slips as there are boards, whole sheets of them.

    A word has a box for each letter of the longest word of the division's tiles.
    """
    sheets = max(1, -(-boards_of(read_model) // CHALLENGES_PER_SHEET))
    return {
        "sheets": [range(CHALLENGES_PER_SHEET)] * sheets,
        "words": range(WORDS_OF_A_CHALLENGE),
        "letters": range(tiles_of(read_model.division).longest),
    }


def score_sheets(_read_model: DivisionReadModel, _number: int) -> Context:
    """Returns a sheet of two: a row for each turn, with the totals of both players."""
    return {"halves": range(2), "turns": range(1, TURNS + 1)}


def tracking_sheets(read_model: DivisionReadModel, _number: int) -> Context:
    """Returns a sheet of four, with every tile of the division's tile set to be crossed off."""
    tiles = tiles_of(read_model.division)
    rows = [TileRow(tile.text, range(tile.count)) for tile in tiles.tiles if tile.count]
    blanks = [TileRow(BLANK_TILE, range(tiles.blanks))] if tiles.blanks else []
    return {
        "quarters": collated(range(4), 4)[0],
        "tiles": [*rows, *blanks],
        "tile_set": tiles.name,
        "total": tiles.total,
        "type_size": 16 if tiles.total <= USUAL_BAG else 10,
        "vowels": sum(tile.count for tile in tiles.tiles if tile.is_vowel),
    }


def tiles_of(division: Division) -> TileSet:
    """Returns the tiles that a division plays with: those of its word list, English without one."""
    try:
        return installed(division.lexicon).tiles
    except UserError:
        return tile_sets()[WITHOUT_A_LEXICON]
