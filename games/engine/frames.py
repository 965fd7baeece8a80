"""A checked game as one position after another: the board, racks, what is unseen, the score.

Frame 0 is the empty board, frame n the position after turn n of the report. A frame holds what its
turn changed on the board; `cells_at` puts the changes together. All frames are made in one pass
forwards, for what is counted, and one backwards, for racks: what a player holds after a turn is
known from the next line that states it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.boards import STANDARD, BoardLayout, board
from games.engine.record import EventKind, Record, Turn
from games.engine.report import CountedTurn, GameReport
from games.engine.tiling import BLANK, TileError, Tiling, tiling

Laid = tuple[tuple[int, str], ...]

NO_ONE = -1
"""The player to move when it is nobody's turn."""
_TURNS = frozenset({EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE})


class Rack(NamedTuple):
    """Tiles that a player is known to hold, sorted codes; `is_whole` where it is all of them."""

    tiles: str
    is_whole: bool


class Unseen(NamedTuple):
    """The tiles that a player cannot see, in codes, sorted and each as often as it is there.

    `elsewhere` counts those of them on the other racks, `own` those on the player's own rack that
    nobody wrote down; the rest are in the bag.
    """

    tiles: str
    vowels: int
    consonants: int
    blanks: int
    elsewhere: int
    own: int

    @property
    def in_bag(self) -> int:
        """The number of them in the bag."""
        return max(0, len(self.tiles) - self.elsewhere - self.own)


class Frame(NamedTuple):
    """The position after turn `number`, and what the turn did to the board.

    `laid` are the squares that the turn covers with the codes of its tiles, `line` all squares of
    its main word in order and `word` the codes on them. `came_off` is the number of the turn in
    which the play is withdrawn, 0 where it stays. `lifted` is what the turn takes off the board.
    `racks` and `unseen` are by player, a rack None where nothing is known of it; `to_move` is who
    has the next turn, NO_ONE where there is none.
    """

    number: int
    laid: Laid
    line: tuple[int, ...]
    word: str
    came_off: int
    lifted: Laid
    racks: tuple[Rack | None, ...]
    unseen: tuple[Unseen, ...]
    scores: tuple[int, ...]
    to_move: int

    @property
    def through(self) -> tuple[int, ...]:
        """The squares of the main word that were covered before."""
        new = {square for square, _ in self.laid}
        return tuple(square for square in self.line if square not in new)

    @property
    def lead(self) -> int:
        """The lead of the first score over the second."""
        best = sorted(self.scores, reverse=True)
        return best[0] - best[1] if len(best) > 1 else 0


def frames(report: GameReport, *, rack_size: int = 7) -> tuple[Frame, ...]:
    """Returns the positions of a game, one more than its report has turns.

    Empty where nothing could be read. The tiles on racks and in the bag are counted as if all drew
    up to `rack_size` as long as there were tiles.
    """
    if report.record is None or not report.tiles:
        return ()
    tiles, players = tiling(report.tiles), len(report.record.players)
    table = _Table(board(report.board or STANDARD), tiles, players, rack_size)
    steps = [table.step(), *(table.take(counted) for counted in report.turns)]
    racks = _backwards(report.record, report.turns, steps, tiles)
    frames_made, to_move = [], NO_ONE
    for step, known in zip(reversed(steps), reversed(racks), strict=True):
        held = tuple(_rack(rack, count) for rack, count in zip(known, step.held, strict=True))
        views = tuple(_unseen(step, held, player, tiles) for player in range(players))
        change, came_off = step.change, table.came_off.get(step.number, 0)
        frames_made.append(
            Frame(
                number=step.number,
                laid=change.laid,
                line=change.line,
                word=change.word,
                came_off=came_off,
                lifted=change.lifted,
                racks=held,
                unseen=views,
                scores=step.scores,
                to_move=to_move,
            )
        )
        if step.number and report.turns[step.number - 1].turn.kind in _TURNS:
            to_move = report.turns[step.number - 1].turn.player
    return tuple(reversed(frames_made))


