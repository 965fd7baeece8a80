"""The NASPA system on examples that can be worked by hand."""

from __future__ import annotations

import pytest

from ratings.systems.naspa_segment import (
    CURVE,
    MULTIPLIERS,
    change_by_bands,
    change_of,
    segments,
)
from tests.domain.ratings.fields import a_field, against_equals, rated


def test_the_chance_follows_the_logistic_curve() -> None:
    assert CURVE.chance(1600 - 1500) == pytest.approx(0.5790293, abs=5e-8)
    assert CURVE.chance(1500 - 1900) == pytest.approx(0.2183752, abs=5e-8)


@pytest.mark.parametrize(
    ("rounds", "parts"),
    [
        (1, ["1-1"]),
        (16, ["1-16"]),
        (17, ["1-9", "10-17"]),
        (18, ["1-9", "10-18"]),
        (35, ["1-18", "19-35"]),
        (36, ["1-12", "13-24", "25-36"]),
        (40, ["1-14", "15-27", "28-40"]),
    ],
)
def test_the_scheduled_rounds_decide_the_segments(rounds: int, parts: list[str]) -> None:
    assert [f"{part[0]}-{part[-1]}" for part in segments(rounds)] == parts


def test_five_wins_of_seven_against_equals_give_thirty_and_the_feedback_of_two_winners() -> None:
    changes = rated(against_equals(1500, [2, 2, 2, 2, 2, 0, 0]))
    assert changes[1].new == 1531
    assert [changes[n].new for n in (2, 7)] == [1490, 1515]  # -10; +10 and 5 accelerated


def test_seven_wins_of_seven_are_accelerated_and_every_opponent_gets_feedback() -> None:
    changes = rated(against_equals(1500, [2] * 7))
    assert changes[1].new == 1605
    assert {changes[n].new for n in range(2, 9)} == {1492}


def test_a_player_of_few_games_has_the_larger_multiplier() -> None:
    field = against_equals(1500, [2, 2, 2, 2, 2, 0, 0], life_games=10)
    assert rated(field)[1].new == 1556


def test_an_unknown_number_of_life_games_counts_as_fifty_or_more() -> None:
    wins = [2, 2, 2, 2, 2, 0, 0]
    unknown, fifty, fewer = (
        rated(against_equals(1500, wins, life_games=games))[1].new for games in (None, 50, 49)
    )
    assert unknown == fifty == 1531
    assert fewer == 1556


def test_a_band_crossed_upwards_continues_with_the_smaller_multiplier() -> None:
    assert rated(against_equals(1790, [2, 2, 2, 2, 2, 1, 0]))[1].new == 1824


def test_a_band_crossed_downwards_continues_from_1999() -> None:
    assert rated(against_equals(2005, [2, 0, 0, 0, 0, 0, 0]))[1].new == 1969


@pytest.mark.parametrize(
    ("rating", "excess", "landed"),
    [
        (1500, 2, 1540),
        (1700, 20, 2025),  # 5 at 20 to 1800, 12.5 at 16 to 2000, 2.5 at 10
        (2010, -20, 1671),  # -1.1 at 10 to 1999, -12.5 at 16 to 1799, -6.4 at 20
        (1800, -0.0625, 1799),
        (1780, 1, 1800),
        (1999, 0.0625, 2000),
    ],
)
def test_the_landing_prorates_every_band(rating: int, excess: float, landed: float) -> None:
    pieces = change_by_bands(rating, excess, MULTIPLIERS)
    assert rating + change_of(pieces) == pytest.approx(landed)


@pytest.mark.parametrize(
    ("won", "initial"), [((2, 2, 0, 0), 1550), ((2, 2, 2, 2), 2100), ((0, 0, 0, 0), 608)]
)
def test_a_newcomer_is_rated_by_the_opponents_he_beat(won: tuple[int, ...], initial: int) -> None:
    ratings = {1: 0, 2: 1400, 3: 1500, 4: 1600, 5: 1700}
    field = a_field(ratings, [(i + 1, 1, i + 2, half_wins) for i, half_wins in enumerate(won)])
    assert rated(field)[1].new == initial


def test_a_newcomer_is_at_least_500_unless_the_cap_is_lower() -> None:
    lost_to_500 = a_field({1: 0, 2: 500}, [(1, 1, 2, 0)])
    lost_to_300 = a_field({1: 0, 2: 300}, [(1, 1, 2, 0)])
    assert rated(lost_to_500)[1].new == 500
    assert rated(lost_to_300)[1].new == 300


def test_a_newcomer_of_the_first_segment_is_a_veteran_in_the_second() -> None:
    ratings = {1: 0, 2: 1500}
    first = [(round_, 1, 2, 1) for round_ in range(1, 10)]
    second = [(round_, 1, 2, 2) for round_ in range(10, 18)]
    after_first = rated(a_field(ratings, first, rounds=17))
    after_both = rated(a_field(ratings, first + second, rounds=17))
    start = after_first[1].new
    assert start == 1499  # the last probe of the bisection
    others = {1: start, 2: after_first[2].new}
    alone = rated(a_field(others, [(i + 1, 1, 2, 2) for i in range(8)], rounds=8))
    assert after_both[1].new == alone[1].new
    assert after_both[2].new == alone[2].new


def test_the_split_goes_by_scheduled_rounds_even_when_fewer_were_played() -> None:
    results = [(round_, 1, 2, 2) for round_ in range(1, 13)]
    whole = rated(a_field({1: 1500, 2: 1500}, results, rounds=12))
    split = rated(a_field({1: 1500, 2: 1500}, results, rounds=18))
    assert whole[1].new == 1500 + 120 + 60
    # Nine games give 90 and 45 more: 1635, against 1500 - 90 + 9 * 2.25. Three games at 205 points
    # apart give 3 * 0.3422 * 20 = 20.53, and 5.53 more.
    assert split[1].new == 1661


def test_a_repeat_opponent_feeds_back_once_for_every_game() -> None:
    results = [(1, 1, 2, 2), (2, 1, 2, 2), (3, 1, 3, 2)]
    changes = rated(a_field({1: 1500, 2: 1500, 3: 1500}, results))
    acceleration = 30 - 5 * 3
    assert changes[1].new == 1500 + 30 + acceleration
    assert changes[2].new == int(0.5 + 1500 - 20 + 2 * acceleration / 20)
    assert changes[3].new == int(0.5 + 1500 - 10 + acceleration / 20)


def test_the_expectation_and_the_performance_are_told() -> None:
    change = rated(against_equals(1500, [2, 2, 2, 2, 2, 0, 0]))[1]
    assert change.expected == 3.5
    assert change.half_wins == 10
    assert change.games == 7
    assert change.performance == 1788
    assert CURVE.expected_wins(1787, [1500] * 7) < 5 < CURVE.expected_wins(1788, [1500] * 7)
    assert change.deviation is None
