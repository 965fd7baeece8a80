"""The rules of COP one by one: king of the hill for prizes, prospects, gibson groups."""

from __future__ import annotations

import numpy as np

from tournaments.pairing.cop.groups import GibsonGroups
from tournaments.pairing.cop.hills import class_pairs, place_pairs
from tournaments.pairing.cop.prospects import Prospects, prospects
from tournaments.pairing.cop.simulation import SimulationField


def of_class(members: list[int], prizes: int, distance: int) -> list[tuple[int, int]]:
    return list(class_pairs(members, prizes, lambda one, two: two - one <= distance))


def test_the_hill_goes_down_to_the_lowest_who_can_still_win_and_around_clinched_places() -> None:
    here = list(range(10))
    assert list(place_pairs(here, frozenset(), 3)) == [(0, 1), (2, 3)]
    assert list(place_pairs(here, frozenset(), 4)) == [(0, 1), (2, 3), (4, 5)]
    assert list(place_pairs(here, frozenset({2}), 5)) == [(0, 1), (3, 4), (5, 6)]
    assert list(place_pairs(here, frozenset({1}), 4)) == [(2, 3), (4, 5)]
    assert list(place_pairs([0, 1, 4], frozenset(), 9)) == [(0, 1)]


def test_one_prize_of_a_class_is_played_for_by_all_who_can_catch_the_first() -> None:
    assert of_class([4, 5, 6, 7, 8, 9], 1, 3) == [(4, 5), (6, 7)]


def test_two_prizes_of_a_class_are_held_by_the_second_of_them() -> None:
    assert of_class([4, 5, 6, 7, 8, 9], 2, 2) == [(4, 5), (6, 7)]
    assert of_class([4, 5, 6, 8, 9, 10], 2, 2) == [(4, 5)]


def test_who_cannot_be_caught_takes_a_prize_of_his_class_without_a_game() -> None:
    assert of_class([0, 5, 6, 12], 2, 3) == [(5, 6)]
    assert of_class([0, 5, 10], 2, 3) == []


def test_prizes_of_a_class_that_are_gone_are_not_played_for() -> None:
    assert of_class([4, 5, 6, 7], 0, 9) == []
    assert of_class([4, 5, 6, 7], -1, 9) == []


def test_prospects_are_the_places_that_are_reached_often_enough() -> None:
    counts = np.array([[7, 3, 0, 0], [2, 7, 1, 0], [1, 0, 8, 1], [0, 0, 1, 9]])
    found = Prospects.of(counts, simulations=10, hopefulness=200, prizes=1)
    assert found.hopeful.tolist() == [0, 0, 2, 3]
    assert found.best.tolist() == [0, 0, 0, 2]
    assert found.worst.tolist() == [1, 2, 3, 3]
    assert found.lowest_hope.tolist() == [1, 1, 2, 3]
    assert (found.hopeful_casher, found.possible_casher) == (1, 2)


def test_a_place_that_nobody_hopes_for_is_open_to_those_who_hope_for_the_next() -> None:
    counts = np.full((4, 4), 25)
    found = Prospects.of(counts, simulations=100, hopefulness=400, prizes=1)
    assert found.hopeful.tolist() == [1, 1, 1, 1]
    assert found.lowest_hope.tolist() == [3, 3, 3, 3]


def test_a_second_pass_plays_with_as_many_challengers_as_came_first() -> None:
    start = SimulationField((20, 14, 14, 8, 8, 8, 2, 2), (900, 50, 0, 0, 0, 0, 0, -950), 4)
    found = prospects(start, simulations=400, hopefulness=100, prizes=2, seed="s")
    assert found.lowest_hope[0] <= 2
    assert found.possible_casher < 7


def test_players_whose_board_is_fixed_are_in_no_gibson_group() -> None:
    assert GibsonGroups.of(8, {2}, away={0, 5}) == GibsonGroups(((1, 2),), (3, 4, 6, 7), ())
    assert GibsonGroups.of(8, {2}, away={2, 7}) == GibsonGroups(((0, 1),), (3, 4, 5, 6), ())
    assert GibsonGroups.of(8, {3}, away={3, 7}) == GibsonGroups((), (0, 1, 2, 4, 5, 6), ())
