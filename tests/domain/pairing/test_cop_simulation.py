"""The simulation of COP: who meets in a simulated round, and what the counts add up to."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.pairing.cop.groups import GibsonGroups, round_pairs
from tournaments.pairing.cop.margins import MARGINS, usual_margins
from tournaments.pairing.cop.simulation import Meets, SimulationField, Winner, simulate


def a_start(
    players: int, rounds_left: int, *, clinched: frozenset[int] = frozenset()
) -> SimulationField:
    """Returns an invented field in which wins and spread fall from the first place to the last."""
    places = range(players)
    return SimulationField(
        tuple(2 * (players - place) for place in places),
        tuple(100 * (players - 2 * place) for place in places),
        rounds_left,
        clinched,
        largest_margin=200,
    )


def level(players: int, rounds_left: int) -> SimulationField:
    """Returns a field without results."""
    return SimulationField((0,) * players, (0,) * players, rounds_left)


def test_the_factor_falls_with_the_rounds_left_and_ends_as_king_of_the_hill() -> None:
    groups = GibsonGroups.of(8, ())
    rounds = [round_pairs(groups, rounds_left=left, most_factor=10) for left in range(10, 0, -1)]
    assert rounds[:7] == [[(0, 4), (1, 5), (2, 6), (3, 7)]] * 7
    assert rounds[7:] == [
        [(0, 3), (1, 4), (2, 5), (6, 7)],
        [(0, 2), (1, 3), (4, 6), (5, 7)],
        [(0, 1), (2, 3), (4, 5), (6, 7)],
    ]


def test_below_the_factor_the_rest_plays_by_half_its_number() -> None:
    pairs = round_pairs(GibsonGroups.of(10, ()), rounds_left=5, most_factor=2)
    assert pairs == [(0, 2), (1, 3), (4, 7), (5, 8), (6, 9)]


def test_a_clinched_place_closes_the_group_above_and_completes_an_odd_one() -> None:
    groups = GibsonGroups.of(12, {0, 3, 7})
    assert groups == GibsonGroups(((1, 2), (4, 5, 6, 7)), (8, 9, 10, 11), (0, 3))
    assert round_pairs(groups, rounds_left=1, most_factor=1)[-1] == (0, 3)


def test_the_odd_gibson_left_over_meets_the_last_place() -> None:
    pairs = round_pairs(GibsonGroups.of(8, {2}), rounds_left=2, most_factor=2)
    assert pairs == [(0, 1), (3, 5), (4, 6), (2, 7)]


def test_margins_are_ascending_with_a_single_tie() -> None:
    margins = usual_margins().tolist()
    assert len(margins) == MARGINS
    assert margins == sorted(margins)
    assert margins.count(0) == 1
    assert 90 < sum(margins) / MARGINS < 100


@examples(30)
@given(
    players=st.integers(1, 13),
    rounds_left=st.integers(0, 6),
    meets=st.sampled_from([None, "leader", "not_leader"]),
    data=st.data(),
)
def test_everybody_ends_somewhere_and_every_place_is_taken_in_every_simulation(
    players: int, rounds_left: int, meets: Meets | None, data: st.DataObject
) -> None:
    clinched = data.draw(st.frozensets(st.integers(0, players - 1), max_size=3))
    who = data.draw(st.none() | st.integers(0, players - 1))
    winner = None if who is None else Winner(who, meets)
    start = a_start(players, rounds_left, clinched=clinched)
    counts = simulate(start, simulations=40, seed="s", winner=winner)
    assert (counts.sum(axis=0) == 40).all()
    assert (counts.sum(axis=1) == 40).all()
    assert (counts >= 0).all()


def test_the_same_seed_gives_the_same_counts_and_another_seed_others() -> None:
    start = level(12, 5)
    first, again, other = (simulate(start, simulations=1500, seed=s) for s in ("a", "a", "b"))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_without_rounds_left_everybody_stays_where_he_is() -> None:
    counts = simulate(a_start(5, 0), simulations=10, seed="s")
    assert np.array_equal(counts, 10 * np.eye(5, dtype=np.int64))


def test_between_equals_the_coin_is_fair() -> None:
    counts = simulate(level(8, 7), simulations=8000, seed="s")
    assert counts[:, 0].min() > 800
    assert counts[:, 0].max() < 1200


def test_one_game_between_two_is_won_by_either_half_the_time() -> None:
    counts = simulate(level(2, 1), simulations=10_000, seed="s")
    assert abs(int(counts[0, 0]) - 5000) < 200


def test_a_place_that_is_clinched_is_kept_in_every_simulation() -> None:
    half_wins, spread = (12, 6, 6, 4, 4, 2), (900, 100, 50, 0, -400, -650)
    start = SimulationField(half_wins, spread, 2, frozenset({0}), largest_margin=200)
    assert simulate(start, simulations=500, seed="s")[0, 0] == 500


@pytest.mark.parametrize("players", [2, 3, 7, 8, 21])
@pytest.mark.parametrize("meets", [None, "leader", "not_leader"])
def test_who_wins_everything_from_a_level_start_in_enough_rounds_comes_first(
    players: int, meets: Meets | None
) -> None:
    start = level(players, 6)
    counts = simulate(start, simulations=300, seed="s", winner=Winner(players - 1, meets))
    assert counts[players - 1, 0] > 290


def test_meeting_the_leader_helps_the_one_who_has_to_catch_him() -> None:
    start = SimulationField((8, 4, 4, 4, 2, 2, 2, 0), (300, 90, 60, 30, 0, -30, -60, -390), 3)
    with_him, without = (
        int(simulate(start, simulations=1000, seed="s", winner=Winner(2, meets))[2, 0])
        for meets in ("leader", "not_leader")
    )
    assert with_him > without + 100


def test_the_bye_of_a_simulated_round_is_a_win() -> None:
    start = SimulationField((4, 4, 2), (50, 0, -50), 1)
    counts = simulate(start, simulations=200, seed="s")
    # The third has the bye in the only round, and then as many wins as the loser of the game.
    assert counts[2, 2] < 200
    assert counts[2, 0] == 0


def test_the_factor_of_the_first_round_can_be_another() -> None:
    half_wins, spread = (4, 4, 4, 0, 0, 0), (30, 20, 10, 0, 0, -60)
    start = SimulationField(half_wins, spread, 2, largest_margin=200)
    # In the last round neighbours meet; only with factor 3 can all of the first three win before.
    by_three = simulate(start, simulations=500, seed="s", first_factor=3)
    by_one = simulate(start, simulations=500, seed="s", first_factor=1)
    assert by_three[2, 0] != by_one[2, 0]
