"""The end of a game: what racks come to, what the clocks say, and the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.play import endings
from games.engine.play.bag import in_order
from games.engine.play.clock import loses_on_time, penalty
from games.engine.play.endings import Ending, GameEnding
from games.engine.play.errors import MoveError
from games.engine.play.state import GameState, Phase, rack_text, with_turn
from games.engine.record import EventKind, Turn


def close_out(game: GameState, out: int) -> GameState:
    """Returns the game over, with the points of the racks, once `out` has gone out.

    The record has an end-rack line for who went out, and under plus-minus one of their own rack for
    each of the others.
    """
    change = endings.out_points(game.rules, _values(game), out)
    others = in_order(rack for n, rack in enumerate(game.racks) if n != out)
    text = game.tiling.text(others)
    game = with_turn(game, Turn(EventKind.END_RACK, out, tiles=text, score=change[out]))
    if game.rules.end_bonus == "plus_minus":
        game = _with_racks_lost(game, change)
    return replace(game, phase=Phase.OVER, ending=Ending.OUT)


def close_scoreless(game: GameState) -> GameState:
    """Returns the game over, with the points of the racks, at a player's wish.

    `game` is settled. Raises MoveError `game.not_scoreless` (turns, needed) before there have been
    as many scoreless turns in a row as the rule set asks.
    """
    if not endings.may_end_scoreless(game.rules, game.run):
        raise MoveError("game.not_scoreless", turns=game.run, needed=game.rules.scoreless_limit)
    if game.rules.stalemate_penalty != "none":
        game = _with_racks_lost(game, endings.scoreless_points(game.rules, _values(game)))
    return replace(game, phase=Phase.OVER, ending=Ending.SCORELESS)


def decide(game: GameState, winner: int) -> GameState:
    """Returns the game over because a challenge decided it for `winner`."""
    return replace(game, phase=Phase.OVER, ending=Ending.CHALLENGE, winner=winner)


def read_clocks(game: GameState, over_s: Sequence[int]) -> GameState:
    """Returns the game with what the clocks cost, which is settled once, after everything else.

    `over_s` is by how many seconds each player is over. Before the end they can only be read
    because one is over the limit, which ends the game. Raises MoveError `clock.count` (readings,
    players), `clock.read_already`, `clock.both_over_limit`: the clock that was over first ended the
    game, and only the director knows which; `game.not_over`.
    """
    if len(over_s) != len(game.players):
        raise MoveError("clock.count", readings=len(over_s), players=len(game.players))
    if game.clocks_read:
        raise MoveError("clock.read_already")
    late = [n for n, over in enumerate(over_s) if loses_on_time(game.rules, over)]
    if len(late) > 1:
        raise MoveError("clock.both_over_limit")
    if game.phase is not Phase.OVER and not late:
        raise MoveError("game.not_over")
    for player, over in enumerate(over_s):
        if points := penalty(game.rules, over):
            turn = Turn(EventKind.TIME, player, rack=rack_text(game, player), score=-points)
            game = with_turn(game, turn)
    return replace(
        game,
        clocks_read=True,
        late=late[0] if late else None,
        phase=Phase.OVER,
        ending=game.ending or Ending.OVERTIME,
    )


def outcome_of(game: GameState) -> GameEnding:
    """Returns the ending of a game that is over. Raises MoveError `game.not_over`."""
    if game.ending is None:
        raise MoveError("game.not_over")
    if game.winner is not None:
        return endings.decided(game.scores, game.winner)
    if game.late is not None:
        return endings.lost_on_time(game.rules, game.scores, game.late)
    return endings.by_score(game.ending, game.scores)


def _values(game: GameState) -> tuple[int, ...]:
    return tuple(game.tiling.worth(rack) for rack in game.racks)


def _with_racks_lost(game: GameState, change: Sequence[int]) -> GameState:
    """Returns the game with a line for each rack held, which costs its own player the points."""
    for player, points in enumerate(change):
        if rack := game.racks[player]:
            text = game.tiling.text(rack)
            turn = Turn(EventKind.RACK_LOST, player, rack=text, tiles=text, score=points)
            game = with_turn(game, turn)
    return game
