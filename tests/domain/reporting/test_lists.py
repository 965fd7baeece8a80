"""The lists of a report by hand-computed examples."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.prizing.records import Contestant, CountedGame
from tournaments.reporting.lists import reports, statistics
from tournaments.reporting.records import (
    RangeRecord,
    RatingGained,
    ReportGround,
    ReportKind,
    ReportRow,
    RoundScored,
)

PLAYERS = tuple(
    Contestant(
        key=key,
        division="A",
        rank=rank,
        standing=at,
        half_wins=half_wins,
        half_losses=6 - half_wins,
        spread=spread,
        seed=seed,
        games=3,
        prize_class=prize_class,
    )
    for at, (key, rank, half_wins, spread, seed, prize_class) in enumerate(
        [
            (1, 1, 5, 150, 1, "A"),
            (4, 2, 4, 15, 4, "B"),
            (2, 3, 2, -65, 2, "A"),
            (3, 4, 1, -100, 3, "B"),
        ]
    )
)
RATINGS = {1: 1900, 2: 1700, 3: 1500, 4: 0}


def game(played: int, board: int, winner: int, loser: int, score: int, less: int) -> CountedGame:
    """Returns a game of a round with the players' ratings."""
    ratings = RATINGS[winner], RATINGS[loser]
    return CountedGame("A", played, board, winner, loser, score, less, *ratings)


GAMES = (
    game(1, 1, 1, 2, 450, 400),
    game(1, 2, 4, 3, 380, 360),
    game(2, 1, 3, 1, 430, 430),
    game(2, 2, 2, 4, 390, 385),
    game(3, 1, 3, 2, 450, 330),
    game(3, 2, 1, 4, 500, 400),
)


def rows_of(kind: ReportKind, ground: ReportGround | None, **more: int) -> list[ReportRow]:
    made = reports(ground or ReportGround(PLAYERS, GAMES), **more)
    return [row for report in made if report.kind is kind for row in report.rows]


def lines(kind: ReportKind, **more: int) -> list[tuple[int, tuple[int, ...], Fraction | int]]:
    return [(row.place, row.keys, row.value) for row in rows_of(kind, None, **more)]


@pytest.mark.parametrize(
    ("kind", "first"),
    [
        # 450 was won twice: both are second, and the next is fourth.
        (
            ReportKind.HIGH_WIN,
            [(1, (1,), 500), (2, (1,), 450), (2, (3,), 450), (4, (2,), 390), (5, (4,), 380)],
        ),
        (
            ReportKind.LOW_WIN,
            [(1, (4,), 380), (2, (2,), 390), (3, (1,), 450), (3, (3,), 450), (5, (1,), 500)],
        ),
        (
            ReportKind.HIGH_LOSS,
            [(1, (2,), 400), (1, (4,), 400), (3, (4,), 385), (4, (3,), 360), (5, (2,), 330)],
        ),
        (
            ReportKind.LOW_LOSS,
            [(1, (2,), 330), (2, (3,), 360), (3, (4,), 385), (4, (2,), 400), (4, (4,), 400)],
        ),
        # A tie is nobody's win, but both scores together count.
        (
            ReportKind.HIGH_COMBINED,
            [
                *[(1, (1, 4), 900), (2, (3, 1), 860), (3, (1, 2), 850)],
                *[(4, (3, 2), 780), (5, (2, 4), 775), (6, (4, 3), 740)],
            ],
        ),
        (
            ReportKind.LOW_COMBINED,
            [
                *[(1, (4, 3), 740), (2, (2, 4), 775), (3, (3, 2), 780)],
                *[(4, (1, 2), 850), (5, (3, 1), 860), (6, (1, 4), 900)],
            ],
        ),
        (
            ReportKind.LARGEST_SPREAD,
            [(1, (3,), 120), (2, (1,), 100), (3, (1,), 50), (4, (4,), 20), (5, (2,), 5)],
        ),
        (
            ReportKind.SMALLEST_SPREAD,
            [(1, (2,), 5), (2, (4,), 20), (3, (1,), 50), (4, (1,), 100), (5, (3,), 120)],
        ),
        # 3, rated 1500, beat 2, rated 1700; 4 has no rating and upsets nobody.
        (ReportKind.UPSET, [(1, (3,), 200)]),
        # Instead of a place there is the round.
        (ReportKind.ROUND_WINS, [(1, (1,), 450), (2, (2,), 390), (3, (1,), 500)]),
        (
            ReportKind.AVERAGE_FOR,
            [
                *[(1, (1,), 460), (2, (3,), Fraction(1240, 3))],
                *[(3, (4,), Fraction(1165, 3)), (4, (2,), Fraction(1120, 3))],
            ],
        ),
        (
            ReportKind.AVERAGE_AGAINST,
            [
                *[(1, (3,), Fraction(1140, 3)), (2, (1,), Fraction(1230, 3))],
                *[(3, (4,), Fraction(1250, 3)), (4, (2,), Fraction(1285, 3))],
            ],
        ),
        (
            ReportKind.TOTAL_FOR,
            [(1, (1,), 1380), (2, (3,), 1240), (3, (4,), 1165), (4, (2,), 1120)],
        ),
        (
            ReportKind.TOTAL_AGAINST,
            [(1, (2,), 1285), (2, (4,), 1250), (3, (1,), 1230), (4, (3,), 1140)],
        ),
        (ReportKind.SEEDS, [(1, (4,), 2), (2, (1,), 0), (3, (2,), -1), (4, (3,), -1)]),
    ],
)
def test_a_list_ranks_by_its_figure_and_equal_figures_share_a_place(
    kind: ReportKind, first: list[tuple[int, tuple[int, ...], int]]
) -> None:
    assert lines(kind) == first


