"""Challenges in a game, and how games end: what the scores, the record and the outcome say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine.play.closing import outcome_of, read_clocks
from games.engine.play.endings import Ending
from games.engine.play.moves import (
    accept,
    challenge,
    draw,
    end_scoreless,
    exchange,
    pass_turn,
    settled,
)
from games.engine.play.state import GameState, Phase, record_of
from games.engine.record import LOST_CHALLENGE, EventKind
from games.engine.rulesets import RuleSet
from tests.domain.games.play.tables import game_of, laid_down, refused, rules_of


def after_quant(
    rules: RuleSet | None = None, *more_racks: str, bag: str | None = None
) -> GameState:
    """Return a game in which Ann has just played QUANT for 48 from QUANTEE; Ben holds ALI."""
    game = game_of("QUANTEE", "ALI", *more_racks, rules=rules, bag=bag)
    return laid_down(game, 0, "8D", "QUANT")


def lines(game: GameState) -> list[tuple[str, int, str | None, str, int | None, int | None]]:
    """Return the turns of a game as a record has them."""
    return [
        (str(t.kind), t.player, t.rack, t.tiles, t.score, t.total) for t in record_of(game).turns
    ]


def passed(game: GameState, turns: int) -> GameState:
    for _ in range(turns):
        game = pass_turn(game, settled(game).to_move)
    return game


def test_a_phoney_is_withdrawn_with_a_line_of_its_own_and_the_opponent_moves() -> None:
    game = challenge(after_quant(), 1, ["QUANT"], acceptable=False)
    assert lines(game) == [
        ("play", 0, "AEENQTU", "QUANT", 48, 48),
        ("withdrawn", 0, "AEENQTU", "", -48, 0),
    ]
    assert (game.to_move, game.run, game.laid, game.racks[0]) == (1, 1, (), "AEENQTU")
    # The board is empty again: the next play has to cover the centre.
    assert laid_down(game, 1, "8G", "ALI").scores == (0, 6)


def test_a_failed_double_challenge_writes_the_lost_turn_as_a_pass_with_its_note() -> None:
    game = challenge(after_quant(), 1, ["QUANT"], acceptable=True)
    turn = game.turns[-1]
    assert (turn.kind, turn.player, turn.notes, turn.loses_turn) == (
        EventKind.PASS,
        1,
        (LOST_CHALLENGE,),
        True,
    )
    assert (game.to_move, game.run, game.scores) == (0, 1, (48, 0))


def test_the_turn_lost_is_the_challengers_own_next_one_with_three_players() -> None:
    game = challenge(after_quant(None, "OO"), 2, ["QUANT"], acceptable=True)
    assert (game.to_move, game.missing) == (1, (2,))
    game = draw(game, 0, Random(1))
    game = pass_turn(game, 1)
    game = settled(game)
    assert [t.player for t in game.turns] == [0, 1, 2]
    assert (game.turns[-1].loses_turn, game.to_move, game.missing) == (True, 0, ())


def test_two_lost_turns_are_two_turns() -> None:
    game = replace(game_of("AA", "EE", "OO"), missing=(1, 1))
    game = pass_turn(pass_turn(game, 0), 2)
    game = settled(pass_turn(game, 0))
    assert [(t.player, t.loses_turn) for t in game.turns] == [
        (0, False),
        (1, True),
        (2, False),
        (0, False),
        (1, True),
    ]


def test_points_of_a_failed_challenge_are_an_event_of_their_own_with_the_next_rack() -> None:
    game = challenge(after_quant(rules_of("naspa-csw")), 1, ["QUANT"], acceptable=True)
    assert lines(game)[-1] == ("bonus", 0, None, "", 5, 53)
    assert (game.to_move, game.run, game.scores) == (1, 0, (53, 0))
    game = draw(game, 0, Random(1))
    assert game.turns[-1].rack == game.tiling.text(game.racks[0])


def test_a_debit_is_taken_off_the_challenger_and_stands_in_the_record_as_a_bonus() -> None:
    rules = rules_of("naspa-csw", challenge_points=10, challenge_direction="debit_challenger")
    game = challenge(after_quant(rules), 1, ["QUANT"], acceptable=True)
    assert game.scores == (48, -10)
    assert lines(game)[-1] == ("bonus", 0, None, "", 10, 58)


@pytest.mark.parametrize(("acceptable", "half_wins"), [(True, (2, 0)), (False, (0, 2))])
def test_a_triple_challenge_ends_the_game_whatever_the_score(
    acceptable: bool, half_wins: tuple[int, int]
) -> None:
    game = replace(after_quant(rules_of(challenge_type="triple")), scores=(10, 300))
    game = challenge(game, 1, ["QUANT"], acceptable=acceptable)
    outcome = outcome_of(game)
    assert (outcome.ending, outcome.half_wins) == (Ending.CHALLENGE, half_wins)
    assert outcome.scores == ((10, 300) if acceptable else (-38, 300))
    racks = record_of(game).racks
    assert racks == (("EE" if acceptable else "AEENQTU"), "AIL")


def test_going_out_waits_for_an_answer_and_then_pays_twice_the_other_rack() -> None:
    game = laid_down(game_of("QUANT", "ALI", bag=""), 0, "8D", "QUANT")
    assert game.phase is Phase.OUT
    game = accept(game)
    assert lines(game)[-1] == ("end rack", 0, None, "AIL", 6, 54)
    outcome = outcome_of(game)
    assert (outcome.ending, outcome.scores, outcome.spreads) == (Ending.OUT, (54, 0), (54, -54))
    assert record_of(game).racks == ()


def test_plus_minus_writes_one_line_for_each_side() -> None:
    rules = rules_of(end_bonus="plus_minus")
    game = accept(laid_down(game_of("QUANT", "ALI", bag="", rules=rules), 0, "8D", "QUANT"))
    assert lines(game)[-2:] == [
        ("end rack", 0, None, "AIL", 3, 51),
        ("rack lost", 1, "AIL", "AIL", -3, -3),
    ]


def test_who_goes_out_against_two_gets_twice_what_both_hold() -> None:
    game = accept(laid_down(game_of("QUANT", "ALI", "ZO", bag=""), 0, "8D", "QUANT"))
    assert lines(game)[-1] == ("end rack", 0, None, "AILOZ", 28, 76)
    assert outcome_of(game).half_wins == (2, 0, 0)
    rules = rules_of(end_bonus="plus_minus")
    game = game_of("QUANT", "ALI", "ZO", bag="", rules=rules)
    assert accept(laid_down(game, 0, "8D", "QUANT")).scores == (62, -3, -11)


def test_a_phoney_that_went_out_does_not_end_the_game() -> None:
    game = laid_down(game_of("QUANT", "ALI", bag=""), 0, "8D", "QUANT")
    game = challenge(game, 1, ["QUANT"], acceptable=False)
    assert (game.phase, game.to_move, game.racks) == (Phase.PLAYING, 1, ("ANQTU", "AIL"))
    game = accept(laid_down(game, 1, "8G", "ALI"))
    assert game.scores == (0, 6 + 2 * 14)


@pytest.mark.parametrize(("kind", "scores"), [("double", (54, 0)), ("points", (59, 0))])
def test_a_failed_challenge_of_the_out_play_ends_the_game_with_its_own_cost(
    kind: str, scores: tuple[int, int]
) -> None:
    rules = rules_of(challenge_type=kind)
    game = laid_down(game_of("QUANT", "ALI", bag="", rules=rules), 0, "8D", "QUANT")
    game = challenge(game, 1, ["QUANT"], acceptable=True)
    assert (game.phase, game.scores) == (Phase.OVER, scores)
    assert [t.kind for t in game.turns[1:]] == [
        EventKind.PASS if kind == "double" else EventKind.BONUS,
        EventKind.END_RACK,
    ]


def test_six_scoreless_turns_let_either_player_end_the_game_and_nobody_has_to() -> None:
    game = passed(game_of("QZ", "AEI"), 5)
    assert refused(lambda: end_scoreless(game, 0)) == (
        "game.not_scoreless",
        {"turns": 5, "needed": 6},
    )
    longer = passed(game, 3)
    assert longer.phase is Phase.PLAYING
    assert end_scoreless(longer, 1).scores == end_scoreless(passed(game, 1), 0).scores == (-20, -3)
    ended = end_scoreless(longer, 1)
    assert lines(ended)[-2:] == [
        ("rack lost", 0, "QZ", "QZ", -20, -20),
        ("rack lost", 1, "AEI", "AEI", -3, -3),
    ]
    outcome = outcome_of(ended)
    assert (outcome.ending, outcome.half_wins) == (Ending.SCORELESS, (0, 2))
    assert outcome.spreads == (-17, 17)


def test_exchanges_removed_phoneys_and_plays_of_blanks_are_scoreless_too() -> None:
    game = game_of("??", "EEEEEEE", bag="A" * 15)
    game = laid_down(game, 0, "8H", "at")
    assert (game.run, game.scores[0]) == (1, 0)
    game = exchange(draw(game, 0, Random(1)), 1, "E", Random(1))
    assert game.run == 2
    game = laid_down(game, 0, "9H", "AAA")
    assert game.run == 0
    game = challenge(game, 1, ["AAA"], acceptable=False)
    assert game.run == 3
    assert end_scoreless(passed(game, 3), 0).phase is Phase.OVER


def test_what_the_rule_set_does_not_count_as_scoreless_breaks_the_row() -> None:
    rules = rules_of(scoreless_counts=["pass", "exchange"])
    zero = laid_down(replace(game_of("??", "EE", rules=rules), run=4), 0, "8H", "at")
    assert zero.run == 0
    assert challenge(zero, 1, list(zero.laid[0].words), acceptable=False).run == 0


def test_racks_of_blanks_cost_nothing_and_are_recorded_all_the_same() -> None:
    ended = end_scoreless(passed(game_of("??", "E"), 6), 0)
    assert lines(ended)[-2] == ("rack lost", 0, "??", "??", 0, 0)
    assert ended.scores == (0, -1)


def test_where_a_stalemate_costs_nothing_the_record_says_what_the_players_held() -> None:
    rules = rules_of(stalemate_penalty="none")
    ended = end_scoreless(passed(game_of("QZ", "AEI", rules=rules), 6), 0)
    assert ended.scores == (0, 0)
    assert outcome_of(ended).half_wins == (1, 1)
    assert record_of(ended).racks == ("QZ", "AEI")


def test_overtime_is_taken_from_both_sides_after_the_racks_and_can_turn_the_result() -> None:
    game = accept(laid_down(game_of("QUANT", "ALI", bag=""), 0, "8D", "QUANT"))
    late = read_clocks(game, (301, 61))
    assert lines(late)[-2:] == [
        ("time", 0, None, "", -60, -6),
        ("time", 1, "AIL", "", -20, -20),
    ]
    assert outcome_of(late).spreads == (14, -14)
    assert outcome_of(read_clocks(game, (301, 0))).half_wins == (0, 2)
    assert refused(lambda: read_clocks(late, (0, 0)))[0] == "clock.read_already"


@pytest.mark.parametrize(
    ("key", "over_s", "half_wins", "spreads"),
    [
        ("naspa", 600, (0, 2), (-46, 46)),
        ("naspa", 601, (0, 2), (-50, 50)),
        ("wespa", 600, (0, 2), (-100, 100)),
    ],
)
def test_the_limit_of_overtime_loses_the_game_by_the_least_margin_at_least(
    key: str, over_s: int, half_wins: tuple[int, int], spreads: tuple[int, int]
) -> None:
    game = accept(laid_down(game_of("QUANT", "ALI", bag="", rules=rules_of(key)), 0, "8D", "QUANT"))
    outcome = outcome_of(read_clocks(game, (over_s, 0)))
    assert (outcome.scores, outcome.half_wins, outcome.spreads) == ((-46, 0), half_wins, spreads)


def test_a_clock_over_the_limit_ends_a_game_that_is_not_over() -> None:
    game = after_quant()
    assert refused(lambda: read_clocks(game, (0, 599)))[0] == "game.not_over"
    ended = read_clocks(game, (0, 601))
    assert (ended.phase, ended.ending, ended.scores) == (Phase.OVER, Ending.OVERTIME, (48, -100))
    assert outcome_of(ended).spreads == (148, -148)
    assert record_of(ended).racks == ("EE", "AIL")


def test_clocks_of_both_players_over_the_limit_are_for_the_director_to_say() -> None:
    game = after_quant()
    assert refused(lambda: read_clocks(game, (700, 700)))[0] == "clock.both_over_limit"
    assert refused(lambda: read_clocks(game, (0,))) == (
        "clock.count",
        {"readings": 1, "players": 2},
    )
    assert refused(lambda: outcome_of(game))[0] == "game.not_over"


def test_where_the_limit_only_stops_the_counting_the_score_decides() -> None:
    rules = rules_of(overtime_at_limit="stop_counting")
    game = accept(laid_down(game_of("QUANT", "ALI", bag="", rules=rules), 0, "8D", "QUANT"))
    outcome = outcome_of(read_clocks(game, (4000, 0)))
    assert (outcome.scores, outcome.spreads) == ((-46, 0), (-46, 46))
    assert outcome.ending is Ending.OUT
