"""The player of the year, and trophies that go from holder to holder."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.leagues.honours.points import (
    Finish,
    PointsRules,
    players_of_the_year,
    points_of_event,
)
from clubs.leagues.honours.trophies import TrophyMeeting, TrophyRules, reigns
from clubs.leagues.play.errors import LeagueError
from tests.depth import examples

DAY = date(2026, 1, 1)


def _field(event: str, *places: int) -> list[Finish]:
    """Return the finishes of players a, b, c, ... of an event."""
    return [
        Finish(event, chr(97 + at), place, max(len(places), *places))
        for at, place in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        (PointsRules((10, 6, 3)), (10, Fraction(9, 2), Fraction(9, 2), 0)),
        (PointsRules(each_below=2), (6, 2, 2, 0)),
        (PointsRules((10,), taking_part=1), (11, 1, 1, 1)),
        (PointsRules((10,), sizes=((4, 150), (5, 200))), (15, 0, 0, 0)),
        (PointsRules((10,), sizes=((5, 200),)), (10, 0, 0, 0)),
    ],
)
def test_an_event_gives_points_by_place_and_by_the_size_of_its_field(
    rules: PointsRules, points: tuple[Fraction, ...]
) -> None:
    found = points_of_event(_field("spring", 1, 2, 2, 4), rules)
    assert tuple(found[player] for player in "abcd") == points


def test_the_best_results_count_and_the_best_single_one_decides_between_equals() -> None:
    rules = PointsRules((10, 6, 4, 2), best=2, least=2)
    finishes = [
        *_field("spring", 1, 2, 3),
        *_field("summer", 3, 2, 1),
        *_field("autumn", 3, 1, 4, 2),
        *_field("winter", 4, 3, 2),
    ]
    rows = players_of_the_year(finishes, rules)
    # The best two of a are 10 and 4, of b 10 and 6, of c 10 and 6; d came once.
    assert [(row.player, row.rank, int(row.points)) for row in rows] == [
        ("b", 1, 16),
        ("c", 1, 16),
        ("a", 3, 14),
        ("d", None, 6),
    ]
    assert [(one.event, int(one.points), one.counts) for one in rows[2].events] == [
        ("spring", 10, True),
        ("autumn", 4, True),
        ("summer", 4, False),
        ("winter", 2, False),
    ]


def test_equal_points_are_decided_by_the_best_single_result() -> None:
    rules = PointsRules((8, 5, 3, 2, 0))
    finishes = [*_field("spring", 1, 2, 3), *_field("summer", 5, 3, 2, 1, 4)]
    # a has 8 and 0; b and c have 5 and 3; d has 8 alone, and 0 is as nothing.
    assert [(row.player, row.rank) for row in players_of_the_year(finishes, rules)] == [
        ("a", 1),
        ("d", 1),
        ("b", 3),
        ("c", 3),
        ("e", 5),
    ]


@pytest.mark.parametrize(
    ("finishes", "field"),
    [
        ([Finish("spring", "a", 0, 4)], "place"),
        ([Finish("spring", "a", 5, 4)], "place"),
        ([Finish("spring", "a", 1, 4), Finish("spring", "a", 2, 4)], "player"),
    ],
)
def test_a_place_that_cannot_be_is_refused(finishes: list[Finish], field: str) -> None:
    with pytest.raises(LeagueError) as refused:
        players_of_the_year(finishes, PointsRules((10,)))
    assert refused.value.field == field


@pytest.mark.parametrize(
    "make",
    [
        lambda: PointsRules((-1,)),
        lambda: PointsRules(least=0),
        lambda: PointsRules(best=0),
        lambda: PointsRules(sizes=((4, -5),)),
    ],
)
def test_points_that_cannot_be_are_refused(make: type[PointsRules]) -> None:
    with pytest.raises(LeagueError) as refused:
        make()
    assert refused.value.message == "Points cannot be negative, and at least one event counts."


def _year(seed: int) -> list[Finish]:
    dice = Random(seed)
    return [
        Finish(event, player, dice.randint(1, 4), 5)
        for event in ("spring", "summer", "autumn")
        for player in dice.sample("abcde", dice.randint(1, 5))
    ]


@examples(60)
@given(seed=st.integers(0, 9999), other=st.integers(0, 99))
def test_the_table_of_the_year_does_not_depend_on_the_order_of_rows(seed: int, other: int) -> None:
    finishes = _year(seed)
    rules = PointsRules((10, 6, 3), each_below=1, best=2)
    rows = players_of_the_year(finishes, rules)
    assert players_of_the_year(Random(other).sample(finishes, len(finishes)), rules) == rows
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def _meeting(number: int, one: str, other: str, won: int, spread: int = 0) -> TrophyMeeting:
    """Return a meeting over four games, of which the first one named won so many."""
    day = DAY + timedelta(days=number)
    return TrophyMeeting(f"m{number}", day, one, other, (2 * won, 8 - 2 * won), spread)


SERIES = [
    _meeting(1, "lex", "mad", 2),
    _meeting(2, "lex", "mad", 3),
    _meeting(3, "mad", "lex", 2, spread=40),
    _meeting(4, "mad", "sea", 4),
    _meeting(5, "lex", "sea", 1),
    _meeting(6, "sea", "lex", 3),
]


@pytest.mark.parametrize(
    ("rules", "held"),
    [
        (TrophyRules(), [("lex", "m2", 1), ("sea", "m5", 1)]),
        (TrophyRules(sides=("lex", "mad")), [("lex", "m2", 1)]),
        (
            TrophyRules(sides=("mad", "lex"), holder="mad"),
            [("mad", None, 1), ("lex", "m2", 1)],
        ),
        (
            TrophyRules(holder="mad", spread_decides=True),
            [("mad", None, 1), ("lex", "m2", 0), ("mad", "m3", 1)],
        ),
        (TrophyRules(holder="zoe"), [("zoe", None, 0)]),
    ],
)
def test_a_trophy_goes_to_who_beats_its_holder(
    rules: TrophyRules, held: list[tuple[str, str | None, int]]
) -> None:
    for order in (SERIES, SERIES[::-1]):
        found = reigns(order, rules)
        assert [(one.holder, one.since and one.since.key, one.defended) for one in found] == held


def test_a_trophy_nobody_has_won_has_no_holder() -> None:
    assert reigns([_meeting(1, "lex", "mad", 2)], TrophyRules()) == ()


@pytest.mark.parametrize(
    ("meetings", "field"),
    [
        ([_meeting(1, "lex", "lex", 2)], "other"),
        ([SERIES[0], SERIES[0]], "key"),
    ],
)
def test_a_meeting_that_cannot_be_is_refused(meetings: list[TrophyMeeting], field: str) -> None:
    with pytest.raises(LeagueError) as refused:
        reigns(meetings, TrophyRules())
    assert refused.value.field == field


@pytest.mark.parametrize(
    "make", [lambda: TrophyRules(("a", "a")), lambda: TrophyRules(("a", "b"), holder="c")]
)
def test_a_trophy_is_between_two_of_whom_one_holds_it(make: type[TrophyRules]) -> None:
    with pytest.raises(LeagueError) as refused:
        make()
    assert refused.value.message == "A trophy is between two, and one of them holds it."


def test_those_who_are_apart_take_their_places_and_have_no_row() -> None:
    finishes = [Finish("e", "guest", 1, 3), Finish("e", "ada", 2, 3), Finish("e", "bea", 3, 3)]
    rows = players_of_the_year(finishes, PointsRules(by_place=(5, 3, 1)), apart={"guest"})
    assert [(row.rank, row.player) for row in rows] == [(1, "ada"), (2, "bea")]
    assert [row.points for row in rows] == [3, 1]