def test_a_list_has_the_first_places_and_all_who_share_the_last_of_them() -> None:
    assert lines(ReportKind.HIGH_WIN, top=2) == [
        (1, (1,), 500),
        (2, (1,), 450),
        (2, (3,), 450),
    ]
    assert lines(ReportKind.HIGH_WIN, top=1) == [(1, (1,), 500)]


SEATED = st.permutations((1, 2, 3, 4))
SCORES = st.tuples(*[st.integers(380, 384)] * 2).map(sorted)


@given(st.lists(st.tuples(SEATED, SCORES, SCORES), max_size=6), st.integers(1, 6))
def test_the_first_places_of_a_list_are_those_of_the_whole_list(
    rounds: list[tuple[list[int], list[int], list[int]]], top: int
) -> None:
    games = [
        game(at, board, seats[0], seats[1], more, less)
        for at, (seated, one, two) in enumerate(rounds, 1)
        for board, seats, (less, more) in ((1, seated[:2], one), (2, seated[2:], two))
    ]
    ground = ReportGround(PLAYERS[:3], tuple(games))
    whole = [
        replace(one, rows=tuple(row for row in one.rows if row.place <= top))
        if one.kind is not ReportKind.ROUND_WINS
        else one
        for one in reports(ground, top=100)
    ]
    assert list(reports(ground, top=top)) == whole


def test_tuff_luck_and_lucky_stiff_add_the_closest_margins_of_those_who_have_so_many() -> None:
    assert lines(ReportKind.TUFF_LUCK) == []
    assert lines(ReportKind.TUFF_LUCK, closest=2) == [(1, (4,), 105), (2, (2,), 170)]
    assert lines(ReportKind.LUCKY_STIFF, closest=2) == [(1, (1,), 150)]
    [lucky] = rows_of(ReportKind.LUCKY_STIFF, None, closest=2)
    assert [one.margin for one in lucky.games] == [50, 100]
    assert lines(ReportKind.LUCKY_STIFF, closest=1) == [
        (1, (2,), 5),
        (2, (4,), 20),
        (3, (1,), 50),
        (4, (3,), 120),
    ]


def test_a_class_has_its_own_places_and_says_the_rank_in_the_division() -> None:
    made = [one for one in reports(ReportGround(PLAYERS, ())) if one.kind is ReportKind.CLASSES]
    assert [one.prize_class for one in made] == ["A", "B"]
    assert [(row.place, row.keys, row.facts) for row in made[1].rows] == [
        (1, (4,), (4, 2, 15, 2)),
        (2, (3,), (1, 5, -100, 4)),
    ]