def cells_at(positions: Sequence[Frame], number: int) -> dict[int, str]:
    """Returns the squares that are covered after a turn, with the codes of their tiles."""
    cells: dict[int, str] = {}
    for frame in positions[: number + 1]:
        for square, _ in frame.lifted:
            cells.pop(square, None)
        cells.update(frame.laid)
    return cells


class _Change(NamedTuple):
    """The change that a turn made to the board, as a Frame shows it."""

    laid: Laid = ()
    line: tuple[int, ...] = ()
    word: str = ""
    lifted: Laid = ()


NOTHING = _Change()


class _Step(NamedTuple):
    """The running counts: tiles held by each player, tiles not on the board, the score.

    `kept` is what is left of racks that were stated, as far as nothing was drawn to them since;
    `lies_in_doubt` says that the turn's play is withdrawn later.
    """

    number: int
    change: _Change
    held: tuple[int, ...]
    kept: tuple[str | None, ...]
    pool: Counter[str]
    scores: tuple[int, ...]
    lies_in_doubt: bool


class _Table:
    """The board, the bag and the racks while the turns are counted."""

    def __init__(self, on: BoardLayout, tiles: Tiling, players: int, rack_size: int) -> None:
        self._board, self._tiles = on, tiles
        self._cells: dict[int, str] = {}
        self._pool = Counter(tiles.counts)
        self._held = [rack_size] * players
        self._bag = max(0, self._pool.total() - rack_size * players)
        self._kept: list[str | None] = [None] * players
        self._scores = [0] * players
        self._doubtful: list[tuple[int, int, Laid]] = []
        self._number = 0
        self.came_off: dict[int, int] = {}

    def take(self, counted: CountedTurn) -> _Step:
        """Plays the next turn; returns how things are after it."""
        self._number += 1
        turn, change = counted.turn, NOTHING
        if turn.kind is EventKind.WITHDRAWN:
            change = self._lift(turn.player)
        elif counted.laid:
            change = self._lay(counted)
        elif turn.kind is EventKind.EXCHANGE:
            self._kept[turn.player] = None
        elif (whose := _whose_rack(turn, len(self._held))) is not None:
            self._kept[whose] = _codes(turn.tiles, self._tiles)
        elif (rack := _stated(turn, self._tiles)) is not None:
            self._kept[turn.player] = rack
        if change.laid or change.lifted:
            self._pool = self._pool.copy()
            self._pool.subtract(_as_drawn(change.laid))
            self._pool.update(_as_drawn(change.lifted))
        self._scores[turn.player] = counted.total
        return self.step(change, lies_in_doubt=bool(counted.laid) and not counted.stands)

    def step(self, change: _Change = NOTHING, *, lies_in_doubt: bool = False) -> _Step:
        """Returns how things are now, after this change."""
        held, kept, scores = tuple(self._held), tuple(self._kept), tuple(self._scores)
        return _Step(self._number, change, held, kept, self._pool, scores, lies_in_doubt)

    def _lay(self, counted: CountedTurn) -> _Change:
        turn, laid = counted.turn, counted.laid
        who, count = turn.player, len(laid)
        self._cells.update(laid)
        self._held[who] = max(0, self._held[who] - count)
        rack = _stated(turn, self._tiles)
        self._kept[who] = None if rack is None else _without(rack, laid)
        if counted.stands:
            drawn = min(count, self._bag)
            self._held[who] += drawn
            self._bag -= drawn
        else:
            self._doubtful.append((self._number, who, laid))
        line = self._line(turn)
        return _Change(laid, line, "".join(self._cells[square] for square in line))

    def _lift(self, who: int) -> _Change:
        if not self._doubtful or self._doubtful[-1][1] != who:
            return NOTHING
        number, _, laid = self._doubtful.pop()
        self.came_off[number] = self._number
        self._held[who] += len(laid)
        if (rest := self._kept[who]) is not None:
            self._kept[who] = rest + "".join(_as_drawn(laid))
        for square, _ in laid:
            self._cells.pop(square, None)
        return _Change(lifted=laid)

    def _line(self, turn: Turn) -> tuple[int, ...]:
        """Returns the squares of the main word, with all tiles before and after it."""
        back = list(self._covered(turn, -1))
        return (*reversed(back[1:]), *self._covered(turn, 1))

    def _covered(self, turn: Turn, step: int) -> Iterator[int]:
        """Yields the covered squares one after the other from where the play is said to begin."""
        row, column = turn.row, turn.column
        down, right = (0, step) if turn.across else (step, 0)
        while (square := self._board.square(row, column)) is not None and square in self._cells:
            yield square
            row, column = row + down, column + right


