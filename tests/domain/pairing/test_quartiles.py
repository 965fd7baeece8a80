"""Quartiles: opponents are drawn by lot, from the quarter that the quarter is to meet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.pairing_checks import conditioned, pair_and_check
from tests.builders.positions import a_field, has_free_pairing
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.wording import in_words


def by_number(players: int, *met: tuple[int, int]) -> PairingPosition:
    """Returns a field ranked by number, after a round of these games."""
    field = tuple(PairingPlayer(number) for number in range(1, players + 1))
    return PairingPosition(2, field, tuple(Meeting(1, one, two) for one, two in met))


def quartiles(position: PairingPosition, quartile: int | None = None, seed: str = "") -> Pairing:
    """Returns the pairing in which the top quarter meets this one."""
    options = () if quartile is None else (("quartile", quartile),)
    return pair(position, Request("quartiles", options=options, seed=seed))


def quarters_that_meet(pairing: Pairing, size: int) -> set[tuple[int, int]]:
    """Returns the quarters of so many players, counted by number, between which there are games."""
    return {((b.one - 1) // size + 1, (b.two - 1) // size + 1) for b in pairing.boards}


@pytest.mark.parametrize(
    ("quartile", "meet"),
    [
        (None, {(1, 3), (2, 4)}),
        (2, {(1, 2), (3, 4)}),
        (3, {(1, 3), (2, 4)}),
        (4, {(1, 4), (2, 3)}),
    ],
)
def test_the_top_quarter_meets_the_one_asked_for_and_the_others_each_other(
    quartile: int | None, meet: set[tuple[int, int]]
) -> None:
    pairing = quartiles(by_number(16), quartile)
    assert quarters_that_meet(pairing, 4) == meet
    assert {why.rule for why in pairing.explanation} == {"quartiles.across"}


@pytest.mark.parametrize(
    ("quartile", "quarters"),
    [
        (2, [{1, 2}, {3, 4}, {5}, {6}]),
        (3, [{1, 2}, {3}, {4, 5}, {6}]),
        (4, [{1, 2}, {3}, {4}, {5, 6}]),
    ],
)
def test_two_players_too_many_for_four_quarters_join_the_top_and_its_opponents(
    quartile: int, quarters: list[set[int]]
) -> None:
    pairing = quartiles(by_number(6), quartile)
    top, others = quarters[0], quarters[quartile - 1]
    assert {b.two for b in pairing.boards if b.one in top} == others
    assert pairing.objective["quartile"] == 0


def test_the_lot_falls_otherwise_with_another_seed() -> None:
    drawn = {quartiles(by_number(40), seed=seed).boards for seed in "abcd"}
    assert len(drawn) == 4


def test_somebody_leaves_his_quarters_only_to_avoid_a_repeat() -> None:
    met = tuple((1, other) for other in (5, 6))
    pairing = quartiles(by_number(8, *met), 3)
    assert (pairing.repeats, pairing.objective["quartile"]) == (0, 2)
    assert "" in {why.rule for why in pairing.explanation}


@pytest.mark.parametrize("quartile", [1, 5])
def test_a_quarter_that_there_is_not_is_refused(quartile: int) -> None:
    with pytest.raises(PairingError) as refused:
        quartiles(by_number(8), quartile)
    assert in_words(refused.value) == f"The option quartile is {quartile}; it goes from 2 to 4."


def test_three_players_have_no_quarters() -> None:
    with pytest.raises(PairingError) as refused:
        quartiles(by_number(3))
    assert in_words(refused.value) == "Quartiles need 4 players; there are 3."
    fixed = replace(by_number(4), fixed=((1, 2),))
    assert [(b.one, b.two) for b in quartiles(fixed).boards] == [(1, 2), (3, 4)]


@examples(50)
@given(
    position=conditioned, quartile=st.integers(2, 4), repeats=st.sampled_from([None, None, 0, 1])
)
def test_a_draw_keeps_what_every_pairing_has_to_keep(
    position: PairingPosition, quartile: int, repeats: int | None
) -> None:
    options = (("quartile", quartile),)
    pair_and_check(position, Request("quartiles", repeats=repeats, options=options, seed="x"))


@examples(40)
@given(players=st.integers(4, 30), rounds=st.integers(0, 12), seed=st.integers(0, 10**6))
def test_nobody_meets_again_while_a_pairing_without_repeats_exists(
    players: int, rounds: int, seed: int
) -> None:
    position = a_field(players, rounds, seed)
    assert (quartiles(position).repeats == 0) == has_free_pairing(position)
