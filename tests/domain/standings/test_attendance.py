"""The rounds that an entry plays, misses or forfeits, and the effect of leaving and returning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.attendance import (
    PAST_THE_END,
    Stretch,
    back_at,
    forfeits,
    has_left,
    takes_part,
    withdrawn_at,
)

stretches = st.tuples(
    st.none() | st.integers(1, 6), st.none() | st.integers(1, 6) | st.just(PAST_THE_END)
)
absences = st.lists(stretches, max_size=3)
rounds = st.integers(1, 8)


@pytest.mark.parametrize(
    ("away", "plays"),
    [
        ([], [1, 2, 3, 4, 5]),
        ([(2, 3)], [1, 4, 5]),
        ([(None, 2)], [3, 4, 5]),
        ([(0, 2)], [3, 4, 5]),
        ([(4, None)], [1, 2, 3]),
        ([(None, None)], []),
        ([(2, 2), (4, 4)], [1, 3, 5]),
        ([(3, PAST_THE_END)], [1, 2]),
    ],
)
def test_an_entry_plays_the_rounds_outside_its_stretches(
    away: list[Stretch], plays: list[int]
) -> None:
    assert [number for number in range(1, 6) if takes_part(away, number)] == plays


def test_before_round_one_an_entry_is_away_only_from_the_beginning() -> None:
    assert not takes_part([(None, 2)], 0)
    assert not takes_part([(0, None)], 0)
    assert takes_part([(1, None)], 0)


@pytest.mark.parametrize(
    ("away", "lost"),
    [
        ([(3, PAST_THE_END)], [3, 4, 5]),
        ([(None, PAST_THE_END)], [1, 2, 3, 4, 5]),
        ([(3, None)], []),
        ([(3, 4)], []),
        ([(1, 1), (5, PAST_THE_END)], [5]),
    ],
)
def test_who_forfeits_all_that_is_left_forfeits_each_round_from_there_on(
    away: list[Stretch], lost: list[int]
) -> None:
    assert [number for number in range(1, 6) if forfeits(away, number)] == lost


def test_before_round_one_only_who_never_begins_forfeits() -> None:
    assert forfeits([(None, PAST_THE_END)], 0)
    assert not forfeits([(1, PAST_THE_END)], 0)


def test_an_entry_has_left_when_its_last_absence_has_no_end() -> None:
    assert has_left([(1, 2), (4, None)])
    assert not has_left([])
    assert not has_left([(1, None), (4, 5)])
    assert not has_left([(4, PAST_THE_END)])


@pytest.mark.parametrize(
    ("away", "then"),
    [
        ([], [[4, None]]),
        ([(1, 2)], [[1, 2], [4, None]]),
        ([(None, 2)], [[None, 2], [4, None]]),
        ([(2, 4)], [[2, 3], [4, None]]),
        ([(2, 3)], [[2, 3], [4, None]]),
        ([(2, 6)], [[2, 3], [4, None]]),
        ([(4, 5)], [[4, None]]),
        ([(5, 6)], [[4, None]]),
        ([(1, 1), (3, PAST_THE_END)], [[1, 1], [3, 3], [4, None]]),
    ],
)
def test_withdrawing_ends_what_reaches_beyond_and_drops_what_comes_later(
    away: list[Stretch], then: list[list[int | None]]
) -> None:
    assert withdrawn_at(away, 4) == then
    assert withdrawn_at(away, 4, forfeiting=True) == [*then[:-1], [4, PAST_THE_END]]


@pytest.mark.parametrize(
    ("away", "then"),
    [
        ([(2, None)], [[2, 3]]),
        ([(None, None)], [[None, 3]]),
        ([(0, None)], [[0, 3]]),
        ([(2, PAST_THE_END)], [[2, 3]]),
        ([(2, 4)], [[2, 3]]),
        ([(2, 2)], [[2, 2]]),
        ([(1, 1), (3, None)], [[1, 1], [3, 3]]),
        ([(4, None)], []),
    ],
)
def test_coming_back_ends_the_absence_the_round_before(
    away: list[Stretch], then: list[list[int | None]]
) -> None:
    assert back_at(away, 4) == then


def test_gone_from_round_one_an_absence_from_the_beginning_has_no_round_left() -> None:
    assert withdrawn_at([(None, 2)], 1) == [[None, 0], [1, None]]
    assert withdrawn_at([(1, 2)], 1) == [[1, None]]


def test_back_from_round_one_an_absence_from_the_beginning_has_no_round_left() -> None:
    assert back_at([(None, None)], 1) == [[None, 0]]
    assert back_at([(1, None)], 1) == []


@given(absences, rounds, rounds)
def test_who_is_back_plays_from_then_on_and_missed_what_was_missed(
    away: list[Stretch], back: int, number: int
) -> None:
    expected = takes_part(away, number) if number < back else True
    assert takes_part(back_at(away, back), number) == expected


@given(absences, rounds, rounds, st.booleans())
def test_who_withdraws_misses_all_from_then_on_and_nothing_more_before(
    away: list[Stretch], gone: int, number: int, forfeiting: bool
) -> None:
    then = withdrawn_at(away, gone, forfeiting=forfeiting)
    if number >= gone:
        assert not takes_part(then, number)
        assert forfeits(then, number) == forfeiting
    elif (None, None) not in away and not any(end is None for _, end in away):
        assert takes_part(then, number) == takes_part(away, number)
