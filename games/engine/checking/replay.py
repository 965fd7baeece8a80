"""A record played again, event by event: what every line is worth, and what is wrong about it.

Points are kept twice, as they are (`right`) and as the record adds them up (`stated`). From the
first play that cannot be laid the board is unknown: nothing more is laid or held against the bag,
scores are taken as stated, and totals are still checked. Method: docs/algorithms/scoring.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from games.engine.boards import BoardLayout
from games.engine.checking.bag import Bag, Tail
from games.engine.checking.equipment import GameTerms
from games.engine.gcg.tokens import coordinate
from games.engine.play.endings import run_after
from games.engine.position import Placed, PlayError, Position
from games.engine.record import EventKind, Record, Turn
from games.engine.report import CountedTurn, Deviation
from games.engine.tiling import TileError, Tiling, with_one_blank

_LEAST_ANYWHERE = 1
"""Tiles in the bag for an exchange where the rules are not known: as few as in Spanish play."""

# The play that was laid last and may be withdrawn: by whom, the turn, the play, the turn's number
# in the record, and how many scoreless turns there were before it.
_Laid = tuple[int, Turn, Placed, int, int]


class Replay:
    """One pass over a record.

    After `run`: `found` are the deviations in no order, `turns` what counts, `right` and `stated`
    the points by player, `wrong_scores` how many plays have another score than was stated.
    """

    def __init__(self, record: Record, board: BoardLayout, tiles: Tiling, terms: GameTerms) -> None:
        rules = terms.played_by
        self.record = record
        self.found: list[Deviation] = []
        self.turns: list[CountedTurn] = []
        self.plays = self.wrong_scores = 0
        self.is_known = True
        self._rules = rules
        self._least_in_bag = rules.exchange_min_bag if terms.rules else _LEAST_ANYWHERE
        self._tiles = tiles
        self._holds = terms.holds
        self._position = Position(board, tiles, rules.bingo_tiles, rules.bingo_points)
        self._bag = Bag(tiles, rules.rack_size, self.found)
        self._tail = Tail(record, self._bag, tiles, rules, self.found)
        nicks = [person.nick for person in record.players]
        self._owner = [nicks.index(nick) for nick in nicks]
        # Who moves cannot be said where two players have one nick, or only one is named.
        has_order = len(set(nicks)) == len(nicks) > 1
        self._next = [*range(1, len(nicks)), 0] if has_order else [None] * len(nicks)
        self._right = [0] * len(nicks)
        self._stated = [0] * len(nicks)
        # Where a line could not be read, it may have been anybody's turn.
        self._gaps = frozenset([at for at, text in record.unknown if text.startswith(">")])
        self._expected: int | None = None
        self._last: _Laid | None = None
        # The numbers of all plays; those at the end that were withdrawn go when it is asked for.
        self._played: list[int] = []
        self._before: Turn | None = None
        self._scoreless = 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: a rack line says so, or every tile is on the board."""
        return self._tail.has_begun or (self.is_known and not self._bag.count)

    @property
    def right(self) -> tuple[int, ...]:
        """The points of each player, recomputed."""
        return tuple([self._right[owner] for owner in self._owner])

    @property
    def stated(self) -> tuple[int, ...]:
        """The points of each player as the record has them in the end."""
        return tuple([self._stated[owner] for owner in self._owner])

    def run(self, rack_lines: Sequence[int] = ()) -> Replay:
        """Replays every turn; returns itself. `rack_lines` are those of the record's racks."""
        right, turns = self._right, self.turns
        for turn in self.record.turns:
            player = self._owner[turn.player]
            if turn.kind is EventKind.PLAY:
                counted = self._play(turn, player)
            else:
                score = self._ways[turn.kind](self, turn, player)
                right[player] += score
                counted = CountedTurn(turn, score, right[player])
            turns.append(counted)
            self._add_up(turn, player, counted.score)
            self._before = turn
        self._tail.finish(self.is_known, rack_lines or [0] * len(self.record.racks))
        return self

    def _add_up(self, turn: Turn, player: int, score: int) -> None:
        before = self._stated[player]
        added = before + (score if turn.score is None else turn.score)
        if turn.total is None or turn.total == added:
            self._stated[player] = added
            return
        self._stated[player] = turn.total
        params = {"player": self.record.players[player].nick, "by_addition": added}
        right = self._right[player]
        self.found.append(Deviation(turn.line, "CUM", "total", params, turn.total, right))

    def _take_turn(self, turn: Turn, player: int) -> None:
        """Checks that it is the player's turn, and passes it on."""
        if player != self._expected or self._tail.has_begun:
            self._out_of_turn(turn, player)
        self._expected = self._next[player]

    def _out_of_turn(self, turn: Turn, player: int) -> None:
        if self._tail.has_begun:
            self._tail.resume()
            self.found.append(Deviation(turn.line, "TURN", "turn.after_end"))
        elif self._expected is not None and len(self.turns) not in self._gaps:
            people = self.record.players
            params = {"player": people[player].nick, "expected": people[self._expected].nick}
            self.found.append(Deviation(turn.line, "TURN", "turn.off", params))

    def _play(self, turn: Turn, player: int) -> CountedTurn:
        self._take_turn(turn, player)
        self.plays += 1
        self._played.append(len(self.turns))
        placed = self._laid(turn) if self.is_known else None
        score = (turn.score or 0) if placed is None else placed.score
        self._right[player] = total = self._right[player] + score
        if placed is not None:
            self._last = (player, turn, placed, len(self.turns), self._scoreless)
        self._scoreless = 0 if score else run_after(self._rules, self._scoreless, "zero_play")
        if placed is None:
            return CountedTurn(turn, score, total)
        if turn.score != score and turn.score is not None:
            self.wrong_scores += 1
            params = {"play": _play_text(turn)}
            wrong = Deviation(turn.line, "SCORE", "score.play", params, turn.score, score)
            self.found.append(wrong)
        laid, words = placed.laid, placed.words
        self._bag.play(turn.line, turn.rack, laid)
        self._position.put(placed)
        missing = None if self._holds is None else self._missing(words)
        return CountedTurn(turn, score, total, laid, words, missing, placed.is_bingo)

    def _laid(self, turn: Turn) -> Placed | None:
        """Returns a play on its squares; None, and a remark, where it cannot be laid."""
        where: dict[str, str] = {}
        try:
            word = self._tiles.word(turn.tiles)
            return self._position.place(turn.row, turn.column, turn.across, word)
        except TileError as error:
            bracket = error.code == "tile.bracket"
            code, what = ("SYNTAX", "word.bracket") if bracket else ("PLAY", "play.unreadable")
        except PlayError as error:
            code, what, where = "PLAY", error.code, self._where(error)
        self.is_known = False
        params = {"play": _play_text(turn), **where}
        self.found.append(Deviation(turn.line, code, what, params))
        return None

    def _where(self, error: PlayError) -> dict[str, str]:
        square = error.params.get("square")
        if not isinstance(square, int):
            return {}
        row, column = divmod(square, self._position.board.size)
        where = {"square": coordinate(row, column, False)}
        for name in ("there", "tile"):
            if name in error.params:
                where[name] = self._tiles.text(str(error.params[name]))
        return where

    def _missing(self, words: tuple[str, ...]) -> tuple[str, ...] | None:
        """Returns the words that the lexicon does not have, None where there is no lexicon."""
        holds, letters_of = self._holds, self._tiles.letters_of
        if holds is None:
            return None
        return tuple([word for word in words if not holds(letters_of(word))])

    def _pass(self, turn: Turn, player: int) -> int:
        self._take_turn(turn, player)
        return self._no_play(turn, "lost_turn_by_failed_challenge" if turn.loses_turn else "pass")

    def _exchange(self, turn: Turn, player: int) -> int:
        self._take_turn(turn, player)
        try:
            tiles = self._tiles.rack(turn.tiles)
        except TileError:
            params = {"tiles": turn.tiles}
            self.found.append(Deviation(turn.line, "SYNTAX", "exchange.unreadable", params))
            return self._no_play(turn, "exchange")
        return self._no_play(turn, "exchange", tiles, max(turn.count, len(tiles)))

    def _no_play(self, turn: Turn, way: str, tiles: str = "", count: int = 0) -> int:
        """Counts a turn without a play, one of SCORELESS_TURNS; returns its points, none."""
        self._scoreless = run_after(self._rules, self._scoreless, way)
        self._last = None
        if turn.score:
            self.found.append(Deviation(turn.line, "SCORE", "score.no_play", {}, turn.score, 0))
        if self.is_known:
            if turn.rack:
                rack = self._bag.rack(turn.line, turn.rack)
                if rack is not None and tiles:
                    self._bag.held(turn.line, rack, tiles, "rack.not_exchanged_from")
            if count > self._bag.rack_size:
                self._bag.too_many(turn.line, count)
            if way == "exchange":
                self._check_bag_before_exchange(turn)
        return 0

    def _check_bag_before_exchange(self, turn: Turn) -> None:
        """Remarks on an exchange with fewer tiles in the bag than there have to be.

        While there are tiles in the bag all racks are full.
        """
        in_bag = max(0, self._bag.count - len(self.record.players) * self._bag.rack_size)
        if in_bag < self._least_in_bag:
            params = {"in_bag": in_bag, "needed": self._least_in_bag}
            self.found.append(Deviation(turn.line, "BAG", "bag.exchange", params))

    def _withdrawn(self, turn: Turn, player: int) -> int:
        last = self._last
        if last is None or last[0] != player:
            self.found.append(Deviation(turn.line, "WITHDRAW", "withdraw.no_play"))
            return turn.score or 0
        _, play, placed, number, scoreless = last
        self._last = None
        stated = placed.score if play.score is None else play.score
        if turn.score is not None and turn.score != -stated:
            params = {"play": _play_text(play)}
            wrong = Deviation(turn.line, "SCORE", "score.withdrawn", params, turn.score, -stated)
            self.found.append(wrong)
        if turn.rack and play.rack and not _same_tiles(turn.rack, play.rack):
            params = {"rack": turn.rack, "held": play.rack}
            self.found.append(Deviation(turn.line, "WITHDRAW", "withdraw.rack", params))
        self._position.lift(placed)
        self._bag.lift(placed.laid)
        self.turns[number] = replace(self.turns[number], stands=False)
        self._scoreless = run_after(self._rules, scoreless, "phony_removed")
        return -placed.score

    def _bonus(self, turn: Turn, player: int) -> int:
        score = turn.score or 0
        before = self._before
        if before is None or before.kind not in (EventKind.PLAY, EventKind.BONUS):
            self.found.append(Deviation(turn.line, "BONUS", "bonus.no_play"))
        elif self._owner[before.player] != player:
            self.found.append(Deviation(turn.line, "BONUS", "bonus.other_player"))
        elif turn.score is not None and score <= 0:
            self.found.append(Deviation(turn.line, "BONUS", "bonus.not_positive", {}, score))
        if turn.rack and self.is_known:
            self._bag.rack(turn.line, turn.rack)
        return score

    def _end_rack(self, turn: Turn, player: int) -> int:
        played, turns = self._played, self.turns
        while played and not turns[played[-1]].stands:
            played.pop()
        last = self._owner[turns[played[-1]].turn.player] if played else player
        return self._tail.end_rack(turn, player, self.is_known, is_out=player == last)

    def _rack_lost(self, turn: Turn, player: int) -> int:
        return self._tail.rack_lost(turn, self._scoreless)

    def _time(self, turn: Turn, player: int) -> int:
        return self._tail.time(turn, player, len(self.turns))

    _ways: ClassVar[dict[EventKind, Callable[[Replay, Turn, int], int]]] = {
        EventKind.PASS: _pass,
        EventKind.EXCHANGE: _exchange,
        EventKind.WITHDRAWN: _withdrawn,
        EventKind.BONUS: _bonus,
        EventKind.END_RACK: _end_rack,
        EventKind.RACK_LOST: _rack_lost,
        EventKind.TIME: _time,
    }


def _play_text(turn: Turn) -> str:
    return f"{coordinate(turn.row, turn.column, turn.across)} {turn.tiles}"


def _same_tiles(one: str, other: str) -> bool:
    return sorted(with_one_blank(one)) == sorted(with_one_blank(other))
