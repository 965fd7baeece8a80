"""A league: who visits whom, who sits where, what a match counts, and the table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.leagues.play.errors import LeagueError
from clubs.leagues.play.fixtures import Fixture, boards_by_round, fixtures, home_and_away
from clubs.leagues.play.league_table import PlayedMatch, league_table
from clubs.leagues.play.line_ups import AbsenteeRule, TeamPlayer, line_up
from clubs.leagues.play.matches import (
    MatchRules,
    SideOfMatch,
    TeamGame,
    TeamMatch,
    match_result,
    walkover,
)
from tests.depth import examples


@pytest.mark.parametrize("teams", range(2, 17))
@pytest.mark.parametrize("legs", [1, 2, 3])
def test_every_two_teams_meet_once_a_leg_at_home_and_away_in_turn(teams: int, legs: int) -> None:
    names = [f"team {number}" for number in range(teams)]
    rows = fixtures(names, seed=teams, legs=legs)
    pairs = Counter(frozenset((row.home, row.away)) for row in rows)
    assert pairs == {frozenset(pair): legs for pair in combinations(names, 2)}
    for home, away in combinations(names, 2):
        visits = [row.home for row in rows if {row.home, row.away} == {home, away}]
        assert all(one != other for one, other in pairwise(visits))
    in_rounds = Counter((row.round, team) for row in rows for team in (row.home, row.away))
    assert set(in_rounds.values()) == {1}
    assert max(row.round for row in rows) == legs * (teams - 1 + teams % 2)


@pytest.mark.parametrize("teams", range(2, 25))
def test_a_team_is_as_often_at_home_as_away_and_never_three_times_running(teams: int) -> None:
    names = [f"team {number}" for number in range(teams)]
    rows = fixtures(names, seed=1)
    uneven = [abs(home - away) for home, away in home_and_away(rows).values()]
    assert max(uneven) <= (1 if teams % 2 == 0 else 0)
    for name in names:
        places = [row.home == name for row in rows if name in (row.home, row.away)]
        runs = [places[at : at + 3] for at in range(len(places) - 2)]
        assert [True] * 3 not in runs
        assert [False] * 3 not in runs


def test_fixtures_depend_on_the_seed_and_not_on_the_order_of_the_teams() -> None:
    names = ["a", "b", "c", "d", "e"]
    assert fixtures(names, seed=3) == fixtures(names[::-1], seed=3)
    assert len({fixtures(names, seed=seed) for seed in range(5)}) > 1
    assert fixtures("ab", seed=0, legs=2)[1] == Fixture(
        2, fixtures("ab", seed=0)[0].away, fixtures("ab", seed=0)[0].home
    )


@pytest.mark.parametrize(
    ("teams", "legs", "sentence"),
    [
        (["a"], 1, "A league has 2 to 64 teams."),
        ([str(one) for one in range(65)], 1, "A league has 2 to 64 teams."),
        (["a", "b", "a"], 1, "a is in the league twice."),
        (["a", "b"], 0, "A league has 1 to 8 legs."),
        (["a", "b"], 9, "A league has 1 to 8 legs."),
    ],
)
def test_a_league_that_cannot_be_is_refused_in_one_sentence(
    teams: list[str], legs: int, sentence: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        fixtures(teams, seed=0, legs=legs)
    assert refused.value.message == sentence


def test_all_of_a_team_meet_all_of_the_other_as_in_the_can_am() -> None:
    rounds = boards_by_round(7)
    assert rounds[0] == ((1, 7), (2, 6), (3, 5), (4, 4), (5, 3), (6, 2), (7, 1))
    assert len({board for row in rounds for board in row}) == 49
    assert all(sorted(away for _, away in row) == list(range(1, 8)) for row in rounds)


TEAM = [TeamPlayer("ann", 1500), TeamPlayer("bob", 1700), TeamPlayer("cy", 1500)]
SPARE = [TeamPlayer("di", 1400), TeamPlayer("ed", 1900)]


@pytest.mark.parametrize(
    ("absence", "absent", "seats"),
    [
        (AbsenteeRule.FORFEIT, (), ["bob", "ann", "cy", None]),
        (AbsenteeRule.FORFEIT, ("bob",), [None, "ann", "cy", None]),
        (AbsenteeRule.SUBSTITUTE, ("bob",), ["ed", "ann", "cy", "di"]),
        (AbsenteeRule.SUBSTITUTE, ("bob", "ed"), ["di", "ann", "cy", None]),
        (AbsenteeRule.MOVE_UP, ("bob",), ["ann", "cy", "ed", "di"]),
        (AbsenteeRule.MOVE_UP, ("bob", "ann", "ed"), ["cy", "di", None, None]),
    ],
)
def test_boards_are_by_rating_and_an_absence_does_what_the_league_says(
    absence: AbsenteeRule, absent: tuple[str, ...], seats: list[str | None]
) -> None:
    for team, spare in ((TEAM, SPARE), (TEAM[::-1], SPARE[::-1])):
        found = line_up(team, 4, absence, absent=absent, substitutes=spare)
        assert [one.player for one in found] == seats
        assert [one.number for one in found] == [1, 2, 3, 4]
        assert {one.player for one in found if one.is_substitute} == {"di", "ed"} & set(seats)


@pytest.mark.parametrize(
    ("team", "boards", "absent", "field", "sentence"),
    [
        (TEAM, 2, (), "team", "Name at most 2 players; the others are substitutes."),
        (TEAM, 0, (), "boards", "A match has 1 to 50 boards."),
        ([*TEAM, SPARE[0]], 4, (), "team", "di is in the line-up twice."),
        (TEAM, 4, ("zoe",), "absent", "zoe is not in the line-up."),
    ],
)
def test_a_line_up_that_cannot_be_is_refused_at_its_field(
    team: list[TeamPlayer], boards: int, absent: tuple[str, ...], field: str, sentence: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        line_up(team, boards, AbsenteeRule.FORFEIT, absent=absent, substitutes=SPARE)
    assert (refused.value.field, refused.value.message) == (field, sentence)


RULES = MatchRules(boards=3)


@pytest.mark.parametrize(
    ("games", "home", "away"),
    [
        (
            [TeamGame(1, 1, 400, 300), TeamGame(2, 1, 400, 400), TeamGame(3, 1, 300, 450)],
            SideOfMatch(1, 3, -50),
            SideOfMatch(1, 3, 50),
        ),
        (
            [
                TeamGame(1, 1, 400, 300),
                TeamGame(2, forfeiting="away"),
                TeamGame(3, forfeiting="both"),
            ],
            SideOfMatch(2, 4, 150),
            SideOfMatch(0, 0, -150),
        ),
        (
            [TeamGame(1, forfeiting="home"), TeamGame(2, 1, 1, 0), TeamGame(3, 1, 0, 1)],
            SideOfMatch(0, 2, -50),
            SideOfMatch(2, 4, 50),
        ),
    ],
)
def test_a_match_is_what_its_boards_are(
    games: list[TeamGame], home: SideOfMatch, away: SideOfMatch
) -> None:
    assert match_result(games, RULES) == match_result(games[::-1], RULES) == TeamMatch(home, away)


def test_spread_decides_a_level_match_where_the_league_says_so() -> None:
    games = [TeamGame(1, 1, 400, 300), TeamGame(1, 2, 300, 350)]
    rules = MatchRules(boards=1, games=2, win=3, draw=1)
    assert match_result(games, rules).home.match_points == 1
    decided = match_result(games, MatchRules(1, 2, 3, 1, spread_decides=True))
    assert (decided.home.match_points, decided.away.match_points) == (3, 0)


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ([TeamGame(1), TeamGame(3)], "Board 2, game 1 has no result."),
        ([TeamGame(1), TeamGame(2), TeamGame(2)], "Board 2, game 1 has two results."),
        ([TeamGame(1), TeamGame(4)], "This match has no board 4, game 1."),
    ],
)
def test_a_match_without_just_one_result_for_every_game_is_refused(
    games: list[TeamGame], sentence: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        match_result(games, RULES)
    assert refused.value.message == sentence


def _match(number: int, home: str, away: str, points: int, halves: int, spread: int) -> PlayedMatch:
    """Return a match by what it gave the home side, of two match points and six half points."""
    return PlayedMatch(
        number,
        home,
        away,
        TeamMatch(
            SideOfMatch(points, halves, spread), SideOfMatch(2 - points, 6 - halves, -spread)
        ),
    )


def test_the_table_is_by_match_points_board_points_spread_and_head_to_head() -> None:
    played = [
        _match(1, "a", "b", 2, 4, 50),
        _match(1, "c", "d", 2, 4, 50),
        _match(2, "b", "c", 2, 4, 50),
        _match(2, "d", "a", 2, 4, 50),
        _match(3, "a", "c", 1, 3, 0),
        _match(3, "b", "d", 1, 3, 0),
    ]
    rows = league_table("abcd", played)
    # All have 3 match points, 10 half points and no spread, and are equal among themselves too.
    assert [(row.team, row.rank) for row in rows] == [("a", 1), ("b", 1), ("c", 1), ("d", 1)]
    rows = league_table("abcd", played, {"c": 1})
    # Without c, a beat b, d beat a, and b drew with d.
    assert [(row.team, row.rank, row.match_points) for row in rows] == [
        ("d", 1, 3),
        ("a", 2, 3),
        ("b", 3, 3),
        ("c", 4, 2),
    ]
    assert (rows[3].deducted, rows[3].won, rows[3].drawn, rows[3].lost) == (1, 1, 1, 1)


def test_teams_that_a_smaller_table_leaves_equal_are_ordered_by_their_own_match() -> None:
    played = [
        _match(1, "a", "b", 2, 4, 10),
        _match(2, "c", "a", 2, 4, 20),
        _match(3, "b", "c", 2, 4, 0),
        _match(1, "c", "d", 2, 4, -10),
        _match(2, "b", "d", 2, 4, 20),
        _match(3, "a", "d", 2, 4, 20),
    ]
    rows = league_table("abcd", played)
    assert {(row.match_points, row.half_points, row.spread) for row in rows[:3]} == {(4, 10, 10)}
    # Among the three, c has the best spread, and leaves a and b equal; a beat b.
    assert [(row.team, row.rank) for row in rows] == [("c", 1), ("a", 2), ("b", 3), ("d", 4)]


@pytest.mark.parametrize(
    ("played", "sentence"),
    [
        ([_match(1, "a", "z", 2, 4, 1)], "z is not in the league."),
        ([_match(1, "a", "a", 2, 4, 1)], "a cannot meet itself."),
        (
            [_match(1, "a", "b", 2, 4, 1), _match(1, "a", "b", 0, 1, 1)],
            "a against b in round 1 has two results.",
        ),
    ],
)
def test_a_result_that_cannot_be_in_the_table_is_refused(
    played: list[PlayedMatch], sentence: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        league_table("ab", played)
    assert refused.value.message == sentence


def _season(seed: int) -> list[PlayedMatch]:
    dice = Random(seed)
    return [
        _match(row.round, row.home, row.away, dice.randint(0, 2), 3, dice.choice((-10, 0, 10)))
        for row in fixtures("abcdef"[: dice.randint(2, 6)], seed=seed)
        if dice.random() < 0.9
    ]


@examples(80)
@given(seed=st.integers(0, 9999), other=st.integers(0, 99))
def test_the_order_of_rows_does_not_matter_to_a_table_whose_sums_are_those_of_its_matches(
    seed: int, other: int
) -> None:
    played, dice = _season(seed), Random(other)
    rows = league_table("abcdef", played)
    assert league_table(dice.sample("abcdef", 6), dice.sample(played, len(played))) == rows
    keys = [(row.match_points, row.half_points, row.spread) for row in rows]
    assert keys == sorted(keys, reverse=True)
    assert sum(row.spread for row in rows) == 0
    assert sum(row.match_points for row in rows) == 2 * len(played)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"boards": 0}, "boards"),
        ({"boards": 51}, "boards"),
        ({"boards": 2, "games": 13}, "games"),
        ({"boards": 2, "win": 101}, "win"),
        ({"boards": 2, "draw": 3}, "draw"),
        ({"boards": 2, "loss": 2}, "loss"),
        ({"boards": 2, "forfeit_spread": -1}, "forfeit_spread"),
    ],
)
def test_rules_that_no_match_can_have_are_refused_at_their_field(
    fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(LeagueError) as wrong:
        MatchRules(**fields)
    assert (wrong.value.code, wrong.value.field) == ("match.rules", field)


def test_a_match_that_nobody_played_is_lost_by_both_and_a_walkover_by_one() -> None:
    rules = MatchRules(boards=3, games=2, forfeit_spread=40)
    neither = match_result(walkover("both", rules), rules)
    assert neither == TeamMatch(SideOfMatch(0, 0, 0), SideOfMatch(0, 0, 0), both_lost=True)
    won = match_result(walkover("home", rules), rules)
    assert won == TeamMatch(SideOfMatch(0, 0, -240), SideOfMatch(2, 12, 240))
    rows = league_table("ab", [PlayedMatch(1, "a", "b", neither)])
    assert [(row.lost, row.drawn) for row in rows] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("score", [1500, -150])
def test_a_score_that_no_game_has_is_refused_at_its_board(score: int) -> None:
    with pytest.raises(LeagueError) as wrong:
        match_result([TeamGame(1, 1, score, 300)], MatchRules(boards=1))
    assert (wrong.value.code, wrong.value.field) == ("match.score", "board_1")
