"""A game in progress, for two to four players: what is known of it after each event.

`begin` makes one; `games.engine.play.moves` and `games.engine.play.closing` give the next one.
Nothing is changed in place, so any earlier state can be gone back to. Method:
docs/algorithms/play.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

import msgspec

from games.engine.boards import STANDARD, BoardLayout
from games.engine.play.bag import checked_rack, draw_tiles, full_bag, unseen
from games.engine.play.endings import Ending
from games.engine.play.errors import MoveError
from games.engine.play.hold import Right
from games.engine.position import Placed, Position
from games.engine.record import EventKind, Record, RecordedPlayer, Turn
from games.engine.rulesets import RuleSet
from games.engine.tiling import Tiling

FEWEST, MOST = 2, 4


class Phase(StrEnum):
    """The possible next actions: a turn, the answer to a play that went out, or nothing."""

    PLAYING = "playing"
    OUT = "out"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The last play, while it can matter: its right to challenge, and what taking it off restores.

    `rack` is what the player held before it and `run` the scoreless turns in a row before it.
    `apart` are tiles drawn during a hold; `has_drawn` that the player has drawn for this play.
    """

    player: int
    placed: Placed
    rack: str
    run: int
    right: Right = Right()  # noqa: RUF009 - frozen, so every play may begin with the same one
    apart: str = ""
    has_drawn: bool = False


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after its last event.

    Racks and bag are sorted codes; `laid` are the plays that stand, in order. `to_move` has the
    next turn; `missing` will miss theirs for a failed challenge, one turn each time they stand
    there. `run` is how many scoreless turns there have been in a row. `shown` are tiles that had
    been drawn apart for a play just taken off, and went back into the bag. `winner` won by a
    challenge and `late` lost on time, whatever the score; None where the score decides. `turns` are
    those of the record.
    """

    rules: RuleSet
    board: BoardLayout
    tiling: Tiling
    players: tuple[RecordedPlayer, ...]
    racks: tuple[str, ...]
    bag: str
    scores: tuple[int, ...]
    laid: tuple[Placed, ...] = ()
    turns: tuple[Turn, ...] = ()
    to_move: int = 0
    missing: tuple[int, ...] = ()
    run: int = 0
    last: LastPlay | None = None
    shown: str = ""
    phase: Phase = Phase.PLAYING
    ending: Ending | None = None
    winner: int | None = None
    late: int | None = None
    clocks_read: bool = False


def begin(
    rules: RuleSet,
    board: BoardLayout,
    tiling: Tiling,
    players: Sequence[RecordedPlayer],
    *,
    random: Random | None = None,
    racks: Sequence[str] = (),
) -> GameState:
    """Returns a game before its first turn; the first of `players` begins.

    Racks are drawn with `random`, or given as codes. Raises MoveError `players.count` (players,
    fewest, most), `players.nick` (nick) for one given twice, `racks.count` (racks, players),
    `rack.unknown_tile` (tile), `rack.too_large` (tiles, size) or `tiles.too_many` (tiles).
    """
    if not FEWEST <= len(players) <= MOST:
        raise MoveError("players.count", players=len(players), fewest=FEWEST, most=MOST)
    nicks = [person.nick for person in players]
    for nick in nicks:
        if nicks.count(nick) > 1:
            raise MoveError("players.nick", nick=nick)
    racks_given, bag = _first_racks(rules, tiling, len(players), random, racks)
    scores = (0,) * len(players)
    return GameState(rules, board, tiling, tuple(players), racks_given, bag, scores)


def _first_racks(
    rules: RuleSet, tiling: Tiling, players: int, random: Random | None, racks: Sequence[str]
) -> tuple[tuple[str, ...], str]:
    if random is None:
        if len(racks) != players:
            raise MoveError("racks.count", racks=len(racks), players=players)
        held = [checked_rack(tiling, rack, rules.rack_size) for rack in racks]
        return tuple(held), unseen(tiling, (), held)
    held, bag = [], full_bag(tiling)
    for _ in range(players):
        rack, bag = draw_tiles(bag, rules.rack_size, random)
        held.append(rack)
    return tuple(held), bag


def position_of(game: GameState) -> Position:
    """Returns the current board, for looking or trying a play."""
    rules = game.rules
    position = Position(game.board, game.tiling, rules.bingo_tiles, rules.bingo_points)
    for placed in game.laid:
        position.put(placed)
    return position


def unseen_by(game: GameState, player: int) -> str:
    """Returns the tiles that a player cannot see: those in the bag and on the other racks."""
    lying = [code for placed in game.laid for _, code in placed.laid]
    return unseen(game.tiling, lying, [game.racks[player]])


def with_turn(game: GameState, turn: Turn) -> GameState:
    """Returns the game with one more turn of the record, and its score on the player's points."""
    points, player = turn.score or 0, turn.player
    before = next((t.total or 0 for t in reversed(game.turns) if t.player == player), 0)
    turn = msgspec.structs.replace(turn, score=points, total=before + points)
    return replace(with_points(game, player, points), turns=(*game.turns, turn))


def with_points(game: GameState, player: int, points: int) -> GameState:
    """Returns the game with points on a player's score that are not a line of the record."""
    scores = tuple(score + points * (n == player) for n, score in enumerate(game.scores))
    return replace(game, scores=scores)


def rack_text(game: GameState, player: int) -> str | None:
    """Returns a player's rack as records write it, None for an empty rack."""
    return game.tiling.text(game.racks[player]) or None


def with_rack(game: GameState, player: int, rack: str) -> GameState:
    """Returns the game with another rack for a player."""
    racks = tuple(rack if n == player else other for n, other in enumerate(game.racks))
    return replace(game, racks=racks)


def record_of(game: GameState, *, lexicon: str = "", distribution: str = "") -> Record:
    """Returns the record of a game as far as it has come, its turns as GCG writes them.

    `lexicon` and `distribution` are what GCG calls the words and the tiles. Where the record has
    no rack lines at its end, it states the racks that the players hold. Its totals are the scores
    of the game, but that points debited to a challenger stand as a bonus of the player's (gcg.md
    section 6), with the same spread between the two.
    """
    ended = any(turn.kind in (EventKind.END_RACK, EventKind.RACK_LOST) for turn in game.turns)
    return Record(
        players=game.players,
        turns=game.turns,
        lexicon=lexicon,
        board_layout="" if game.board.key == STANDARD else game.board.layout,
        tile_distribution=distribution,
        racks=() if ended else tuple(game.tiling.text(rack) for rack in game.racks),
    )
