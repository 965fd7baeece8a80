"""The CoCo system against numbers that were worked out by hand or printed elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ratings.systems.coco_update import Strength, multiplier, win_chance
from ratings.systems.errors import RatingError
from ratings.systems.field import RatedField, RatedGame, RatedPlayer
from ratings.systems.registry import is_estimate, rating_system
from ratings.wording import in_words
from tests.domain.ratings.coco_fields import duels, rated, scored

COCO = rating_system("coco")


def test_one_win_by_a_hundred_over_an_equal_moves_by_45() -> None:
    change = rated(duels(1500, [100], life_games=9))[1]
    assert (change.old, change.new, change.deviation, change.career_games) == (
        1500,
        1545,
        143.02,
        10,
    )
    segment = COCO.explain(duels(1500, [100], life_games=9))[0].segments[0]
    assert segment.target == pytest.approx(1545.45, abs=0.005)


def test_three_games_of_a_player_whom_his_career_slows() -> None:
    field = scored(
        {1: 1900, 2: 1800, 3: 2000, 4: 1700},
        [(1, 1, 450, 2, 400), (2, 1, 380, 3, 400), (3, 1, 520, 4, 400)],
        deviation={1: 80.0, 2: 60.0, 3: 60.0, 4: 150.0},
        life_games={1: 597},
    )
    change = rated(field)[1]
    assert (change.new, change.deviation, change.career_games) == (1910, 76.61, 600)
    segment = COCO.explain(field)[0].segments[0]
    assert segment.target == pytest.approx(1914.70, abs=0.005)
    assert segment.pieces[0].multiplier == pytest.approx(2 / 3)


def test_ninety_days_without_an_event_make_60_to_112() -> None:
    assert COCO.idle(60.0, 90) == 112.25
    assert COCO.idle(60.0, 0) == 60.0
    assert COCO.idle(60.0, -5) == 60.0
    assert COCO.idle(60.0, 10**400) == 150.0
    assert COCO.idle(None, 90) is None


def test_the_days_without_an_event_count_before_the_games() -> None:
    rested = rated(duels(1500, [100], deviation=60.0, idle_days=90))[1]
    assert rested.old_deviation == 112.25
    at_once = rated(duels(1500, [100], deviation=112.25))[1]
    assert (rested.new, rested.deviation) == (at_once.new, at_once.deviation)


@pytest.mark.parametrize(
    ("rating", "career_games", "share"),
    [
        *((1700, 199, 1.0), (2300, 199, 1.0)),
        *((1500, 200, 1 - 200 / 1800), (1800, 200, 1 - 200 / 1800)),
        *((1801, 200, 0.75), (2000, 200, 0.75), (2001, 200, 0.5), (2001, 899, 0.5)),
        *((1801, 720, 0.6), (1500, 900, 0.5), (2300, 1000, 1 - 1000 / 1800)),
        *((1500, 1000, 1 - 1000 / 1800), (1500, 1001, 0.5), (2300, 1001, 0.5)),
    ],
)
def test_the_multiplier_falls_with_rating_and_career(
    rating: int, career_games: int, share: float
) -> None:
    assert multiplier(rating, career_games) == pytest.approx(share)


def test_a_rating_is_rounded_half_to_even() -> None:
    # Ten games against deviations of 150 weigh as much as the rating itself.
    assert rated(duels(1500, [1] * 10))[1].new == 1502  # 1502.5
    assert rated(duels(1500, [3] * 10))[1].new == 1508  # 1507.5


def test_no_rating_falls_below_300() -> None:
    field = duels(310, [-300] * 10)
    assert rated(field)[1].new == 300
    assert COCO.explain(field)[0].notes == (("floor", 300.0),)


def test_a_tie_is_a_spread_of_nothing() -> None:
    change = rated(duels(1500, [0]))[1]
    assert (change.new, change.half_wins, change.performance) == (1500, 1, 1500)


def test_the_performance_is_the_rating_that_the_spreads_show() -> None:
    assert rated(duels(1500, [100, -20]))[1].performance == 1700


def test_the_wins_expected_are_the_chances_of_the_larger_score() -> None:
    assert win_chance(Strength(1600, 100), Strength(1600, 60)) == 0.5
    one_deviation = 450.0  # of a game between two who are sure of their ratings
    chance = win_chance(Strength(1500 + one_deviation, 0), Strength(1500, 0))
    assert chance == pytest.approx(0.841345, abs=1e-6)
    assert rated(duels(1500, [100, -20]))[1].expected == 1.0


def test_the_career_counts_every_listed_round() -> None:
    change = rated(duels(1500, [100], listed_games=3))[1]
    assert (change.games, change.career_games) == (1, 103)
    assert rated(duels(1500, [100], life_games=None))[1].career_games == 1


def test_who_has_nothing_listed_keeps_all_he_has() -> None:
    absent = RatedPlayer(9, 1640, 77, (), deviation=70.5, idle_days=100, listed_games=0)
    change = rated(RatedField((absent,), 7))[9]
    assert (change.new, change.deviation, change.career_games) == (1640, 70.5, 77)
    assert change.performance is None


def test_who_only_had_byes_keeps_his_rating_and_counts_them() -> None:
    idle = RatedPlayer(9, 250, 77, (), deviation=60.0, idle_days=90, listed_games=2)
    change = rated(RatedField((idle,), 7))[9]
    assert (change.old, change.new, change.career_games) == (250, 250, 79)
    assert (change.old_deviation, change.deviation) == (112.25, 112.25)
    newcomer = rated(RatedField((replace(idle, rating=0, life_games=0),), 7))[9]
    assert (newcomer.old, newcomer.new, newcomer.career_games) == (0, 0, 2)


def test_a_newcomer_among_rated_players_settles_where_his_spreads_are() -> None:
    field = scored(
        {1: 99, 2: 1400, 3: 1600}, [(1, 1, 420, 2, 400), (2, 1, 420, 3, 400)], life_games={1: 0}
    )
    change = rated(field)[1]
    # Every sweep goes a sixth of what is left to 1600, until rounding stops it.
    assert (change.old, change.new, change.deviation, change.old_deviation) == (
        0,
        1598,
        150.0,
        150.0,
    )
    assert change.career_games == 2


def test_whoever_meets_many_unrated_players_starts_from_the_thinned_mean() -> None:
    ratings = {1: 0, 2: 0, 3: 1600, 4: 1500, 5: 1400}
    games = [(1, 1, 400, 2, 400), (2, 1, 400, 3, 400), (3, 1, 400, 4, 400)]
    third = COCO.explain(scored(ratings, games))[0]
    assert "mean" not in dict(third.notes)  # one opponent in three
    games = [*games[:2], (5, 1, 400, 2, 400), (6, 1, 400, 3, 400)]
    half = COCO.explain(scored(ratings, games, listed_games={4: 1, 5: 1}))
    assert dict(half[0].notes)["mean"] == 4500 / 5
    assert half[0].segments[0].pieces[0].rating == 900


def test_two_unrated_opponents_in_five_are_many() -> None:
    ratings = {1: 0, 2: 0, 3: 1600}
    games = [(i, 1, 400, 2, 400) for i in (1, 2)] + [(i, 1, 400, 3, 400) for i in (3, 4, 5)]
    assert dict(COCO.explain(scored(ratings, games))[0].notes)["mean"] == pytest.approx(1600 / 3)
    few = [*games, (6, 1, 400, 3, 400)]
    assert "mean" not in dict(COCO.explain(scored(ratings, few))[0].notes)


def test_a_thinned_mean_below_300_is_1500() -> None:
    field = scored({1: 0, 2: 0}, [(1, 1, 450, 2, 400)])
    assert dict(COCO.explain(field)[0].notes)["mean"] == 1500.0


def test_absent_players_do_not_thin_the_mean() -> None:
    games = [(1, 1, 450, 2, 400)]
    ratings = {1: 0, 2: 0, 3: 1600}
    here = scored(ratings, games, listed_games={3: 1})
    away = scored(ratings, games, listed_games={3: 0})
    assert dict(COCO.explain(here)[0].notes)["mean"] == pytest.approx(1600 / 3)
    assert dict(COCO.explain(away)[0].notes)["mean"] == 1500.0


def test_the_system_is_proved_and_needs_scores() -> None:
    assert not is_estimate(COCO)
    assert COCO.needs_scores
    assert COCO.has_deviation


@pytest.mark.parametrize(
    ("own_score", "sentence"),
    [
        (10_001, "Player 1 has an impossible score of 10001 in round 1."),
        (None, "The scores of players 1 and 2 in round 1 do not match."),
        (399, "The scores of players 1 and 2 in round 1 do not match."),
    ],
)
def test_scores_that_cannot_be_are_refused(own_score: int | None, sentence: str) -> None:
    one = RatedPlayer(1, 1500, 9, (RatedGame(1, 2, 2, own_score, 300),))
    two = RatedPlayer(2, 1500, 9, (RatedGame(1, 1, 0, 300, 400),))
    for rate in (COCO.rate, COCO.explain):
        with pytest.raises(RatingError) as refused:
            rate(RatedField((one, two), 1))
        assert in_words(refused.value) == sentence


@pytest.mark.parametrize("deviation", [0.0, -1.0, 1e-300, float("nan"), float("inf"), 1e300])
def test_a_deviation_that_cannot_be_is_refused(deviation: float) -> None:
    with pytest.raises(RatingError) as refused:
        rated(duels(1500, [10], deviation=deviation))
    assert refused.value.code == "player.deviation"
    assert in_words(refused.value).startswith("Player 1 has an impossible deviation of ")
