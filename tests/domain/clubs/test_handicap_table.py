"""The handicap table of a season: net scores, and the ratings that the next starts follow from."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.tables.games import SeasonGame
from clubs.seasons.tables.handicap_table import handicap_ratings, handicap_table, has_handicaps
from clubs.seasons.tables.rules import SeasonRules
from tests.builders.seasons import a_game, a_season, night
from tests.depth import examples

YEAR = SeasonRules(date(2026, 1, 1), date(2026, 12, 31))


def with_start(
    game: SeasonGame, one: int, two: int, half_wins: tuple[int, int] = (1, 1)
) -> SeasonGame:
    """Returns a game in which the sides begin with these points."""
    return replace(game, handicapped=True, rated=False, starts=(one, two), half_wins=half_wins)


def test_the_start_counts_in_wins_and_spread_and_the_rating_moves_by_the_net_result() -> None:
    game = with_start(a_game("ann", 400, "bob", 395), 0, 10, (0, 2))
    rows = handicap_table([night(1, game)], YEAR, begun={"ann": 1300})
    assert [(row.rank, row.player, row.half_wins, row.spread, row.rating) for row in rows] == [
        (1, "bob", 2, 5, 1220),
        (2, "ann", 0, -5, 1280),
    ]


def test_games_without_a_start_count_too_because_equals_begin_with_nothing() -> None:
    nights = [night(1, a_game("ann", 400, "bob", 300)), night(2, a_game("bob", 400, "cy", 300))]
    rows = handicap_table(nights, YEAR, begun={})
    assert [(row.player, row.games, row.rating) for row in rows] == [
        ("ann", 1, 1220),
        ("bob", 2, 1200),
        ("cy", 1, 1180),
    ]
    assert not has_handicaps(nights)


def test_who_has_too_few_games_is_listed_last_without_a_rank_and_equals_share_one() -> None:
    nights = [
        night(1, a_game("ann", 400, "bob", 400), a_game("bob", 400, "ann", 400)),
        night(2, a_game("cy", 500, "dee", 100)),
    ]
    rows = handicap_table(nights, replace(YEAR, minimum_games=2), begun={})
    assert [(row.rank, row.player) for row in rows] == [
        (1, "ann"),
        (1, "bob"),
        (None, "cy"),
        (None, "dee"),
    ]


def test_a_game_for_fun_counts_only_where_the_season_counts_it_and_one_of_three_never() -> None:
    fun = replace(a_game("ann", 400, "bob", 300), rated=False)
    two = a_game("ann", 200, "bob", 210)
    three = replace(two, sides=(*two.sides, a_game("cy", 1, "dee", 1).sides[0]))
    strict = replace(YEAR, counts_unrated=False)
    assert handicap_table([night(1, fun, three)], strict, begun={}) == ()
    assert len(handicap_table([night(1, fun, three)], YEAR, begun={})) == 2


def test_guests_are_played_and_not_listed() -> None:
    rows = handicap_table(
        [night(1, a_game("ann", 400, "bob", 300))], YEAR, begun={}, listed=lambda one: one == "bob"
    )
    assert [(row.rank, row.player, row.rating) for row in rows] == [(1, "bob", 1180)]


@given(st.integers(0, 10**6))
@examples(30)
def test_the_table_does_not_know_in_which_order_nights_came_and_nothing_is_lost(seed: int) -> None:
    dice = Random(seed)
    nights = a_season(dice, date(2026, 1, 5), weeks=6, members=5)
    rows = handicap_table(nights, YEAR, begun={})
    assert handicap_table(dice.sample(nights, len(nights)), YEAR, begun={}) == rows
    assert sum(row.half_wins for row in rows) == sum(row.games for row in rows)
    assert sum(row.spread for row in rows) == 0
    assert sum(row.rating - 1200 for row in rows) == 0
    half = handicap_ratings(nights[:3], YEAR, begun={})
    assert handicap_ratings(nights[3:], YEAR, begun=half) == handicap_ratings(
        nights, YEAR, begun={}
    )
