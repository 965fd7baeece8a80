"""Handicap starts: who gets how many points, what the result is then, and how ratings move."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.tables.handicaps import (
    NSW_HANDICAP,
    HandicapRules,
    moved_ratings,
    net_result,
    points_start,
)
from core.errors import UserError

RATINGS = st.integers(0, 3000)
SCORES = st.integers(-50, 900)


def test_the_lower_rated_starts_with_a_tenth_of_the_difference() -> None:
    assert points_start(1260, 1200) == (0, 6)
    assert points_start(1200, 1260) == (6, 0)
    assert points_start(1200, 1200) == (0, 0)


def test_a_part_of_a_point_is_left_out_and_a_limit_is_kept() -> None:
    assert points_start(1200, 1219) == (1, 0)
    assert points_start(1000, 1900, HandicapRules(most=50)) == (50, 0)
    assert points_start(1000, 1100, HandicapRules(share=Fraction(4, 5))) == (80, 0)


def test_the_start_can_turn_a_loss_into_a_win_or_a_tie() -> None:
    won = net_result(380, 385, (6, 0))
    assert (won.net_one, won.net_two, won.half_wins, won.spread) == (386, 385, (2, 0), 1)
    assert net_result(380, 386, (6, 0)).half_wins == (1, 1)
    assert net_result(380, 387, (6, 0)).half_wins == (0, 2)


def test_the_spread_is_raw_where_the_rules_say_so() -> None:
    raw = net_result(380, 385, (6, 0), HandicapRules(spread_by="raw"))
    assert (raw.half_wins, raw.spread) == ((2, 0), -5)


def test_ratings_move_by_twenty_a_game_at_the_end_of_the_night() -> None:
    outcomes = [("ann", 2), ("bob", 0), ("ann", 2), ("cy", 0), ("bob", 1), ("cy", 1)]
    moved = moved_ratings({"ann": 1260, "eve": 1180}, outcomes)
    assert moved == {"ann": 1300, "bob": 1180, "cy": 1180, "eve": 1180}


@given(RATINGS, RATINGS, SCORES, SCORES)
def test_the_two_sides_of_a_game_are_told_alike(one: int, two: int, own: int, other: int) -> None:
    starts = points_start(one, two)
    assert points_start(two, one) == starts[::-1]
    here, there = net_result(own, other, starts), net_result(other, own, starts[::-1])
    assert here.half_wins == there.half_wins[::-1]
    assert here.spread == -there.spread


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 2))), st.randoms())
def test_the_order_of_a_nights_games_moves_nobody(games: list[tuple[str, int]], dice: Any) -> None:
    shuffled = [*games]
    dice.shuffle(shuffled)
    assert moved_ratings({"a": 1300}, shuffled) == moved_ratings({"a": 1300}, games)


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        ({"share": Fraction(-1, 10)}, "share"),
        ({"share": Fraction(11, 10)}, "share"),
        ({"win": -20}, "win"),
        ({"loss": 20}, "loss"),
        ({"most": -1}, "most"),
    ],
)
def test_rules_that_make_no_sense_are_refused_at_their_field(rules: Any, field: str) -> None:
    with pytest.raises(UserError) as refused:
        HandicapRules(**rules)
    assert (refused.value.code, refused.value.field) == ("handicap.range", field)


def test_an_outcome_that_is_none_is_refused() -> None:
    with pytest.raises(UserError, match="a loss, a tie or a win"):
        moved_ratings({}, [("ann", 3)], NSW_HANDICAP)