def _backwards(
    record: Record, turns: Sequence[CountedTurn], steps: Sequence[_Step], tiles: Tiling
) -> list[list[str | None]]:
    """Returns every rack after each turn in codes, as far as it is known."""
    players = len(record.players)
    coming = [_codes(rack, tiles) for rack in record.racks] or [None] * players
    coming += [None] * (players - len(coming))
    found = []
    for step in reversed(steps):
        known = [_fuller(ahead, k) for ahead, k in zip(coming, step.kept, strict=True)]
        turn = turns[step.number - 1] if step.number else None
        if turn is not None and step.lies_in_doubt:
            # What comes is what is held once the tiles are back; until then they are on the board.
            who = turn.turn.player
            if (whole := coming[who]) is not None:
                known[who] = _without(whole, step.change.laid)
        found.append(known)
        if turn is not None:
            _before(turn, coming, tiles)
    found.reverse()
    return found


def _before(counted: CountedTurn, coming: list[str | None], tiles: Tiling) -> None:
    """Makes what was held after a turn into what was held before it, as far as it says so."""
    turn = counted.turn
    rack, who = _stated(turn, tiles), turn.player
    if (whose := _whose_rack(turn, len(coming))) is not None:
        coming[whose] = _codes(turn.tiles, tiles)
    if rack is not None:
        coming[who] = rack
    elif turn.kind is EventKind.EXCHANGE or (counted.laid and counted.stands):
        coming[who] = None


def _whose_rack(turn: Turn, players: int) -> int | None:
    """Returns whose rack a line at the end tells, None where it tells none, or those of several."""
    if turn.kind is EventKind.RACK_LOST:
        return turn.player
    return 1 - turn.player if turn.kind is EventKind.END_RACK and players == 2 else None


def _fuller(ahead: str | None, kept: str | None) -> str | None:
    """Returns the fuller rack: the one stated next, or what was left of the last one."""
    if ahead is None or kept is None:
        return kept if ahead is None else ahead
    return kept if len(kept) > len(ahead) else ahead


def _stated(turn: Turn, tiles: Tiling) -> str | None:
    return _codes(turn.rack, tiles) if turn.rack else None


def _codes(rack: str | None, tiles: Tiling) -> str | None:
    if rack is None:
        return None
    try:
        return tiles.rack(rack)
    except TileError:
        return None


def _as_drawn(laid: Laid) -> list[str]:
    """Returns tiles as they are on a rack: a blank that stands for a letter is a blank."""
    return [code if code < "\x80" else BLANK for _, code in laid]


def _without(rack: str, laid: Laid) -> str:
    left = Counter(rack)
    left.subtract(_as_drawn(laid))
    return "".join(left.elements())


def _rack(tiles: str | None, count: int) -> Rack | None:
    if not count:
        return Rack("", is_whole=True)
    return None if tiles is None else Rack(_sorted(tiles), is_whole=len(tiles) >= count)


def _sorted(tiles: str) -> str:
    """Returns codes in the order of the set, blanks last."""
    return "".join(sorted(tiles, key=lambda code: (code == BLANK, code)))


def _unseen(step: _Step, racks: Sequence[Rack | None], player: int, tiles: Tiling) -> Unseen:
    rack = racks[player]
    seen = rack.tiles if rack else ""
    left = step.pool.copy()
    left.subtract(seen)
    codes = _sorted("".join(left.elements()))
    blanks = codes.count(BLANK)
    by_code = tiles.tile_set.by_code
    vowels = sum(
        count
        for code, count in left.items()
        if count > 0 and code != BLANK and by_code[code].is_vowel
    )
    return Unseen(
        tiles=codes,
        vowels=vowels,
        consonants=len(codes) - blanks - vowels,
        blanks=blanks,
        elsewhere=sum(step.held) - step.held[player],
        own=max(0, step.held[player] - len(seen)),
    )
