"""The slips that are questioned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import chance, times
from tournaments.entry_line.slip_checks import (
    LEARN_FROM,
    Doubt,
    Limits,
    ScoreSums,
    doubts,
    penalty_doubts,
    usual_scores,
)

SCORES = st.integers(-149, 1499)


def sums(scores: list[int]) -> ScoreSums:
    return ScoreSums(len(scores), sum(scores), sum(score * score for score in scores))


@pytest.mark.parametrize(
    ("scores", "odd"),
    [
        ((423, 389), []),
        ((100, 450), []),
        ((-1, 300), [Doubt("negative", (("score", -1),))]),
        ((99, 400), [Doubt("low", (("score", 99),))]),
        ((0, 0), [Doubt("low", (("score", 0),)), Doubt("tie")]),
        ((751, 400), [Doubt("wide", (("spread", 351),))]),
        ((750, 400), []),
        ((400, 400), [Doubt("tie")]),
    ],
)
def test_a_slip_is_doubted_for_what_is_odd_about_it(
    scores: tuple[int, int], odd: list[Doubt]
) -> None:
    for pair in (scores, scores[::-1]):
        assert list(doubts(pair, limits=None, last=None)) == odd


def test_a_tie_that_the_line_says_is_not_doubted() -> None:
    assert doubts((400, 400), limits=None, last=None, tie_said=True) == ()


def test_the_scores_of_the_slip_before_are_doubted_either_way_round() -> None:
    for last in ((423, 389), (389, 423)):
        assert doubts((423, 389), limits=None, last=last) == (Doubt("same_as_last"),)
    assert doubts((423, 389), limits=None, last=(423, 388)) == ()


def test_a_score_outside_the_limits_of_the_division_is_doubted() -> None:
    limits = Limits(250, 560)
    where = (("low", 250), ("high", 560))
    assert doubts((561, 400), limits=limits, last=None) == (
        Doubt("unusual", (("score", 561), *where)),
    )
    assert doubts((560, 250), limits=limits, last=None) == ()
    assert doubts((100, 400), limits=limits, last=None) == (
        Doubt("unusual", (("score", 100), *where)),
    )
    # Low already says it.
    assert [d.code for d in doubts((90, 400), limits=limits, last=None)] == ["low"]


def test_limits_wait_until_there_is_something_to_learn_from() -> None:
    assert usual_scores(ScoreSums()) is None
    assert usual_scores(sums([400] * (LEARN_FROM - 1))) is None
    assert usual_scores(sums([400] * LEARN_FROM)) == Limits(400, 400)


def test_limits_are_whole_scores() -> None:
    assert usual_scores(sums([400] * LEARN_FROM + [401])) == Limits(400, 400)


@given(st.lists(SCORES, min_size=LEARN_FROM, max_size=200))
def test_limits_hold_the_mean_and_most_scores(scores: list[int]) -> None:
    limits = usual_scores(sums(scores))
    assert limits is not None
    assert limits.low <= sum(scores) // len(scores) <= limits.high
    # Chebyshev, with the roundings to whole points given away.
    inside = [score for score in scores if limits.low - 4 <= score <= limits.high + 4]
    assert len(inside) >= len(scores) * 8 / 9


def test_under_one_slip_in_a_hundred_of_a_usual_event_is_unlike_its_division() -> None:
    dice, count = chance(3), max(5000, times(5000))
    slips = [(round(dice.gauss(400, 65)), round(dice.gauss(400, 65))) for _ in range(count)]
    limits = usual_scores(sums([score for slip in slips for score in slip]))
    assert limits is not None
    odd = [s for s in slips if not all(limits.low <= x <= limits.high for x in s)]
    assert 0 < len(odd) < count / 100


@given(SCORES, SCORES, st.none() | st.tuples(SCORES, SCORES))
def test_a_slip_and_its_mirror_are_doubted_alike(
    one: int, two: int, last: tuple[int, int] | None
) -> None:
    limits = Limits(250, 560)
    assert doubts((one, two), limits=limits, last=last) == doubts(
        (two, one), limits=limits, last=last
    )


@pytest.mark.parametrize("points", [-50, 0])
def test_a_penalty_that_takes_points_is_not_doubted(points: int) -> None:
    assert penalty_doubts(points) == ()


@pytest.mark.parametrize("points", [1, 50])
def test_a_penalty_that_adds_points_is_doubted(points: int) -> None:
    assert penalty_doubts(points) == (Doubt("award", (("points", points),)),)
