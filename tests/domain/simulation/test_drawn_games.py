"""Games drawn from strengths: fair to the ratings, real to look at, the same on any machine."""

from __future__ import annotations

from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import times
from tournaments.simulation.day import USUAL, Chances, draw_board
from tournaments.simulation.dice import bell, dice
from tournaments.simulation.games import CURVE, DrawnResult, draw_game, draw_slip, strengths

GAMES = max(4000, times(4000))
RATINGS = st.integers(0, 3000)
AS_EVER = [(428, 411), (372, 419), (434, 345), (435, 334)]


def drawn(one: int, two: int, games: int = GAMES) -> list[tuple[int, int]]:
    return [draw_game(one, two, dice("drawn", one, two, number)) for number in range(games)]


@pytest.mark.parametrize("difference", [0, 50, 150, 300, 600])
def test_the_stronger_wins_as_often_as_the_rating_systems_expect(difference: int) -> None:
    leads = [a - b for a, b in drawn(1400 + difference, 1400)]
    share = (sum(lead > 0 for lead in leads) + sum(lead == 0 for lead in leads) / 2) / GAMES
    assert share == pytest.approx(CURVE.chance(difference), abs=0.025)


def test_scores_look_like_those_of_real_events() -> None:
    games = drawn(1500, 1500)
    assert mean(a + b for a, b in games) == pytest.approx(790, abs=8)
    assert stdev(a - b for a, b in games) == pytest.approx(100, abs=5)
    assert 2 <= sum(a == b for a, b in games) * 4000 / GAMES <= 40


@given(RATINGS, RATINGS, st.integers())
def test_every_game_has_scores_that_can_be_entered(one: int, two: int, seed: int) -> None:
    assert all(80 <= score <= 1499 for score in draw_game(one, two, dice(seed)))


@given(RATINGS, RATINGS, st.integers())
def test_a_board_is_the_same_game_from_either_side(one: int, two: int, seed: int) -> None:
    strong, chances = {1: one, 2: two}, Chances(no_show=300, misread=500)
    here, there = (
        draw_board(4, pair, strong, chances=chances, seed=str(seed)) for pair in ((1, 2), (2, 1))
    )
    assert here == there.turned()
    assert here.absent in (None, 1, 2)


@given(RATINGS, RATINGS, st.integers())
def test_a_slip_is_never_what_was_played(one: int, two: int, seed: int) -> None:
    thrown = dice(seed)
    scores = draw_game(one, two, thrown)
    slip = draw_slip(*scores, thrown)
    assert (slip.score, slip.opponent_score) != scores
    assert min(slip.score, slip.opponent_score) >= 0
    assert 0 <= slip.found_after <= 2


def test_the_same_seed_gives_the_same_scores_on_any_machine() -> None:
    strong = {1: 1800, 2: 1750}
    boards = [draw_board(n, (1, 2), strong, chances=USUAL, seed="fixed") for n in range(1, 5)]
    assert [(board.score, board.opponent_score) for board in boards] == AS_EVER
    assert draw_board(
        1, (1, 2), strong, chances=Chances(no_show=1000), seed="fixed"
    ) == DrawnResult(absent=2)


def test_two_unrated_players_at_zero_have_an_even_chance() -> None:
    leads = [a - b for a, b in drawn(0, 0)]
    assert sum(lead > 0 for lead in leads) / GAMES == pytest.approx(0.5, abs=0.025)


def test_a_field_that_nobody_has_rated_has_strengths_all_the_same() -> None:
    strong = strengths(dict.fromkeys(range(1, 21), 0), seed="unrated")
    assert len(set(strong.values())) > 10
    assert min(strong.values()) >= 0


def test_the_strong_are_near_their_ratings_and_newcomers_in_the_lower_half() -> None:
    ratings = {**{key: 1000 + 10 * key for key in range(1, 81)}, **dict.fromkeys(range(81, 121), 0)}
    strong = strengths(ratings, seed="mixed")
    assert all(abs(strong[key] - ratings[key]) <= 6 * 60 for key in range(1, 81))
    assert mean(strong[key] for key in range(81, 121)) == pytest.approx(1200, abs=120)


@given(st.dictionaries(st.integers(1, 99), RATINGS, min_size=1), st.randoms())
def test_strengths_do_not_depend_on_the_order_of_the_players(
    ratings: dict[int, int], shuffler: object
) -> None:
    keys = list(ratings)
    shuffler.shuffle(keys)  # type: ignore[attr-defined]
    again = strengths({key: ratings[key] for key in keys}, seed="order")
    assert again == strengths(ratings, seed="order")


def test_the_bell_has_its_deviation_and_no_lean() -> None:
    throws = [bell(dice("bell", number), 100) for number in range(GAMES)]
    assert mean(throws) == pytest.approx(0, abs=6)
    assert stdev(throws) == pytest.approx(100, abs=5)
