"""When a round is complete."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.records import Competitor, RoundOutcome, complete_rounds


def outcome(entry: int, round_number: int) -> RoundOutcome:
    return RoundOutcome(entry, round_number, 2, 0, 50)


def test_a_round_is_complete_when_every_active_entry_has_an_outcome() -> None:
    field = [Competitor(1), Competitor(2)]
    assert complete_rounds(field, [outcome(1, 1)]) == 0
    assert complete_rounds(field, [outcome(1, 1), outcome(2, 1)]) == 1


def test_an_entry_needs_no_outcome_in_a_round_that_it_misses() -> None:
    field = [Competitor(1), Competitor(2, away=((2, None),)), Competitor(3, away=((1, 1),))]
    outcomes = [outcome(1, 1), outcome(2, 1), outcome(1, 2), outcome(3, 2)]
    assert complete_rounds(field, outcomes) == 2


def test_an_outcome_of_an_entry_that_has_left_does_not_stand_for_another() -> None:
    field = [Competitor(1), Competitor(2, away=((1, None),))]
    assert complete_rounds(field, [outcome(2, 1)]) == 0


def test_a_complete_round_after_an_open_one_does_not_count() -> None:
    assert complete_rounds([Competitor(1)], [outcome(1, 2)]) == 0


def test_a_round_that_nobody_plays_is_not_complete() -> None:
    assert complete_rounds([], []) == 0
    assert complete_rounds([Competitor(1, away=((2, None),))], [outcome(1, 1)]) == 1


@given(st.sets(st.tuples(st.integers(1, 3), st.integers(1, 4))))
def test_the_first_open_round_is_the_one_after_the_complete_ones(
    present: set[tuple[int, int]],
) -> None:
    complete = complete_rounds(
        [Competitor(n) for n in (1, 2, 3)], [outcome(n, r) for n, r in present]
    )
    for round_number in range(1, complete + 1):
        assert {(n, round_number) for n in (1, 2, 3)} <= present
    assert not {(n, complete + 1) for n in (1, 2, 3)} <= present
