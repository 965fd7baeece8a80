"""Counting a scoresheet: the board, the totals and the last turn, from line to line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from games.engine.boards import STANDARD, board
from games.engine.play.bag import as_tiles, in_order
from games.engine.play.clock import penalty
from games.engine.play.endings import run_after
from games.engine.play.legality import as_written
from games.engine.position import Placed, PlayError, Position
from games.engine.record import LOST_CHALLENGE, EventKind, Turn
from games.engine.rulesets import RuleSet
from games.engine.sheet.ends import SheetEnding
from games.engine.sheet.lines import (
    SheetLine,
    SheetLineError,
    What,
    check_before,
    check_fields,
    exchanged,
    left_of,
    of_play,
    place_in,
    points_in,
    rack_in,
    word_in,
)
from games.engine.tiling import BLANK, Tiling, tiling


class SheetTerms(msgspec.Struct, frozen=True):
    """The terms for counting a scoresheet.

    `tiles` and `board` are keys, `lexicon` what the record calls the list. `holds` says of a word
    in codes whether the list has it; None where words are not checked, and then the answer
    does not depend on any list. `overtime_s` is by player, None where nobody wrote it down.
    """

    rules: RuleSet
    tiles: str = "en"
    board: str = STANDARD
    holds: Callable[[str], bool] | None = None
    overtime_s: tuple[int | None, ...] = ()
    lexicon: str = ""


class SheetFinding(msgspec.Struct, frozen=True):
    """Something about a field of a line (from 0); `field` is '' where it is the whole line.

    Faults have the codes of LineError. Remarks: `score.differs` (stated, right), `bag.over` (tile,
    count, there: as text), `turn.again`, `words.missing` (words: text), `word.blanks` (count).
    """

    line: int
    field: str
    code: str
    params: dict[str, Any] = {}


class CountedLine(msgspec.Struct, frozen=True):
    """The count of a line: its player, its right score and total, its words as text."""

    player: int
    score: int
    total: int
    words: tuple[str, ...] = ()
    is_bingo: bool = False


class Laid(msgspec.Struct, frozen=True):
    """The last play: who made it, the tiles it used, what was stated, the rack before it.

    `scoreless` is how many scoreless turns there were in a row before it.
    """

    player: int
    placed: Placed
    used: str
    stated: int
    rack: str | None
    scoreless: int


class Counting:
    """The state of a count; `take` counts one line after another."""

    def __init__(self, players: int, terms: SheetTerms) -> None:
        rules = terms.rules
        self.terms = terms
        self.tiling: Tiling = tiling(terms.tiles)
        self.position = Position(
            board(terms.board), self.tiling, rules.bingo_tiles, rules.bingo_points
        )
        self.lying: Counter[str] = Counter()
        self.turns: list[Turn] = []
        self.faults: list[SheetFinding] = []
        self.remarks: list[SheetFinding] = []
        self.scores = [0] * players
        self.stated = [0] * players
        self.racks: list[str | None] = [None] * players
        self.to_move = 0
        self.scoreless = 0
        self.moved: int | None = None
        self.laid: Laid | None = None
        self.has_ended = False
        self.has_time: set[int] = set()

    def take(self, number: int, line: SheetLine) -> CountedLine | None:
        """Counts a line; None where it cannot be, or waits for one that could not."""
        if self.faults:
            return None
        try:
            check_fields(line)
            return _TAKES[line.what](self, number, line)
        except SheetLineError as wrong:
            self.faults.append(SheetFinding(number, wrong.field, wrong.code, wrong.params))
            return None

    def standing(self) -> SheetEnding:
        """Returns the state of the game after the lines so far."""
        left = Counter(self.tiling.counts)
        left.subtract(self.lying)
        return SheetEnding(
            racks=tuple(self.racks),
            unseen=in_order((+left).elements()),
            out=self.laid.player if self.laid else None,
            scoreless=self.scoreless,
            has_ended=self.has_ended,
            penalties=self._penalties(),
            has_time=frozenset(self.has_time),
        )

    def play(self, number: int, line: SheetLine) -> CountedLine:
        """Lays a play."""
        there = place_in(line.where, self.position.board)
        codes, before = word_in(line.word, self.tiling)
        rack = self._rack(line)
        try:
            placed = self.position.place(*there, codes)
        except PlayError as wrong:
            raise of_play(wrong, self.tiling) from wrong
        check_before(self.position, placed, there, before)
        used = as_tiles(self.tiling, (code for _, code in placed.laid))
        self._check_blanks(used.count(BLANK))
        left = None if rack is None else left_of(rack, used, "rack", self.tiling)
        stated = self._stated(number, line, placed.score)
        row, column, across, text = as_written(self.position, placed, there.across)
        turn = Turn(
            EventKind.PLAY,
            line.player,
            rack=self._text(rack),
            row=row,
            column=column,
            across=across,
            tiles=self.tiling.text(text),
        )
        in_bag = self._unseen_count() > self.terms.rules.rack_size * len(self.scores)
        self._take_turn(number, line, None if in_bag else left)
        laid = Laid(line.player, placed, used, stated, rack, self.scoreless)
        self._lay(number, laid, left or "")
        return self._put(turn, placed.score, stated, placed)

    def exchange(self, number: int, line: SheetLine) -> CountedLine:
        """Exchanges tiles, or a number of them."""
        rack = self._rack(line)
        tiles, count = exchanged(line.word, self.tiling, self.terms.rules.rack_size)
        if rack is not None:
            left_of(rack, tiles, "word", self.tiling)
        turn = Turn(
            EventKind.EXCHANGE,
            line.player,
            rack=self._text(rack),
            tiles=self.tiling.text(tiles),
            count=0 if tiles else count,
        )
        return self._scoreless(number, line, turn, "exchange", None)

    def pass_turn(self, number: int, line: SheetLine) -> CountedLine:
        """Passes."""
        rack = self._rack(line)
        turn = Turn(EventKind.PASS, line.player, rack=self._text(rack))
        return self._scoreless(number, line, turn, "pass", rack)

    def lose_turn(self, number: int, line: SheetLine) -> CountedLine:
        """Loses a turn by a challenge that failed; the play that it was to stays the last one."""
        rack, challenged = self._rack(line), self.laid
        notes = (LOST_CHALLENGE,)
        turn = Turn(EventKind.PASS, line.player, rack=self._text(rack), notes=notes)
        told = self._scoreless(number, line, turn, "lost_turn_by_failed_challenge", rack)
        self.laid = challenged
        return told

    def take_off(self, number: int, line: SheetLine) -> CountedLine:
        """Takes the last play off the board, whoever the line names: it can be no other."""
        laid = self._last_play("off.no_play")
        stated = points_in(line.score)
        self.position.lift(laid.placed)
        self.lying.subtract(laid.used)
        self.racks[laid.player] = laid.rack
        self.scoreless = run_after(self.terms.rules, laid.scoreless, "phony_removed")
        self.laid = None
        turn = Turn(EventKind.WITHDRAWN, laid.player, rack=self.turns[-1].rack)
        taken = laid.stated if stated is None else abs(stated)
        return self._put(turn, -laid.placed.score, -taken)

    def give_bonus(self, number: int, line: SheetLine) -> CountedLine:
        """Gives points for a failed challenge to the player of the last play."""
        laid, rules = self._last_play("bonus.no_play"), self.terms.rules
        points = points_in(line.score)
        if points is None and rules.challenge_type == "points":
            points = rules.challenge_points
        if points is None or points <= 0:
            raise SheetLineError("score", "points.missing")
        turn = Turn(EventKind.BONUS, laid.player, rack=self._text(self._rack(line)))
        return self._put(turn, points, points)

    def give_rack(self, number: int, line: SheetLine) -> CountedLine:
        """Gives a player the tiles that the others hold: those typed, or all that are unseen."""
        most = self.terms.rules.rack_size * (len(self.scores) - 1)
        tiles = rack_in(line.word, self.tiling, most, "word") or self.standing().unseen
        if not 0 < len(tiles) <= most:
            raise SheetLineError("word", "end.nothing")
        times = 1 if self.terms.rules.end_bonus == "plus_minus" else 2
        turn = Turn(EventKind.END_RACK, line.player, tiles=self.tiling.text(tiles))
        return self._end(number, line, turn, times * self.tiling.worth(tiles))

    def lose_rack(self, number: int, line: SheetLine) -> CountedLine:
        """Takes the tiles that a player holds off the score: those typed, or the known rack."""
        most = self.terms.rules.rack_size
        typed = rack_in(line.word, self.tiling, most, "word")
        tiles = typed or self._rack(line) or self.racks[line.player]
        if not tiles:
            raise SheetLineError("word", "end.nothing")
        text = self.tiling.text(tiles)
        turn = Turn(EventKind.RACK_LOST, line.player, rack=text, tiles=text)
        return self._end(number, line, turn, -self.tiling.worth(tiles))

    def lose_time(self, number: int, line: SheetLine) -> CountedLine:
        """Takes a penalty for overtime off a score, typed with its minus or without."""
        late, typed = self._penalties()[line.player], points_in(line.score)
        if not late and not typed:
            raise SheetLineError("score", "points.missing")
        stated = -late if typed is None else -abs(typed)
        right = -late or stated
        self._compare(number, stated, right)
        self.has_time.add(line.player)
        turn = Turn(EventKind.TIME, line.player, rack=self._text(self._rack(line)))
        return self._put(turn, right, stated)

    def _end(self, number: int, line: SheetLine, turn: Turn, right: int) -> CountedLine:
        self.has_ended = True
        return self._put(turn, right, self._stated(number, line, right))

    def _scoreless(
        self, number: int, line: SheetLine, turn: Turn, kind: str, rack: str | None
    ) -> CountedLine:
        """Counts a turn without a play; a rack that was neither said nor changed stays known."""
        kept = self.racks[line.player] if rack is None else rack
        self._take_turn(number, line, None if turn.kind is EventKind.EXCHANGE else kept)
        self.laid = None
        self.scoreless = run_after(self.terms.rules, self.scoreless, kind)
        return self._put(turn, 0, 0)

    def _take_turn(self, number: int, line: SheetLine, rack: str | None) -> None:
        """Passes the move on; `rack` is what the player is known to hold from now on."""
        if self.moved == line.player:
            self._remark(number, "player", "turn.again")
        self.moved = line.player
        self.to_move = (line.player + 1) % len(self.scores)
        self.racks[line.player] = rack

    def _lay(self, number: int, laid: Laid, left: str) -> None:
        placed, rules = laid.placed, self.terms.rules
        self.laid = laid
        self.position.put(placed)
        self.lying.update(laid.used)
        self.scoreless = 0 if placed.score else run_after(rules, self.scoreless, "zero_play")
        there = self.lying + Counter(left)
        for tile in sorted({*laid.used, *left}):
            if there[tile] > self.tiling.counts[tile]:
                most, text = self.tiling.counts[tile], self.tiling.text(tile)
                self._remark(number, "word", "bag.over", tile=text, count=there[tile], there=most)
        if self.terms.holds is not None:
            words = [self.tiling.letters_of(word) for word in placed.words]
            missing = [self.tiling.text(word) for word in words if not self.terms.holds(word)]
            if missing:
                self._remark(number, "word", "words.missing", words=tuple(missing))

    def _put(
        self, turn: Turn, right: int, stated: int, placed: Placed | None = None
    ) -> CountedLine:
        self.scores[turn.player] += right
        self.stated[turn.player] += stated
        total = self.stated[turn.player]
        self.turns.append(msgspec.structs.replace(turn, score=stated, total=total))
        words = placed.words if placed else ()
        return CountedLine(
            player=turn.player,
            score=right,
            total=self.scores[turn.player],
            words=tuple(self.tiling.text(word) for word in words),
            is_bingo=placed is not None and placed.is_bingo,
        )

    def _stated(self, number: int, line: SheetLine, right: int) -> int:
        """Returns the score that a line states, the right score where it states none."""
        typed = points_in(line.score)
        if typed is None:
            return right
        self._compare(number, typed, right)
        return typed

    def _compare(self, number: int, stated: int, right: int) -> None:
        if stated != right:
            self._remark(number, "score", "score.differs", stated=stated, right=right)

    def _remark(self, number: int, field: str, code: str, **params: Any) -> None:
        self.remarks.append(SheetFinding(number, field, code, params))

    def _last_play(self, code: str) -> Laid:
        """Returns the play that the turn before was; LineError where it was none."""
        if self.laid is None or self.turns[-1].kind is not EventKind.PLAY:
            raise SheetLineError("what", code)
        return self.laid

    def _check_blanks(self, count: int) -> None:
        most = self.tiling.counts[BLANK]
        if count > most:
            raise SheetLineError("word", "word.blanks", count=count, most=most)

    def _rack(self, line: SheetLine) -> str | None:
        return rack_in(line.rack, self.tiling, self.terms.rules.rack_size)

    def _text(self, rack: str | None) -> str | None:
        return None if rack is None else self.tiling.text(rack)

    def _unseen_count(self) -> int:
        return self.tiling.tile_set.total - self.lying.total()

    def _penalties(self) -> tuple[int, ...]:
        rules, over = self.terms.rules, self.terms.overtime_s
        late = tuple(penalty(rules, seconds or 0) for seconds in over)
        return late or (0,) * len(self.scores)


_TAKES: dict[What, Callable[[Counting, int, SheetLine], CountedLine]] = {
    What.PLAY: Counting.play,
    What.EXCHANGE: Counting.exchange,
    What.PASS: Counting.pass_turn,
    What.OFF: Counting.take_off,
    What.LOST: Counting.lose_turn,
    What.BONUS: Counting.give_bonus,
    What.END_RACK: Counting.give_rack,
    What.RACK_LOST: Counting.lose_rack,
    What.TIME: Counting.lose_time,
}
