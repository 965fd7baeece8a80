"""The tiles that are not on the board, and the end of a record: rack lines, time lines, racks held.

The bag tells which racks there can be, and which tiles a play can use. Out-play: `(RACK) +2x` to
who went out, or `(RACK) +x` with the other's `RACK (RACK) -x`. Scoreless turns: `RACK (RACK) -x`
for each. Time lines come after the rack lines (gcg.md section 5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.play.endings import may_end_scoreless, scoreless_points
from games.engine.record import EventKind, Record, Turn
from games.engine.report import Deviation
from games.engine.rulesets import RuleSet
from games.engine.tiling import AS_BLANK, BLANK, TileError, Tiling

Laid = tuple[tuple[int, str], ...]

_FIRST_BLANK = chr(AS_BLANK)


class Bag:
    """All tiles of a set but those that were laid. Remarks on racks go to `found`."""

    def __init__(self, tiles: Tiling, rack_size: int, deviations: list[Deviation]) -> None:
        self._tiles = tiles
        self.rack_size = rack_size
        self._found = deviations
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


class Tail:
    """Checks the lines at the end of a record; remarks go to `found`.

    `has_begun` says that a rack line came: the game is over.
    """

    def __init__(
        self, record: Record, bag: Bag, tiles: Tiling, rules: RuleSet, deviations: list[Deviation]
    ) -> None:
        self.has_begun = False
        self._record = record
        self._bag = bag
        self._worth = tiles.worth
        self._rules = rules
        self._found = deviations
        self._racks: list[str] = []
        self._held = 0
        self._timed: set[int] = set()
        self._went_out = self._each_loses = False
        self._tells_all = False
        self._paid: set[int] = set()
        self._paid_in_play: list[int] = []
        self._others = self._bag.rack_size * max(1, len(record.players) - 1)
        self._first_time = self._look_ahead(record.turns)

    def _look_ahead(self, turns: tuple[Turn, ...]) -> int:
        """Notes which rack lines end the record; returns the number of turns before all time."""
        first_time = len(turns)
        for number in range(len(turns) - 1, -1, -1):
            kind = turns[number].kind
            if kind is EventKind.TIME:
                if first_time == number + 1:
                    first_time = number
            elif kind is EventKind.END_RACK:
                self._went_out = True
            elif kind is EventKind.RACK_LOST:
                self._each_loses = True
            else:
                break
        return first_time

    def end_rack(self, turn: Turn, player: int, is_known: bool, *, is_out: bool) -> int:
        """Returns the points that a player gets for the tiles of another: twice their value.

        They count once where the other player loses them as well, or by the rules of the game;
        with more than two players a record may have it either way. `is_known` says whether the
        board is, `is_out` whether the player made the last play that stands. No tiles are counted
        again that are counted already.
        """
        codes = self._rack_line(turn)
        if not is_out:
            self._paid_in_play.append(turn.line)
        # Tiles that cannot be read cannot be accounted for either.
        self._tells_all = codes is not None
        if codes is None:
            return turn.score or 0
        self._note(turn, codes, self._others)
        if is_known and player in self._paid and self._held > self._bag.count:
            self._found.append(Deviation(turn.line, "ENDRACK", "end.twice", {}, turn.score, 0))
            return 0
        self._paid.add(player)
        if is_known and self._bag.count > self._others:
            to_come = {"tiles": self._bag.count - len(codes)}
            self._found.append(Deviation(turn.line, "ENDRACK", "end.tiles_to_come", to_come))
            self._tells_all = False
        worth = self._worth(codes)
        once = self._each_loses or self._rules.end_bonus == "plus_minus"
        either_way = len(self._record.players) > 2 and turn.score == worth
        right = worth if once or either_way else 2 * worth
        self._compare(turn, "end.points", right)
        return right

    def rack_lost(self, turn: Turn, scoreless: int) -> int:
        """Returns the points that a player loses for the tiles of the own rack, at most zero.

        `scoreless` are the successive scoreless turns before it.
        """
        codes = self._rack_line(turn)
        if not self._went_out and not may_end_scoreless(self._rules, scoreless):
            params = {"turns": scoreless, "limit": self._rules.scoreless_limit}
            self._found.append(Deviation(turn.line, "ENDRACK", "end.too_early", params))
        if codes is None:
            return turn.score or 0
        if not self._went_out:
            self._note(turn, codes, self._bag.rack_size)
        if turn.rack:
            tiles = self._bag.read(turn.line, turn.rack)
            if tiles is not None and sorted(tiles) != sorted(codes):
                stated = {"rack": turn.rack, "tiles": turn.tiles}
                self._found.append(Deviation(turn.line, "RACK", "rack.not_lost", stated))
        worth = self._worth(codes)
        right = -worth if self._went_out else scoreless_points(self._rules, (worth,))[0]
        self._compare(turn, "end.penalty", right)
        return right

    def time(self, turn: Turn, player: int, number: int) -> int:
        """Returns the points for overtime as stated; `number` is the turn's place in the record."""
        score = turn.score or 0
        if turn.score is not None and score >= 0:
            self._found.append(Deviation(turn.line, "ORDER", "time.not_negative", {}, score))
        if number < self._first_time and not self.has_begun:
            self._found.append(Deviation(turn.line, "ORDER", "time.early"))
        elif player in self._timed:
            self._found.append(Deviation(turn.line, "ORDER", "time.twice"))
        self._timed.add(player)
        return score

    def finish(self, is_known: bool, rack_lines: Sequence[int]) -> None:
        """Checks the last racks against the bag; nothing where the board is unknown.

        `rack_lines` are the lines that state them, by player, 0 where there is no file.
        """
        if not is_known:
            return
        for line, text in zip(rack_lines, self._record.racks, strict=True):
            codes = None if text is None else self._bag.read(line, text)
            if codes is not None:
                if len(codes) > self._bag.rack_size:
                    self._bag.too_many(line, len(codes))
                if not self.has_begun:
                    self._hold(codes)
        self._bag.whole(self._racks)
        if self._tells_all:
            self._account_for_all()

    def resume(self) -> None:
        """Forgets the rack lines so far: the game goes on, so they were not its end."""
        self.has_begun = False
        self._racks.clear()
        self._held = 0
        self._paid.clear()
        self._paid_in_play.clear()
        self._tells_all = False

    def _account_for_all(self) -> None:
        """After an out-play every tile is on the board or in a rack line.

        Where they all are, who made the last play went out, and nobody else.
        """
        left = self._bag.count - self._held
        if left > 0:
            # As with tiles too many, no one line is to blame: it is the count of the whole.
            self._found.append(Deviation(0, "BAG", "bag.unaccounted", {"tiles": left}))
        elif left == 0:
            in_play = [Deviation(line, "ENDRACK", "end.not_out") for line in self._paid_in_play]
            self._found.extend(in_play)

    def _note(self, turn: Turn, codes: str, most: int) -> None:
        """Keeps a rack to hold it against the bag in the end; `most` are the tiles it can have."""
        self._hold(codes)
        if len(codes) > most:
            self._bag.too_many(turn.line, len(codes))

    def _hold(self, codes: str) -> None:
        self._racks.append(codes)
        self._held += len(codes)

    def _rack_line(self, turn: Turn) -> str | None:
        self.has_begun = True
        if self._timed:
            self._found.append(Deviation(turn.line, "ORDER", "time.before_rack"))
        return self._bag.read(turn.line, turn.tiles)

    def _compare(self, turn: Turn, what: str, right: int) -> None:
        if turn.score is not None and turn.score != right:
            params = {"rack": turn.tiles}
            wrong = Deviation(turn.line, "ENDRACK", what, params, turn.score, right)
            self._found.append(wrong)