def test_records_of_some_rounds_rank_by_wins_then_losses_then_spread() -> None:
    records = {
        1: RangeRecord(4, 0, 90),
        2: RangeRecord(2, 2, 30),
        3: RangeRecord(2, 0, -5),
        4: RangeRecord(4, 0, 90),
    }
    rows = rows_of(ReportKind.RECORDS, ReportGround(PLAYERS, (), records))
    assert [(row.place, row.keys) for row in rows] == [(1, (1,)), (1, (4,)), (3, (3,)), (4, (2,))]


def test_ratings_rank_by_points_gained_and_by_performance() -> None:
    ratings = {
        1: RatingGained(1900, 1890, 1850),
        2: RatingGained(1700, 1725, None),
        3: RatingGained(0, 1600, 1610),
    }
    ground = ReportGround(PLAYERS, (), ratings=ratings)
    gained = [(row.keys[0], int(row.value)) for row in rows_of(ReportKind.RATING_CHANGE, ground)]
    assert gained == [(2, 25), (1, -10)]
    played = [(row.keys[0], int(row.value)) for row in rows_of(ReportKind.PERFORMANCE, ground)]
    assert played == [(1, 1850), (3, 1610)]


def test_starts_repeats_and_byes_rank_the_most_of_them_first() -> None:
    ground = ReportGround(
        PLAYERS,
        (),
        starts={1: (2, 1), 2: (1, 2), 3: (3, 0), 4: (0, 0)},
        meetings={(1, 2): (1, 3), (1, 3): (2,), (2, 4): (2, 4, 5)},
        byes={3: (4,), 4: (1, 3)},
    )
    starts = [
        (row.place, row.keys[0], int(row.value)) for row in rows_of(ReportKind.STARTS, ground)
    ]
    assert starts == [(1, 3, 3), (2, 1, 1), (2, 2, -1)]
    repeats = [(row.place, row.keys, row.rounds) for row in rows_of(ReportKind.REPEATS, ground)]
    assert repeats == [(1, (2, 4), (2, 4, 5)), (2, (1, 2), (1, 3))]
    byes = [(row.place, row.keys, row.rounds) for row in rows_of(ReportKind.BYES, ground)]
    assert byes == [(1, (4,), (1, 3)), (2, (3,), (4,))]


def test_a_streak_is_ended_by_a_tie_and_not_by_a_round_in_which_nobody_sat_opposite() -> None:
    won, tied, bye = (2, 0, True), (1, 1, True), (2, 0, False)
    outcomes = {
        1: [won, bye, won, tied, won],
        2: [bye, won, bye],
        3: [won, won, won, (0, 2, True), won],
    }
    ground = ReportGround(
        PLAYERS,
        (),
        outcomes={
            key: tuple(RoundScored(at, *one) for at, one in enumerate(rounds, 1))
            for key, rounds in outcomes.items()
        },
    )
    rows = rows_of(ReportKind.STREAK, ground)
    assert [(row.keys[0], int(row.value), row.rounds) for row in rows] == [
        (3, 3, (1, 3)),
        (1, 2, (1, 3)),
    ]


def test_a_team_has_what_its_members_have_together() -> None:
    records = {1: RangeRecord(4, 0, 90), 2: RangeRecord(2, 2, 30), 3: RangeRecord(6, 0, 100)}
    teams = {1: "Oak", 2: "Oak", 3: "Elm"}
    rows = rows_of(ReportKind.TEAMS, ReportGround(PLAYERS, (), records, teams=teams))
    assert [(row.place, row.name, row.keys, row.facts) for row in rows] == [
        (1, "Elm", (3,), (6, 0, 100)),
        (2, "Oak", (1, 2), (6, 2, 120)),
    ]


def test_the_figures_of_all_games_leave_ties_out_of_what_was_won() -> None:
    figures = statistics(ReportGround(PLAYERS, GAMES))
    assert (figures.games, figures.ties) == (6, 1)
    assert figures.average_win == Fraction(450 + 380 + 390 + 450 + 500, 5)
    assert figures.average_spread == Fraction(50 + 20 + 5 + 120 + 100, 5)
    assert statistics(ReportGround((), ())).average_win is None


def test_a_division_without_a_game_has_no_list_of_scores() -> None:
    assert [one.kind for one in reports(ReportGround((), ()))] == []
