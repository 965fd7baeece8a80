"""Properties of every field that the NASPA system rates."""

from __future__ import annotations

from math import exp, fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.systems.curve import LogisticCurve
from ratings.systems.field import RatedField, RatedRecord
from ratings.systems.naspa_newcomers import initial_ratings
from ratings.systems.naspa_segment import CURVE
from ratings.systems.registry import rating_system
from tests.domain.ratings.fields import a_field, fields, rated

SYSTEMS = st.sampled_from(["naspa", "naspa-csw"])


@given(
    st.lists(st.integers(-200, 3200), min_size=1, max_size=40),
    st.data(),
)
def test_the_shown_rating_is_the_last_probe_of_a_blind_bisection(
    opponents: list[int], data: st.DataObject
) -> None:
    half_wins = data.draw(st.integers(0, 2 * len(opponents)))
    shown = LogisticCurve(CURVE.rate).shown_rating(opponents, half_wins)
    assert shown == blind_bisection(opponents, half_wins)


def blind_bisection(opponents: list[int], half_wins: int) -> int:
    games = len(opponents)
    wins = {0: 0.05 * games, 2 * games: 0.95 * games}.get(half_wins, half_wins / 2)
    low, high, middle = 0, 3000, 0
    while high - low > 1:
        middle = (low + high) // 2
        expected = fsum(1 - 1 / (1 + exp(0.0031879 * (middle - other))) for other in opponents)
        if expected < wins:
            low = middle
        else:
            high = middle
    return middle


def test_a_tie_is_half_a_win() -> None:
    tied_twice = a_field({1: 1600, 2: 1500}, [(1, 1, 2, 1), (2, 1, 2, 1)])
    shared = a_field({1: 1600, 2: 1500}, [(1, 1, 2, 2), (2, 1, 2, 0)])
    assert rated(tied_twice) == rated(shared)


def test_a_field_of_nobody_has_no_changes() -> None:
    assert rated(RatedField((), 0)) == {}


def test_without_a_floor_a_rating_may_fall_below_one_and_is_cut_towards_zero() -> None:
    lost = a_field({1: 4, 2: 4}, [(1, 1, 2, 0), (2, 1, 2, 0)])
    assert rated(lost, "naspa")[1].new == 2  # 1, and half a point of feedback for each game
    assert rated(lost, "naspa-csw")[1].new == -14  # int(0.5 - 16 + 2 * 0.5)


def test_a_rating_that_fell_to_zero_is_still_a_rating_in_the_next_segment() -> None:
    first = [(round_, 1, 2, 0) for round_ in range(1, 10)]
    second = [(round_, 1, 2, 1) for round_ in range(10, 18)]
    for old in range(60, 120):
        ratings = {1: old, 2: old}
        if rated(a_field(ratings, first, rounds=17), "naspa-csw")[1].new == 0:
            after = rated(a_field(ratings, first + second, rounds=17), "naspa-csw")[1].new
            assert 0 < after < 50  # an unrated player would have got at least 100
            return
    pytest.fail("no rating fell to zero")


def test_a_field_of_newcomers_only_is_rated() -> None:
    changes = rated(a_field({1: 0, 2: 0, 3: 0}, [(1, 1, 2, 2), (2, 2, 3, 2), (3, 1, 3, 2)]))
    assert changes[1].new > changes[2].new > changes[3].new >= 500


def test_newcomers_who_never_settle_get_the_mean_of_their_values() -> None:
    records = {1: RatedRecord([2, 2, 2], 2), 2: RatedRecord([1, 1, 1], 4)}
    initial = initial_ratings(CURVE, {1: None, 2: None}, records)
    # Each sweep hands the two their values crosswise, 217 points apart, so their means differ so.
    assert initial[2].rating - initial[1].rating == 217
    assert initial[1].rating + initial[2].rating == pytest.approx(3002)
    assert initial[1].cap is None


def test_newcomers_who_never_settle_are_capped_by_rated_opponents_only() -> None:
    records = {1: RatedRecord([2, 3], 4), 2: RatedRecord([1], 0), 3: RatedRecord([1], 0)}
    capped = initial_ratings(CURVE, {1: None, 2: None, 3: 1405}, records)
    assert capped[1].cap == 1405 + 400
    assert capped[1].rating <= 1405 + 400


@given(fields(), SYSTEMS)
def test_base_acceleration_and_feedback_make_the_new_rating(field: RatedField, system: str) -> None:
    for inspection in rating_system(system).explain(field):
        for part in inspection.segments:
            if not part.games:
                assert part.new == part.old
                continue
            reached = part.old + part.base + part.acceleration
            if part.initial is not None:
                assert part.cap is None or part.initial <= part.cap + 1e-9
                assert (part.base, part.acceleration, part.feedback) == (0, 0, 0)
                reached = part.initial
            if system == "naspa":
                assert (reached < 1) <= (("floor", 1.0) in inspection.notes)
                reached = max(1, reached)
            assert abs(part.new - reached - part.feedback) <= 0.5 + 1e-9 or reached < 0
