"""The table of a season: what counts, what is shown, how it ranks, in any order of folding in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide
from clubs.seasons.tables.rating import by_moves, by_system
from clubs.seasons.tables.rules import RankedBy, SeasonRules
from clubs.seasons.tables.table import SeasonRow, SeasonTable, season_table
from clubs.seasons.tables.totals import SeasonTotals
from core.errors import UserError
from ratings.systems.registry import SYSTEMS, rating_system
from tests.builders.seasons import a_game, a_season, night
from tests.depth import examples

BEGINS = date(2026, 1, 5)
RULES = SeasonRules(BEGINS, date(2026, 12, 31))
RANKINGS: tuple[RankedBy, ...] = (
    "win_share",
    "wins",
    "points_a_night",
    "best_nights",
    "average_spread",
    "ladder",
    "rating",
)


def folded(nights: Sequence[SeasonNight], rules: SeasonRules = RULES) -> SeasonTotals:
    """Returns the totals of these nights, folded in one after the other."""
    return reduce(SeasonTotals.with_night, nights, SeasonTotals(rules))


def table_of(*nights: SeasonNight, **rules: Any) -> SeasonTable:
    """Returns the table of these nights by the rules that are named here."""
    return season_table(folded(nights, replace(RULES, **rules)), rate_night=by_moves())


def row_of(player: str, table: SeasonTable) -> SeasonRow:
    """Returns the row of a player, ranked or not."""
    return next(row for row in (*table.ranked, *table.below) if row.player == player)


def figures(table: SeasonTable) -> dict[str, Fraction | int | None]:
    """Returns what everybody ranks by."""
    return {row.player: row.figure for row in (*table.ranked, *table.below)}


def places(table: SeasonTable) -> list[tuple[int | None, str]]:
    """Returns rank and player of everybody who is ranked."""
    return [(row.rank, row.player) for row in table.ranked]


FIRST = night(1, a_game("ann", 400, "bob", 350), a_game("ann", 380, "cy", 380), here=("dee",))
SECOND = night(2, a_game("ann", 300, "bob", 420), a_game("cy", 500, "bob", 310))


def test_a_row_says_what_was_played_and_scored() -> None:
    row = row_of("ann", table_of(FIRST, SECOND))
    assert (row.games, row.wins, row.losses, row.ties, row.spread) == (3, 1, 1, 1, -70)
    assert (row.win_share, row.average_for) == (Fraction(1, 2), Fraction(1080, 3))
    assert (row.average_against, row.average_margin) == (Fraction(1150, 3), Fraction(-70, 3))
    assert (row.nights, row.streak, row.longest_streak) == (2, -1, 1)
    assert row.best is not None
    assert (row.best.score, row.best.night) == (400, "night-1")


def test_of_equal_best_games_the_first_is_told() -> None:
    again = [
        night(day, a_game("ann", 400, "bob", 300), a_game("ann", 400, "bob", 310)) for day in (1, 2)
    ]
    best = row_of("ann", table_of(*reversed(again))).best
    assert best is not None
    assert best.game == "1-1"


def test_streaks_go_on_from_night_to_night() -> None:
    won = [night(day, a_game("ann", 400, "bob", 300)) for day in (1, 2, 3)]
    table = table_of(won[2], won[0], won[1])
    assert (row_of("ann", table).streak, row_of("bob", table).streak) == (3, -3)
    lost = table_of(*won, night(4, a_game("bob", 400, "ann", 300)))
    assert (row_of("ann", lost).streak, row_of("ann", lost).longest_streak) == (-1, 3)
    assert row_of("bob", lost).longest_streak == 1, "a run of losses is none"


def test_the_odd_player_who_sits_out_has_a_night_and_no_game() -> None:
    row = row_of("dee", table_of(FIRST))
    assert (row.games, row.nights, row.win_share, row.rank) == (0, 1, None, None)


def test_a_game_of_three_counts_for_averages_alone_at_one_and_a_half_times_its_scores() -> None:
    sides = tuple(
        SeasonSide(name, score) for name, score in (("ann", 200), ("bob", 250), ("cy", 150))
    )
    three = SeasonGame("three", 9, sides)
    row = row_of("ann", table_of(replace(FIRST, games=(*FIRST.games, three))))
    assert (row.games, row.three_handed, row.spread) == (2, 1, 50)
    assert row.average_for == Fraction(400 + 380 + 300, 3)
    assert row.average_against == Fraction(350 + 380, 2)
    assert row.best is not None
    assert row.best.score == 400


def test_a_forfeit_counts_as_a_loss_and_in_no_average() -> None:
    sides = (SeasonSide("ann"), SeasonSide("bob"))
    forfeit = SeasonGame("forfeit", 9, sides, half_wins=(2, 0))
    row = row_of("bob", table_of(replace(FIRST, games=(*FIRST.games, forfeit))))
    assert (row.games, row.losses, row.average_for) == (2, 2, Fraction(350))


@pytest.mark.parametrize(
    ("kind", "rule", "usual"),
    [
        ({"rated": False}, "counts_unrated", True),
        ({"handicapped": True}, "counts_handicapped", False),
    ],
)
def test_unrated_and_handicapped_games_count_if_the_season_says_so(
    kind: dict[str, Any], rule: str, usual: bool
) -> None:
    only = night(1, replace(a_game("ann", 400, "bob", 350), **kind))
    assert getattr(RULES, rule) is usual
    assert row_of("ann", table_of(only, **{rule: True})).spread == 50
    assert row_of("ann", table_of(only, **{rule: False})).games == 0


def test_bingos_are_told_a_game_of_those_in_which_they_are_known() -> None:
    sides = (SeasonSide("ann", 400, bingos=3), SeasonSide("bob", 300))
    known = SeasonGame("known", 9, sides)
    table = table_of(replace(FIRST, games=(*FIRST.games, known)))
    assert row_of("ann", table).bingos_a_game == 3
    assert row_of("bob", table).bingos_a_game is None


def test_who_lacks_games_is_listed_apart() -> None:
    table = table_of(FIRST, SECOND, minimum_games=3)
    assert places(table) == [(1, "ann"), (2, "bob")]
    assert [row.player for row in table.below] == ["cy", "dee"]


def test_equal_figures_go_by_wins_then_losses_then_spread_and_share_a_rank_at_last() -> None:
    games = (
        a_game("ann", 400, "bob", 300),
        a_game("cy", 400, "dee", 300),
        a_game("eve", 400, "fay", 290),
        a_game("gus", 400, "fay", 300),
        a_game("gus", 400, "hal", 300),
    )
    told = places(table_of(night(1, *games)))
    assert told[:4] == [(1, "gus"), (2, "eve"), (3, "ann"), (3, "cy")]


def test_of_equal_wins_fewer_losses_come_before_a_higher_spread() -> None:
    games = (
        a_game("ann", 300, "bob", 290),
        a_game("cy", 600, "dee", 100),
        a_game("dee", 9, "cy", 8),
    )
    assert places(table_of(night(1, *games), ranked_by="wins"))[:2] == [(1, "ann"), (2, "cy")]


def test_points_of_a_night_are_shared_by_those_who_share_its_places() -> None:
    games = (a_game("ann", 400, "bob", 300), a_game("cy", 400, "dee", 300))
    table = table_of(night(1, *games, here=("eve",)), ranked_by="points_a_night")
    assert figures(table) == {
        "ann": 10,
        "cy": 10,
        "bob": Fraction(13, 2),
        "dee": Fraction(13, 2),
        "eve": 1,
    }


def test_the_best_nights_alone_count_where_the_season_says_so() -> None:
    nights = [night(day, a_game("ann", 300 + 50 * (day % 2), "bob", 320)) for day in range(1, 6)]
    table = table_of(*nights, ranked_by="best_nights", best_nights=2)
    assert figures(table) == {"ann": 22, "bob": 22}
    every = table_of(*nights, ranked_by="best_nights", best_nights=5)
    assert figures(every) == {"ann": 51, "bob": 49}


def test_a_season_ranks_by_wins_by_average_spread_and_by_rating() -> None:
    nights = (
        night(1, a_game("ann", 400, "bob", 390), a_game("ann", 400, "cy", 390)),
        night(2, a_game("bob", 600, "cy", 300)),
    )
    assert places(table_of(*nights, ranked_by="wins")) == [(1, "ann"), (2, "bob"), (3, "cy")]
    by_spread = table_of(*nights, ranked_by="average_spread")
    assert places(by_spread) == [(1, "bob"), (2, "ann"), (3, "cy")]
    rated = table_of(*nights, ranked_by="rating")
    assert [row.rating for row in rated.ranked] == [1240, 1200, 1160]


def test_games_that_cannot_be_rated_rate_nobody() -> None:
    games = [
        replace(a_game("ann", 400, "bob", 300), rated=False),
        replace(a_game("ann", 400, "bob", 300), handicapped=True),
        SeasonGame("f", 1, (SeasonSide("ann"), SeasonSide("bob")), half_wins=(2, 0)),
    ]
    games = [replace(game, key=str(at)) for at, game in enumerate(games)]
    assert row_of("ann", table_of(night(1, *games))).rating is None


def test_a_club_rates_by_a_system_of_rating_lists() -> None:
    elo = next(system for system in SYSTEMS.values() if not system.has_deviation)
    totals = folded([night(1, a_game("ann", 400, "bob", 300))])
    rated = season_table(totals, rate_night=by_system(elo, newcomer=1500), ratings={"ann": 1600})
    ann, bob = row_of("ann", rated).rating, row_of("bob", rated).rating
    assert ann is not None
    assert bob is not None
    assert ann > 1600
    assert bob < 1500
    coco = next(system for system in SYSTEMS.values() if system.has_deviation)
    with pytest.raises(UserError, match="cannot rate by"):
        by_system(rating_system(coco.key))


@given(st.integers(0, 10**6), st.sampled_from(RANKINGS))
@examples(30)
def test_night_by_night_equals_from_scratch_in_any_order(seed: int, ranked_by: RankedBy) -> None:
    dice = Random(seed)
    nights = a_season(dice, BEGINS, weeks=8, members=9)
    rules = replace(RULES, ranked_by=ranked_by, minimum_games=3, best_nights=3)
    expected = season_table(folded(nights, rules), rate_night=by_moves())
    step = folded(dice.sample(nights, len(nights)), rules)
    assert season_table(step, rate_night=by_moves()) == expected
    other = [replace(one, games=tuple(reversed(one.games))) for one in nights]
    assert season_table(folded(other, rules), rate_night=by_moves()) == expected


@given(st.integers(0, 10**6))
@examples(20)
def test_a_corrected_night_and_one_taken_out_leave_nothing_behind(seed: int) -> None:
    dice = Random(seed)
    nights = a_season(dice, BEGINS, weeks=6, members=8)
    wrong = replace(dice.choice(nights), games=(a_game("nobody", 1, "else", 2),))
    right = next(one for one in nights if one.key == wrong.key)
    before = folded(nights)
    assert before.with_night(wrong).with_night(right) == before
    assert before.without_night(right.key) == folded([n for n in nights if n is not right])
    assert before.without_night("none") is before


@given(st.integers(0, 10**6))
@examples(20)
def test_a_table_adds_up(seed: int) -> None:
    nights = a_season(Random(seed), BEGINS, weeks=5, members=7)
    table = season_table(folded(nights))
    rows = (*table.ranked, *table.below)
    assert sum(row.spread for row in rows) == 0
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows)
    assert sum(row.games for row in rows) == 2 * sum(len(one.games) for one in nights)
    assert {row.player for row in rows} == {player for one in nights for player in one.here}


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ({"ends_on": date(2026, 1, 4)}, "season.dates", "ends_on"),
        ({"minimum_games": -1}, "season.minimum", "minimum_games"),
        ({"best_nights": 0}, "season.best_nights", "best_nights"),
        ({"place_points": (1, 2)}, "season.points", "place_points"),
        ({"place_points": (1, -2)}, "season.points", "place_points"),
        ({"attendance_points": -1}, "season.points", "place_points"),
    ],
)
def test_rules_that_make_no_sense_are_refused_at_their_field(
    rules: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        replace(RULES, **rules)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_night_of_another_season_and_a_rating_that_is_missing_are_refused() -> None:
    late = replace(FIRST, held_on=RULES.ends_on + timedelta(days=1))
    with pytest.raises(UserError, match="2027-01-01 is not a day of this season"):
        folded([late])
    with pytest.raises(UserError, match="by which rating"):
        season_table(folded([FIRST], replace(RULES, ranked_by="rating")))


@pytest.mark.parametrize(
    "game",
    [
        {"sides": (SeasonSide("ann", 1),)},
        {"sides": (SeasonSide("ann", 1), SeasonSide("ann", 2))},
        {"sides": (SeasonSide("ann"), SeasonSide("bob", 2))},
        {"half_wins": (2, 2)},
        {"half_wins": (2,)},
        {"challenger": "cy"},
    ],
)
def test_a_game_that_cannot_be_is_refused(game: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"\.$") as refused:
        replace(FIRST.games[0], **game)
    assert refused.value.code == "season.game"


def test_a_game_that_is_there_twice_is_refused() -> None:
    with pytest.raises(UserError, match="is there twice"):
        replace(FIRST, games=FIRST.games[:1] * 2)
