"""The actions of players: each function returns the game after it, or raises MoveError.

Every one raises `game.over` once the game is, and a move `game.accept_first` while a play that went
out waits for its answer, `turn.other` (to_move) out of turn, `draw.first` (player) before the
player of the last play has drawn. A seat that nobody has is `players.unknown` (player).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import msgspec

from games.engine.play import hold as holds
from games.engine.play.bag import draw_tiles, in_order
from games.engine.play.challenges import Effect, effect_of
from games.engine.play.closing import close_out, close_scoreless, decide
from games.engine.play.endings import run_after
from games.engine.play.errors import MoveError
from games.engine.play.legality import as_written, check_exchange, check_play
from games.engine.play.state import (
    GameState,
    LastPlay,
    Phase,
    position_of,
    rack_text,
    with_points,
    with_rack,
    with_turn,
)
from games.engine.position import Placed
from games.engine.record import LOST_CHALLENGE, EventKind, Turn


def play(
    game: GameState,
    player: int,
    row: int,
    column: int,
    across: bool,
    word: str,
    *,
    acceptable: bool = True,
) -> GameState:
    """Returns the game with a play laid and scored; its tiles are drawn by `draw`.

    `word` is in codes, with THROUGH or the letters for tiles that lie there. `acceptable` is what
    the judge says of it, which matters only where illegal plays cannot be made. Raises MoveError
    `play.not_acceptable`, `play.unknown_tile` (tile), `tiles.missing` (tiles), and
    `games.engine.position.PlayError`.
    """
    game = _at_turn(game, player)
    if game.rules.challenge_type == "void" and not acceptable:
        raise MoveError("play.not_acceptable")
    position, rack = position_of(game), game.racks[player]
    placed, kept = check_play(position, rack, row, column, across, word)
    turn = _turn_of(game, player, placed, as_written(position, placed, across))
    scoreless = placed.score == 0
    return replace(
        with_rack(with_turn(game, turn), player, kept),
        laid=(*game.laid, placed),
        last=LastPlay(player, placed, rack, game.run),
        run=run_after(game.rules, game.run, "zero_play") if scoreless else 0,
        to_move=_next(game, player),
        phase=Phase.PLAYING if kept or game.bag else Phase.OUT,
    )


def exchange(game: GameState, player: int, tiles: str, random: Random) -> GameState:
    """Returns the game with `tiles` (codes) of the rack exchanged for others, drawn first.

    Raises MoveError `exchange.nothing`, `exchange.bag` (in_bag, needed), `exchange.too_many`
    (tiles, most) or `tiles.missing` (tiles).
    """
    game = _at_turn(game, player)
    kept = check_exchange(game.rules, game.bag, game.racks[player], tiles)
    text, rack = game.tiling.text(in_order(tiles)), rack_text(game, player)
    turn = Turn(EventKind.EXCHANGE, player, rack=rack, tiles=text, count=len(tiles))
    game = with_turn(game, turn)
    drawn, bag = draw_tiles(game.bag, len(tiles), random)
    game = with_rack(game, player, in_order((kept, drawn)))
    return _without_points(replace(game, bag=in_order((bag, tiles))), player, "exchange")


def pass_turn(game: GameState, player: int) -> GameState:
    """Returns the game with the player's turn passed."""
    return _passed(_at_turn(game, player), player, "pass")


def end_scoreless(game: GameState, player: int) -> GameState:
    """Returns the game over because `player` says so after enough scoreless turns in a row.

    Nobody has to, and any player may. Raises MoveError `game.not_scoreless` (turns, needed) and
    `players.unknown` (player).
    """
    _check_seat(game, player)
    return close_scoreless(settled(game))


