"""The sums of earlier rounds: firsts, seconds, draws, and the charge of a forfeit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.sides.start_history import (
    Absence,
    PastGame,
    StartCount,
    StartError,
    StartHistory,
    forfeit_charges,
    tally,
)


def test_a_bye_counts_as_neither_first_nor_second() -> None:
    history = StartHistory((PastGame(1, 1, 2, 1),))
    assert tally(history) == {1: StartCount(firsts=1), 2: StartCount(seconds=1)}
    assert 3 not in tally(history)


def test_pending_draws_and_unrecorded_games_are_counted_apart() -> None:
    history = StartHistory(
        (PastGame(1, 1, 2, draw=True), PastGame(2, 1, 2), PastGame(3, 1, 2, 2, draw=True))
    )
    assert tally(history) == {
        1: StartCount(seconds=1, draws=1, unknown=1),
        2: StartCount(firsts=1, draws=1, unknown=1),
    }


def test_the_tally_before_a_round_leaves_that_round_out() -> None:
    history = StartHistory((PastGame(1, 1, 2, 1), PastGame(2, 1, 2, 1)), (Absence(3, 2),))
    assert tally(history, before_round=2) == {1: StartCount(firsts=1), 2: StartCount(seconds=1)}


def test_forfeits_count_alternately_as_first_and_second_of_the_absentee_alone() -> None:
    absences = [Absence(1, 5), Absence(2, 3), Absence(1, 2), Absence(1, 4)]
    assert forfeit_charges(absences) == {
        (1, 2): "first",
        (1, 4): "second",
        (1, 5): "first",
        (2, 3): "first",
    }
    assert tally(StartHistory(absences=tuple(absences))) == {
        1: StartCount(firsts=2, seconds=1),
        2: StartCount(firsts=1),
    }


def test_forfeits_can_be_ignored() -> None:
    history = StartHistory(absences=(Absence(1, 1),))
    assert forfeit_charges(history.absences, "ignore") == {(1, 1): None}
    assert tally(history, forfeit_loss_counts="ignore") == {}


def test_a_recorded_charge_stands_under_either_rule_and_takes_its_turn() -> None:
    absences = [Absence(1, 1, counted_as="second"), Absence(1, 2)]
    assert forfeit_charges(absences) == {(1, 1): "second", (1, 2): "second"}
    assert forfeit_charges(absences, "ignore") == {(1, 1): "second", (1, 2): None}


def test_a_game_whose_first_did_not_play_it_is_refused() -> None:
    with pytest.raises(StartError) as caught:
        PastGame(3, 1, 2, 9)
    assert caught.value.code == "starts.first_not_in_game"
    assert caught.value.params == {"round": 3, "first": 9}


def test_a_game_against_oneself_is_refused() -> None:
    with pytest.raises(StartError) as caught:
        PastGame(3, 1, 1)
    assert caught.value.code == "starts.own_opponent"
    assert caught.value.params == {"round": 3, "entry": 1}


@given(st.sets(st.integers(1, 30)))
def test_the_charges_of_an_absentee_never_differ_by_more_than_one(rounds: set[int]) -> None:
    history = StartHistory(absences=tuple(Absence(1, r) for r in rounds))
    count = tally(history).get(1, StartCount())
    assert count.firsts + count.seconds == len(rounds)
    assert count.balance in (0, 1)


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.booleans()).filter(
            lambda game: game[1] != game[2]
        )
    )
)
def test_every_game_gives_one_first_and_one_second(games: list[tuple[int, int, int, bool]]) -> None:
    history = StartHistory(
        tuple(PastGame(r, one, two, one if known else None) for r, one, two, known in games)
    )
    counts = tally(history).values()
    known = sum(game[3] for game in games)
    assert sum(c.firsts for c in counts) == known
    assert sum(c.seconds for c in counts) == known
    assert sum(c.unknown for c in counts) == 2 * (len(games) - known)
    assert sum(c.balance for c in counts) == 0
