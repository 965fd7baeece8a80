"""The tiles that are not on the board: which racks there can be, and which tiles a play can use."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.report import Deviation
from games.engine.tiling import AS_BLANK, BLANK, TileError, Tiling

Laid = tuple[tuple[int, str], ...]

_FIRST_BLANK = chr(AS_BLANK)


class Bag:
    """All tiles of a set but those that were laid. Remarks on racks go to `found`."""

    def __init__(self, tiles: Tiling, rack_size: int, found: list[Deviation]) -> None:
        self._tiles = tiles
        self.rack_size = rack_size
        self._found = found
        self._left = dict(tiles.counts)
        self.count = sum(tiles.counts.values())

    def play(self, line: int, rack: str | None, laid: Laid) -> None:
        """Takes out what is laid on the board; remarks on the rack, where one was stated."""
        codes = self.rack(line, rack) if rack else None
        left, used = self._left, ""
        for _, code in laid:
            tile = code if code < _FIRST_BLANK else BLANK
            used += tile
            left[tile] -= 1
        self.count -= len(used)
        if codes is not None:
            self.held(line, codes, used, "rack.not_played_from")

    def lift(self, laid: Laid) -> None:
        """Puts back what comes off the board."""
        for _, code in laid:
            self._left[code if code < _FIRST_BLANK else BLANK] += 1
        self.count += len(laid)

    def rack(self, line: int, text: str) -> str | None:
        """Returns a rack in codes, None where it is none; says what cannot be about it."""
        codes = self.read(line, text)
        if codes is None:
            return None
        left, count = self._left, codes.count
        if len(codes) > self.rack_size:
            self.too_many(line, len(codes))
        for code in codes:
            if left[code] < count(code):
                more = "".join(sorted(c for c in set(codes) if left[c] < count(c)))
                params = {"rack": text, "tiles": self._tiles.text(more)}
                self._found.append(Deviation(line, "BAG", "bag.rack", params))
                break
        return codes

    def read(self, line: int, text: str) -> str | None:
        """Returns a rack in codes; None, and a remark, where it cannot be read."""
        try:
            return self._tiles.rack(text)
        except TileError:
            self._found.append(Deviation(line, "RACK", "rack.unreadable", {"rack": text}))
            return None

    def too_many(self, line: int, tiles: int) -> None:
        """Remarks that so many tiles are more than a rack holds."""
        params = {"tiles": tiles, "size": self.rack_size}
        self._found.append(Deviation(line, "RACK", "rack.too_many", params))

    def held(self, line: int, rack: str, used: str, what: str) -> None:
        """Remarks, as `what`, on tiles used that were not on the rack; both in codes of tiles."""
        if len(used) <= self.rack_size:
            left = rack
            for tile in used:
                left = left.replace(tile, "", 1)
            if len(left) + len(used) == len(rack):
                return
        more = {tile: used.count(tile) - rack.count(tile) for tile in set(used)}
        missing = "".join([tile * count for tile, count in more.items()])
        if missing:
            read = self._tiles.text
            params = {"tiles": read("".join(sorted(missing))), "rack": read(rack)}
            self._found.append(Deviation(line, "RACK", what, params))

    def whole(self, racks: Iterable[str]) -> None:
        """Remarks where the board and the last racks hold more tiles than there are."""
        left = dict(self._left)
        for code in "".join(racks):
            left[code] -= 1
        over = sorted(code for code, count in left.items() if count < 0)
        if over:
            tiles = ", ".join(
                f"{self._tiles.text(c)} {self._tiles.counts[c] - left[c]}" for c in over
            )
            self._found.append(Deviation(0, "BAG", "bag.whole", {"tiles": tiles}))