def draw(game: GameState, player: int, random: Random, at: float = 0.0) -> GameState:
    """Returns the game with the player's rack filled up after a play, at the time `at`.

    That ends the right to challenge the play. During a hold it is allowed once the courtesy time
    is over: the tiles are kept apart until the hold is. Raises MoveError `draw.nothing` where there
    is nothing to draw, and `draw.held` (wait_s).
    """
    last = game.last
    if game.phase is Phase.OVER:
        raise MoveError("game.over")
    if last is None or last.player != player or last.has_drawn or not game.bag:
        raise MoveError("draw.nothing")
    right = holds.drawn(game.rules, last.right, at)
    rack = game.racks[player]
    drawn, bag = draw_tiles(game.bag, game.rules.rack_size - len(rack), random)
    last = replace(last, right=right, has_drawn=True, apart=drawn if right.apart else "")
    game = replace(game, bag=bag, last=last)
    return game if right.apart else _joined(game, player, drawn)


def hold(game: GameState, player: int, at: float = 0.0) -> GameState:
    """Returns the game with the last play held by an opponent, who may then still challenge it.

    Raises MoveError `challenge.no_play`, `challenge.own_play`, `hold.none`, `hold.not_now` (stage).
    """
    last = _opposed(game, player)
    return replace(game, last=replace(last, right=holds.hold(game.rules, last.right, at)))


def release(game: GameState, player: int) -> GameState:
    """Returns the game with the hold given up: the play stands, and tiles kept apart are drawn.

    Raises MoveError `challenge.no_play`, `challenge.own_play` or `hold.not_held` (stage).
    """
    last = _opposed(game, player)
    game = replace(game, last=replace(last, right=holds.release(last.right)))
    return _with_apart_drawn(game)


def challenge(
    game: GameState, challenger: int, words: Sequence[str], *, acceptable: bool, at: float = 0.0
) -> GameState:
    """Returns the game once the last play has been challenged and ruled on.

    `words` (codes) are any of the play's words; `acceptable` is the judge's one verdict on all of
    them. Raises MoveError `challenge.no_play`, `challenge.own_play`, `challenge.void`,
    `challenge.too_late` (stage), `challenge.words` (words) or `challenge.other_word` (word).
    """
    last = _opposed(game, challenger)
    if game.rules.challenge_type == "void":
        raise MoveError("challenge.void")
    if others := Counter(words) - Counter(last.placed.words):
        raise MoveError("challenge.other_word", word=next(iter(others)))
    right = holds.challenged(game.rules, last.right, at)
    effect = effect_of(
        game.rules,
        acceptable=acceptable,
        words=len(words),
        play_score=last.placed.score,
        went_out=game.phase is Phase.OUT,
    )
    game = replace(game, last=replace(last, right=right))
    game = _taken_off(game, last, effect) if effect.tiles_back else _with_apart_drawn(game)
    if effect.points:
        game = _with_bonus(game, last.player, abs(effect.points))
    if effect.points_to == "challenger":
        # A record has no line for a debit, only for a bonus: the scores are set right here.
        game = with_points(game, last.player, effect.points)
        game = with_points(game, challenger, effect.points)
    if effect.turn_lost_by == "challenger":
        game = replace(game, missing=(*game.missing, challenger))
    if effect.decided_for:
        return decide(game, last.player if effect.decided_for == "player" else challenger)
    game = _past_lost_turns(game)
    return close_out(game, last.player) if game.phase is Phase.OUT else game


def accept(game: GameState) -> GameState:
    """Returns the game over: nobody challenges the play that went out.

    Raises MoveError `game.nothing_to_accept` where no such play waits.
    """
    if game.phase is not Phase.OUT or game.last is None:
        raise MoveError("game.nothing_to_accept")
    return close_out(game, game.last.player)


def settled(game: GameState) -> GameState:
    """Returns the game once the last play stands for good, and lost turns that are due are past.

    Raises MoveError `game.over`, `game.accept_first` or `draw.first` (player).
    """
    if game.phase is not Phase.PLAYING:
        raise MoveError("game.over" if game.phase is Phase.OVER else "game.accept_first")
    last = game.last
    if last and not last.has_drawn and game.bag:
        raise MoveError("draw.first", player=last.player)
    return _past_lost_turns(replace(_with_apart_drawn(game), last=None, shown=""))


