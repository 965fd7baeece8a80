"""The odd bye: every policy, and a team that is too large."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import a_field
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import (
    BYE_POLICIES,
    ByePolicy,
    PairingPlayer,
    PairingPosition,
    rank_order,
)
from tournaments.pairing.terms.byes import bye_order
from tournaments.pairing.wording import in_words

SEVEN = tuple(PairingPlayer(number, byes=number in (6, 7)) for number in range(1, 8))
"""In rank order; the last two have had a bye."""


@pytest.mark.parametrize(
    ("policy", "rounds_to_go", "order"),
    [
        ("bottom_up", 3, [4, 3, 2, 1, 0, 6, 5]),
        ("top_down", 3, [0, 1, 2, 3, 4, 5, 6]),
        ("always_bottom", 3, [6, 5, 4, 3, 2, 1, 0]),
        ("german", 1, [4, 3, 2, 1, 0, 6, 5]),
        ("german", 3, [2, 3, 1, 4, 0, 5, 6]),
        ("german", 99, [0, 1, 2, 3, 4, 5, 6]),
        ("german", 0, [4, 3, 2, 1, 0, 6, 5]),
    ],
)
def test_the_choices_follow_the_policy(
    policy: ByePolicy, rounds_to_go: int, order: list[int]
) -> None:
    assert bye_order(SEVEN, policy, rounds_to_go) == order


@pytest.mark.parametrize("method", ["swiss", "koth", "queen", "random"])
@pytest.mark.parametrize(
    ("policy", "number"),
    [("bottom_up", 5), ("top_down", 1), ("always_bottom", 7), ("german", 3)],
)
def test_every_method_gives_the_bye_by_the_policy(
    method: str, policy: ByePolicy, number: int
) -> None:
    position = PairingPosition(8, SEVEN, total_rounds=10, bye_policy=policy)
    assert pair(position, Request(method)).byes == (number,)


@given(
    players=st.integers(1, 12),
    rounds=st.integers(0, 9),
    seed=st.integers(0, 10**6),
    policy=st.sampled_from(BYE_POLICIES),
    to_go=st.integers(-1, 12),
    data=st.data(),
)
def test_everybody_who_takes_a_bye_is_a_choice_once_and_fewer_byes_come_first(
    players: int, rounds: int, seed: int, policy: ByePolicy, to_go: int, data: st.DataObject
) -> None:
    field = [
        replace(player, takes_bye=data.draw(st.booleans()))
        for player in rank_order(a_field(players, rounds, seed).players)
    ]
    order = bye_order(field, policy, to_go)
    assert sorted(order) == [at for at, player in enumerate(field) if player.takes_bye]
    byes = [field[at].byes for at in order]
    if policy == "always_bottom":
        assert order == sorted(order, reverse=True)
    else:
        assert byes == sorted(byes)


def test_a_team_of_more_than_half_the_field_sits_out_itself_even_twice() -> None:
    team = {1, 2, 3}
    field = tuple(
        PairingPlayer(n, byes=n in team, team="Owls" if n in team else "") for n in range(1, 6)
    )
    position = PairingPosition(3, field, apart=tuple(combinations(sorted(team), 2)))
    pairing = pair(position, Request("swiss"))
    assert pairing.byes == (3,)
    [warning] = pairing.warnings
    assert in_words(warning).startswith("Player 3 gets the bye instead of 5, because otherwise")


def test_a_team_that_can_be_paired_sits_out_no_more_than_others() -> None:
    field = tuple(PairingPlayer(n, byes=n < 3, team="Owls" * (n < 3)) for n in range(1, 6))
    pairing = pair(PairingPosition(3, field, apart=((1, 2),)), Request("swiss"))
    assert (pairing.byes, pairing.warnings) == ((5,), ())


def test_a_bye_that_nobody_was_to_get_is_told_with_who_and_why() -> None:
    spared = tuple(PairingPlayer(number, takes_bye=number != 5) for number in range(1, 6))
    block = pair(PairingPosition(1, spared), Request("roundrobin"))
    assert block.byes != (5,)
    ahead = [w for w in block.warnings if w.code == "bye.not_spared"]
    # In a round robin of five everybody sits out once.
    assert [w.params["number"] for w in ahead] == [5]
    number = int(str(ahead[0].params["round"]))
    assert in_words(ahead[0]) == (
        f"Player 5 should get no bye, but has nobody to meet: round {number} of the block leaves "
        "this place free."
    )
    then = pair(PairingPosition(number, spared, schedule=block.schedule), Request("roundrobin"))
    assert then.byes == (5,)
    assert [w.code for w in then.warnings] == ["bye.not_spared"]
    given = pair(PairingPosition(1, spared, fixed_byes=(5,)), Request("swiss"))
    assert given.byes == (5,)
    (told,) = given.warnings
    assert in_words(told) == "Player 5 should get no bye, but gets one anyway."


def test_a_bye_that_goes_to_who_takes_one_is_told_to_nobody() -> None:
    spared = tuple(PairingPlayer(number, takes_bye=number != 5) for number in range(1, 6))
    drawn = pair(PairingPosition(1, spared), Request("swiss"))
    assert drawn.byes != (5,)
    assert drawn.warnings == ()
