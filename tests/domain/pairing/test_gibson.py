"""Gibsons: what is clinched, and the boundary at which it is not."""

from __future__ import annotations

import pytest

from tournaments.pairing.gibson import can_catch, gibsonized_ranks
from tournaments.pairing.position import PairingPlayer


def row(half_wins: int, spread: int, number: int = 1) -> PairingPlayer:
    return PairingPlayer(number, half_wins=half_wins, spread=spread)


@pytest.mark.parametrize(("allowance", "expected"), [(690, True), (689, False)])
def test_a_spread_lead_of_just_the_allowance_can_be_made_up(allowance: int, expected: bool) -> None:
    leader, chaser = row(24, 980), row(18, 290)
    assert can_catch(leader, chaser, rounds_left=3, allowance=allowance) is expected


@pytest.mark.parametrize(
    ("chaser", "expected"),
    [(row(19, -9000), True), (row(18, 500), True), (row(18, -9000), False), (row(17, 9000), False)],
)
def test_wins_count_before_spread(chaser: PairingPlayer, expected: bool) -> None:
    assert can_catch(row(24, 400), chaser, rounds_left=3, allowance=1000) is expected


def test_a_rank_is_clinched_when_nobody_crosses_it_either_way() -> None:
    field = [row(20, 0), row(14, 0), row(14, -1), row(8, 0)]
    clinched = gibsonized_ranks(field, rounds_left=2, gibson_spread=200, place_prizes=4)
    assert clinched == (1, 4)


def test_only_ranks_with_a_prize_are_clinched() -> None:
    field = [row(20, 0), row(10, 0), row(0, 0)]
    assert gibsonized_ranks(field, rounds_left=1, gibson_spread=1, place_prizes=2) == (1, 2)
    assert gibsonized_ranks(field, rounds_left=1, gibson_spread=1, place_prizes=9) == (1, 2, 3)
    assert gibsonized_ranks([], rounds_left=1, gibson_spread=1, place_prizes=9) == ()


def test_results_that_do_not_count_yet_leave_more_rounds_to_catch_up() -> None:
    field = [row(20, 0), row(14, 0)]
    clinched = [
        gibsonized_ranks(field, rounds_left=left, gibson_spread=50, place_prizes=1)
        for left in (2, 3)
    ]
    assert clinched == [(1,), ()]
