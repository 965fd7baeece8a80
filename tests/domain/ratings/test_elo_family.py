"""Elo and the Australian line on examples that can be worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ratings.systems.curve import LinearCurve
from ratings.systems.registry import rating_system
from tests.domain.ratings.fields import a_field, against_equals, rated

LINE = LinearCurve()


def test_elo_moves_by_twenty_times_the_wins_above_expectation() -> None:
    changes = rated(a_field({1: 1600, 2: 1500}, [(1, 1, 2, 2)]), "elo")
    assert changes[1].expected == pytest.approx(1 / (1 + 10 ** (-100 / 400)))
    assert [changes[1].new, changes[2].new] == [1607, 1493]  # 20 * 0.36


def test_elo_knows_no_bands_no_acceleration_and_no_few_games() -> None:
    strong = rated(against_equals(2100, [2] * 7, life_games=3), "elo")
    assert strong[1].new == 2170
    assert {strong[number].new for number in range(2, 9)} == {2090}


def test_elo_rates_an_event_of_any_length_at_once() -> None:
    results = [(round_, 1, 2, 2) for round_ in range(1, 41)]
    assert rated(a_field({1: 1500, 2: 1500}, results, rounds=40), "elo")[1].new == 1500 + 400


def test_an_unrated_player_begins_elo_with_1500() -> None:
    changes = rated(a_field({1: 0, 2: 1500}, [(1, 1, 2, 2)]), "elo")
    assert (changes[1].old, changes[1].new, changes[2].new) == (0, 1510, 1490)


@pytest.mark.parametrize(
    ("difference", "chance"),
    [(0, 0.5), (12, 0.51), (-120, 0.4), (540, 0.95), (541, 0.95), (3000, 0.95), (-3000, 0.05)],
)
def test_the_line_rises_by_one_in_a_hundred_every_twelve_points(
    difference: int, chance: float
) -> None:
    assert LINE.chance(difference) == chance


def test_the_line_is_reckoned_in_fractions() -> None:
    third = Fraction(4600, 3)
    assert LINE.expected_wins(1500, [third] * 3) == Fraction(3 * 600 - 100, 1200)
    assert LINE.expected_wins(1533, [third] * 3) < Fraction(3, 2)
    assert LINE.expected_wins(third, [third] * 3) == Fraction(3, 2)


def test_the_line_moves_everybody_by_twenty_and_accelerates_nothing() -> None:
    changes = rated(against_equals(1500, [2] * 7, life_games=3), "aus")
    assert changes[1].new == 1570
    assert {changes[number].new for number in range(2, 9)} == {1490}


def test_the_line_expects_five_in_a_hundred_of_the_weakest() -> None:
    changes = rated(a_field({1: 2500, 2: 1000}, [(1, 1, 2, 2)]), "aus")
    assert (changes[1].new, changes[2].new, changes[2].expected) == (2501, 999, 0.05)


@pytest.mark.parametrize(
    ("won", "initial"), [((2, 2, 0, 0), 1550), ((2, 2, 2, 2), 2100), ((0, 0, 0, 0), 500)]
)
def test_a_newcomer_is_rated_by_where_the_line_shows_his_wins(
    won: tuple[int, ...], initial: int
) -> None:
    ratings = {1: 0, 2: 1400, 3: 1500, 4: 1600, 5: 1700}
    field = a_field(ratings, [(i, 1, i + 1, half_wins) for i, half_wins in enumerate(won, 1)])
    assert rated(field, "aus")[1].new == initial


def test_nobody_falls_below_500_in_pakistan() -> None:
    field = a_field({1: 505, 2: 505}, [(1, 1, 2, 0)])
    assert [change.new for change in rated(field, "pak").values()] == [500, 515]
    assert [change.new for change in rated(field, "aus").values()] == [495, 515]
    assert rating_system("pak").explain(field)[0].notes == (("floor", 500.0),)


def test_many_newcomers_on_the_line_are_rated_exactly_alike() -> None:
    pairs = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]
    results = [(i // 2 + 1, one, two, 1) for i, (one, two) in enumerate(pairs)]
    changes = rated(a_field(dict.fromkeys(range(1, 5), 0), results, rounds=3), "aus")
    assert len({change.new for change in changes.values()}) == 1