def _at_turn(game: GameState, player: int) -> GameState:
    _check_seat(game, player)
    game = settled(game)
    if player != game.to_move:
        raise MoveError("turn.other", to_move=game.to_move)
    return game


def _check_seat(game: GameState, player: int) -> None:
    if not 0 <= player < len(game.players):
        raise MoveError("players.unknown", player=player)


def _next(game: GameState, player: int) -> int:
    return (player + 1) % len(game.players)


def _turn_of(
    game: GameState, player: int, placed: Placed, written: tuple[int, int, bool, str]
) -> Turn:
    """Returns a play as the record has it; `written` is its square, direction and codes."""
    row, column, across, codes = written
    return Turn(
        EventKind.PLAY,
        player,
        rack=rack_text(game, player),
        row=row,
        column=column,
        across=across,
        tiles=game.tiling.text(codes),
        score=placed.score,
    )


def _without_points(game: GameState, player: int, turn: str) -> GameState:
    """Returns the game after a turn of one of the kinds that may be scoreless."""
    run = run_after(game.rules, game.run, turn)
    return replace(game, run=run, to_move=_next(game, player))


def _past_lost_turns(game: GameState) -> GameState:
    """Returns the game with the turns passed of those who missed theirs, as far as it is due."""
    while (player := game.to_move) in game.missing:
        missing = list(game.missing)
        missing.remove(player)
        game = replace(game, missing=tuple(missing))
        game = _passed(game, player, "lost_turn_by_failed_challenge", LOST_CHALLENGE)
    return game


def _passed(game: GameState, player: int, turn: str, *notes: str) -> GameState:
    passed = Turn(EventKind.PASS, player, rack=rack_text(game, player), notes=notes)
    return _without_points(with_turn(game, passed), player, turn)


def _opposed(game: GameState, player: int) -> LastPlay:
    """Returns the last play, which `player` may have something against."""
    _check_seat(game, player)
    if game.phase is Phase.OVER:
        raise MoveError("game.over")
    if game.last is None:
        raise MoveError("challenge.no_play")
    if game.last.player == player:
        raise MoveError("challenge.own_play")
    return game.last


def _taken_off(game: GameState, last: LastPlay, effect: Effect) -> GameState:
    """Returns the game with the last play withdrawn; what was drawn apart is shown and put back."""
    game = with_rack(game, last.player, last.rack)
    rack = rack_text(game, last.player)
    turn = Turn(EventKind.WITHDRAWN, last.player, rack=rack, score=-effect.score_taken)
    game = with_turn(game, turn)
    return replace(
        game,
        laid=game.laid[:-1],
        bag=in_order((game.bag, last.apart)),
        shown=last.apart,
        last=None,
        run=last.run + 1 if effect.scoreless_turns else 0,
        phase=Phase.PLAYING if effect.game_goes_on else game.phase,
    )


def _with_bonus(game: GameState, player: int, points: int) -> GameState:
    """Returns the game with the points of a failed challenge as an event of their own.

    Its rack is the one after drawing (gcg.md section 6): none is stated until then.
    """
    known = not game.bag or (game.last is not None and game.last.has_drawn)
    rack = rack_text(game, player) if known else None
    return with_turn(game, Turn(EventKind.BONUS, player, rack=rack, score=points))


def _with_apart_drawn(game: GameState) -> GameState:
    last = game.last
    if last is None or not last.apart:
        return game
    return _joined(replace(game, last=replace(last, apart="")), last.player, last.apart)


def _joined(game: GameState, player: int, drawn: str) -> GameState:
    """Returns the game with drawn tiles on the rack, and on the bonus just written, if there is."""
    game = with_rack(game, player, in_order((game.racks[player], drawn)))
    newest = game.turns[-1]
    if newest.kind is not EventKind.BONUS or newest.player != player:
        return game
    newest = msgspec.structs.replace(newest, rack=rack_text(game, player))
    return replace(game, turns=(*game.turns[:-1], newest))
