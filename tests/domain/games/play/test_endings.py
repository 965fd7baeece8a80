"""The endings of a game, and its outcome."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.play.endings import (
    Ending,
    by_score,
    decided,
    lost_on_time,
    may_end_scoreless,
    out_points,
    run_after,
    scoreless_points,
)
from games.engine.rulesets import SCORELESS_TURNS
from tests.domain.games.play.tables import rules_of

DOUBLE, PLUS_MINUS = rules_of(), rules_of(end_bonus="plus_minus")


def test_who_goes_out_gets_twice_the_rack_of_the_other_or_the_rack_from_him() -> None:
    assert out_points(DOUBLE, (0, 12), 0) == (24, 0)
    assert out_points(PLUS_MINUS, (0, 12), 0) == (12, -12)


def test_who_goes_out_against_more_gets_twice_the_sum_of_their_racks() -> None:
    assert out_points(DOUBLE, (7, 0, 5, 1), 1) == (0, 26, 0, 0)
    assert out_points(PLUS_MINUS, (7, 0, 5, 1), 1) == (-7, 13, -5, -1)


@given(st.tuples(st.integers(0, 70), st.integers(0, 70)), st.integers(0, 1))
def test_both_forms_of_the_bonus_give_two_players_the_same_spread(
    values: tuple[int, int], out: int
) -> None:
    one, other = out_points(DOUBLE, values, out), out_points(PLUS_MINUS, values, out)
    assert one[0] - one[1] == other[0] - other[1]


def test_without_an_out_play_each_loses_the_own_rack_once_or_nothing() -> None:
    assert scoreless_points(DOUBLE, (20, 0, 3)) == (-20, 0, -3)
    assert scoreless_points(rules_of(stalemate_penalty="none"), (20, 3)) == (0, 0)


def test_scoreless_turns_count_in_a_row_and_any_that_does_not_count_breaks_it() -> None:
    assert [run_after(DOUBLE, 3, turn) for turn in SCORELESS_TURNS] == [4] * 5
    box = rules_of(scoreless_counts=["pass"], scoreless_limit=4)
    assert run_after(box, 3, "pass") == 4
    assert run_after(box, 3, "exchange") == 0


def test_a_game_may_end_at_the_limit_and_at_any_time_after() -> None:
    assert [may_end_scoreless(DOUBLE, run) for run in (5, 6, 7, 19)] == [False, True, True, True]


def test_the_higher_score_wins_even_below_zero_and_a_tie_is_half_a_win_each() -> None:
    lost = by_score(Ending.SCORELESS, (-12, -9))
    assert (lost.half_wins, lost.spreads) == ((0, 2), (-3, 3))
    tie = by_score(Ending.OUT, (400, 400))
    assert (tie.half_wins, tie.spreads) == ((1, 1), (0, 0))


def test_of_more_than_two_the_highest_score_wins_and_no_spread_is_told() -> None:
    assert by_score(Ending.OUT, (100, 250, 90)).half_wins == (0, 2, 0)
    shared = by_score(Ending.OUT, (250, 250, 90, 10))
    assert (shared.half_wins, shared.spreads) == ((1, 1, 0, 0), ())


@pytest.mark.parametrize(
    ("key", "scores", "spreads"),
    [
        ("naspa", (450, 300), (-50, 50)),
        ("naspa", (300, 450), (-150, 150)),
        ("wespa", (450, 300), (-100, 100)),
        ("wespa", (300, 399), (-100, 100)),
        ("wespa", (300, 401), (-101, 101)),
    ],
)
def test_a_game_lost_on_time_has_the_least_margin_or_the_actual_deficit(
    key: str, scores: tuple[int, int], spreads: tuple[int, int]
) -> None:
    outcome = lost_on_time(rules_of(key), scores, 0)
    assert outcome.ending is Ending.OVERTIME
    assert (outcome.half_wins, outcome.spreads) == ((0, 2), spreads)
    assert outcome.scores == scores


def test_of_more_than_two_the_best_of_the_others_wins_when_one_loses_on_time() -> None:
    outcome = lost_on_time(rules_of(), (500, 100, 200), 0)
    assert (outcome.half_wins, outcome.spreads) == ((0, 0, 2), ())


def test_a_challenge_that_decides_the_game_leaves_the_scores_as_they_are() -> None:
    outcome = decided((100, 300), 0)
    assert (outcome.half_wins, outcome.scores) == ((2, 0), (100, 300))
    assert outcome.spreads == (-200, 200)
