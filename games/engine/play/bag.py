"""Racks and the bag: tiles that nobody has laid, as codes in order.

Tiles are a string of the codes of a `Tiling`, sorted, so that equal tiles are equal strings. No
blank stands for a letter here: on a rack and in the bag it is BLANK. Chance is an argument.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

from games.engine.play.errors import MoveError
from games.engine.tiling import BLANK, Tiling


def full_bag(tiling: Tiling) -> str:
    """Returns every tile of the set."""
    return in_order(code * count for code, count in tiling.counts.items())


def in_order(tiles: Iterable[str]) -> str:
    """Returns tiles as racks and bags hold them."""
    return "".join(sorted("".join(tiles)))


def as_tiles(tiling: Tiling, codes: Iterable[str]) -> str:
    """Returns the tiles of a board: blanks lose the letter they stood for."""
    return in_order(code if code in tiling.letters else BLANK for code in codes)


def without(tiles: str, taken: str) -> str:
    """Returns `tiles` less `taken`. Raises MoveError `tiles.missing` (tiles: those not there)."""
    left = Counter(tiles)
    left.subtract(taken)
    if missing := {tile: -count for tile, count in left.items() if count < 0}:
        raise MoveError("tiles.missing", tiles=in_order(Counter(missing).elements()))
    return in_order(left.elements())


def draw_tiles(bag: str, count: int, random: Random) -> tuple[str, str]:
    """Returns `count` tiles drawn from the bag, all of them where it has fewer, and the rest."""
    drawn = in_order(random.sample(bag, min(count, len(bag))))
    return drawn, without(bag, drawn)


def unseen(tiling: Tiling, lying: Iterable[str], racks: Iterable[str] = ()) -> str:
    """Returns the tiles that are neither on the board (`lying`, as codes) nor on `racks`.

    Raises MoveError `tiles.too_many` (tiles) where the set does not have as many.
    """
    seen = Counter(as_tiles(tiling, lying)) + Counter("".join(racks))
    left = Counter(tiling.counts)
    left.subtract(seen)
    if over := {tile: -count for tile, count in left.items() if count < 0}:
        raise MoveError("tiles.too_many", tiles=in_order(Counter(over).elements()))
    return in_order(left.elements())


def checked_rack(tiling: Tiling, rack: str, size: int) -> str:
    """Returns a rack in order.

    Raises MoveError `rack.unknown_tile` (tile) for what is not a tile of the set, and
    `rack.too_large` (tiles, size).
    """
    for tile in rack:
        if tile not in tiling.counts:
            raise MoveError("rack.unknown_tile", tile=tile)
    if len(rack) > size:
        raise MoveError("rack.too_large", tiles=len(rack), size=size)
    return in_order(rack)
