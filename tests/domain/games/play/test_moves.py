"""Moves of a game in progress: what they do, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.play.moves import (
    accept,
    challenge,
    draw,
    end_scoreless,
    exchange,
    hold,
    pass_turn,
    play,
    release,
    settled,
)
from games.engine.play.state import GameState, Phase, begin, position_of, unseen_by
from games.engine.position import PlayError
from games.engine.record import EventKind, RecordedPlayer
from tests.domain.games.play.tables import game_of, laid_down, refused, rules_of

CHANCE = 5


def drawn(game: GameState, player: int, at: float = 0) -> GameState:
    return draw(game, player, Random(CHANCE), at)


def test_a_play_is_scored_its_tiles_leave_the_rack_and_the_rack_is_filled_by_drawing() -> None:
    game = laid_down(game_of("QUANTEE", "ALI"), 0, "8D", "QUANT")
    assert (game.scores, game.racks[0], game.to_move) == ((48, 0), "EE", 1)
    bag = len(game.bag)
    game = drawn(game, 0)
    assert (len(game.racks[0]), len(game.bag)) == (7, bag - 5)
    game = laid_down(game, 1, "8A", "ALI.....")
    assert game.scores == (48, 51)


def test_a_bingo_is_paid_as_the_rule_set_says() -> None:
    usual = laid_down(game_of("MUZJIKS", "A"), 0, "8B", "MUZJIKS")
    assert usual.scores[0] == 128
    rules = rules_of(rack_size=8, bingo_tiles=6, bingo_points=[10, 100])
    game = game_of("MUZJIKSE", "A", rules=rules)
    assert laid_down(game, 0, "8B", "MUZJIKS").scores[0] == 178
    assert (
        laid_down(game, 0, "8C", "UZJIKS").scores[0]
        == laid_down(
            game_of("UZJIKS", "A", rules=rules_of(bingo_tiles=7)), 0, "8C", "UZJIKS"
        ).scores[0]
        + 10
    )


def test_a_blank_is_played_for_any_letter_when_there_is_one_on_the_rack() -> None:
    assert laid_down(game_of("M?ZJIKS", "A"), 0, "8B", "MuZJIKS").scores[0] == 126
    game = game_of("MUZJIKS", "A")
    assert refused(lambda: laid_down(game, 0, "8B", "MuZJIKS")) == (
        "tiles.missing",
        {"tiles": "?"},
    )


def test_a_play_needs_its_tiles_on_the_rack_and_a_place_on_the_board() -> None:
    game = game_of("QUANTEE", "A")
    assert refused(lambda: laid_down(game, 0, "8D", "QUAINT"))[0] == "tiles.missing"
    assert refused(lambda: play(game, 0, 7, 3, True, "QU?"))[0] == "play.unknown_tile"
    assert refused(lambda: play(game, 0, 7, 3, True, "QU["))[0] == "play.unknown_tile"
    with pytest.raises(PlayError) as caught:
        laid_down(game, 0, "1A", "QUANT")
    assert caught.value.code == "play.centre"


def test_a_play_that_joins_a_word_is_recorded_from_the_first_tile_of_the_whole_word() -> None:
    game = laid_down(game_of("QUANTEE", "SALI"), 0, "8D", "QUANT")
    game = laid_down(replace(game, bag=""), 1, "8I", "S")
    turn = game.turns[-1]
    assert (turn.row, turn.column, turn.across, turn.tiles) == (7, 3, True, ".....S")
    assert (turn.rack, turn.score, turn.total) == ("AILS", 15, 15)


def test_a_single_tile_is_recorded_along_the_line_in_which_it_makes_a_word() -> None:
    game = laid_down(game_of("QUANTEE", "SALI"), 0, "8D", "QUANT")
    game = laid_down(replace(game, bag=""), 1, "I8", "S")
    assert (game.turns[-1].across, game.turns[-1].tiles) == (True, ".....S")


def test_players_move_in_turn_and_draw_before_anybody_moves_again() -> None:
    game = game_of("QUANTEE", "ALI", "EEE")
    assert refused(lambda: pass_turn(game, 1)) == ("turn.other", {"to_move": 0})
    assert refused(lambda: pass_turn(game, 3)) == ("players.unknown", {"player": 3})
    game = laid_down(game, 0, "8D", "QUANT")
    assert refused(lambda: pass_turn(game, 1)) == ("draw.first", {"player": 0})
    assert refused(lambda: drawn(game, 1)) == ("draw.nothing", {})
    game = drawn(game, 0)
    assert refused(lambda: drawn(game, 0)) == ("draw.nothing", {})
    assert pass_turn(pass_turn(game, 1), 2).to_move == 0


def test_with_an_empty_bag_nobody_has_to_draw_and_a_short_rack_plays_on() -> None:
    game = laid_down(game_of("QUANTEE", "ALI", bag=""), 0, "8D", "QUANT")
    game = laid_down(game, 1, "8B", "LI.....")
    assert (game.racks, game.phase) == (("EE", "A"), Phase.PLAYING)


def test_an_exchange_draws_first_and_then_puts_the_tiles_back() -> None:
    game = game_of("QUUIIVE", "ABC")
    after = exchange(game, 0, "QU", Random(CHANCE))
    assert len(after.racks[0]) == 7
    assert len(after.bag) == len(game.bag)
    turn = after.turns[-1]
    assert (turn.kind, turn.tiles, turn.count, turn.rack) == (
        EventKind.EXCHANGE,
        "QU",
        2,
        "EIIQUUV",
    )
    only = exchange(game_of("QIIIIII", "ABC", bag="AAAAAAA"), 0, "Q", Random(1))
    assert only.racks[0] == "AIIIIII"


@pytest.mark.parametrize(
    ("needed", "in_bag", "tiles", "code"),
    [
        (7, 7, 7, None),
        (7, 6, 1, "exchange.bag"),
        (1, 6, 6, None),
        (1, 6, 7, "exchange.too_many"),
        (1, 1, 1, None),
        (1, 0, 1, "exchange.bag"),
        (0, 0, 1, "exchange.too_many"),
        (7, 80, 0, "exchange.nothing"),
    ],
)
def test_an_exchange_needs_tiles_in_the_bag_seven_or_in_spanish_play_one(
    needed: int, in_bag: int, tiles: int, code: str | None
) -> None:
    rules = rules_of(exchange_min_bag=needed)
    game = game_of("QUIXOTS", "ABC", rules=rules, bag="E" * in_bag)
    if code is None:
        assert len(exchange(game, 0, "QUIXOTS"[:tiles], Random(1)).racks[0]) == 7
    else:
        assert refused(lambda: exchange(game, 0, "QUIXOTS"[:tiles], Random(1)))[0] == code


def test_only_tiles_on_the_rack_can_be_exchanged() -> None:
    game = game_of("QUANTEE", "ABC")
    assert refused(lambda: exchange(game, 0, "QZ", Random(1))) == ("tiles.missing", {"tiles": "Z"})


def test_where_illegal_plays_cannot_be_made_a_phoney_is_refused_and_nothing_challenged() -> None:
    game = game_of("QUANTEE", "ALI", rules=rules_of(challenge_type="void"))
    codes = game.tiling.word("TNAUQ")
    assert refused(lambda: play(game, 0, 7, 3, True, codes, acceptable=False))[0] == (
        "play.not_acceptable"
    )
    game = laid_down(game, 0, "8D", "QUANT")
    assert refused(lambda: challenge(game, 1, ["QUANT"], acceptable=True))[0] == "challenge.void"


def test_a_challenge_names_words_of_the_play_by_an_opponent_before_the_draw() -> None:
    game = game_of("QUANTEE", "ALI")
    assert refused(lambda: challenge(game, 1, ["X"], acceptable=True))[0] == "challenge.no_play"
    game = laid_down(game, 0, "8D", "QUANT")
    assert refused(lambda: challenge(game, 0, ["QUANT"], acceptable=True))[0] == (
        "challenge.own_play"
    )
    assert refused(lambda: challenge(game, 1, ["QUAIL"], acceptable=True)) == (
        "challenge.other_word",
        {"word": "QUAIL"},
    )
    assert refused(lambda: challenge(game, 1, [], acceptable=True))[0] == "challenge.words"
    after = drawn(game, 0)
    assert refused(lambda: challenge(after, 1, ["QUANT"], acceptable=True))[0] == (
        "challenge.too_late"
    )


def test_with_an_empty_bag_a_play_can_be_challenged_until_the_opponent_moves() -> None:
    game = laid_down(game_of("QUANTEE", "ALI", bag=""), 0, "8D", "QUANT")
    assert challenge(game, 1, ["QUANT"], acceptable=False, at=999).racks[0] == "AEENQTU"
    game = pass_turn(game, 1)
    assert refused(lambda: challenge(game, 1, ["QUANT"], acceptable=False))[0] == (
        "challenge.no_play"
    )


def test_tiles_drawn_in_a_hold_are_kept_apart_and_shown_when_the_challenge_succeeds() -> None:
    game = hold(laid_down(game_of("QUANTEE", "ALI"), 0, "8D", "QUANT"), 1, at=10)
    assert refused(lambda: drawn(game, 0, at=20)) == ("draw.held", {"wait_s": 5})
    apart = drawn(game, 0, at=25)
    assert apart.last is not None
    tiles = apart.last.apart
    assert (apart.racks[0], len(tiles)) == ("EE", 5)
    off = challenge(apart, 1, ["QUANT"], acceptable=False, at=90)
    assert (off.shown, off.racks[0], off.bag) == (tiles, "AEENQTU", game.bag)
    assert settled(off).shown == ""
    stands = challenge(apart, 1, ["QUANT"], acceptable=True, at=90)
    assert sorted(stands.racks[0]) == sorted("EE" + tiles)
    assert release(apart, 1).racks == stands.racks
    # To move is to let the play stand.
    assert pass_turn(apart, 1).racks == stands.racks


def test_a_game_is_for_two_to_four_players_of_different_nicks() -> None:
    game = game_of("A", "B")
    people = [RecordedPlayer(name) for name in "abcde"]

    def begun(*players: RecordedPlayer) -> object:
        return begin(game.rules, game.board, game.tiling, players, random=Random(1))

    assert refused(lambda: begun(people[0]))[1] == {"players": 1, "fewest": 2, "most": 4}
    assert refused(lambda: begun(*people))[0] == "players.count"
    assert refused(lambda: begun(people[0], people[0])) == ("players.nick", {"nick": "a"})
    assert refused(lambda: game_of("QQ", "AA"))[0] == "tiles.too_many"
    assert (
        refused(lambda: begin(game.rules, game.board, game.tiling, people[:2], racks=["A"]))[0]
        == "racks.count"
    )


def test_nothing_moves_once_the_game_is_over() -> None:
    game = game_of("QUANT", "ALI", bag="")
    game = laid_down(game, 0, "8D", "QUANT")
    assert refused(lambda: pass_turn(game, 1))[0] == "game.accept_first"
    over = accept(game)
    for move in (
        lambda: pass_turn(over, 1),
        lambda: hold(over, 1),
        lambda: drawn(over, 0),
        lambda: end_scoreless(over, 1),
        lambda: challenge(over, 1, ["QUANT"], acceptable=False),
    ):
        assert refused(move)[0] == "game.over"
    assert refused(lambda: accept(over))[0] == "game.nothing_to_accept"


def test_an_earlier_state_is_as_it_was() -> None:
    game = game_of("QUANTEE", "ALI")
    laid_down(game, 0, "8D", "QUANT")
    assert (game.scores, game.turns, game.laid) == ((0, 0), (), ())
    assert position_of(game).tile_at(7 * 15 + 7) == ""
    assert len(unseen_by(game, 0)) == 93
