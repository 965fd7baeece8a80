"""Factor, and ranks apart: the leaders, or everybody, so many ranks from their opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.pairing_checks import conditioned, pair_and_check
from tests.builders.positions import a_field, all_pairings
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order
from tournaments.pairing.wording import in_words


def by_rank(players: int, *met: tuple[int, int], rounds: int = 0) -> PairingPosition:
    """Returns a field in which the number is the rank, after a round of these games."""
    field = tuple(PairingPlayer(n, half_wins=2, spread=-n) for n in range(1, players + 1))
    meetings = tuple(Meeting(1, one, two) for one, two in met)
    return PairingPosition(2, field, meetings, total_rounds=rounds)


def by_factor(factor: int | None, **more: Any) -> Request:
    """Returns a request with a factor, or without."""
    options = () if factor is None else (("factor", factor),)
    return Request("factor", options=options, **more)


def games(pairing: Pairing) -> list[tuple[int, int]]:
    """Returns who meets whom, in board order."""
    return [(board.one, board.two) for board in pairing.boards]


def test_the_top_meets_the_ranks_a_factor_below_and_the_rest_play_a_swiss() -> None:
    pairing = pair(by_rank(10), by_factor(2))
    assert games(pairing) == [(1, 3), (2, 4), (5, 8), (6, 9), (7, 10)]
    assert [why.rule for why in pairing.explanation] == ["factor.top", "factor.top", "", "", ""]


@pytest.mark.parametrize(
    ("variant", "below"),
    [("", [(5, 8), (6, 9), (7, 10)]), ("nearest", [(5, 6), (7, 8), (9, 10)])],
)
def test_the_variant_is_that_of_the_swiss_below(variant: str, below: list[tuple[int, int]]) -> None:
    assert games(pair(by_rank(10), by_factor(2, variant=variant)))[2:] == below


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (0, [(1, 2), (3, 6), (4, 7), (5, 8)]),
        (2, [(1, 2), (3, 6), (4, 7), (5, 8)]),
        (4, [(1, 4), (2, 5), (3, 6), (7, 8)]),
        (30, [(1, 5), (2, 6), (3, 7), (4, 8)]),
    ],
)
def test_the_usual_factor_is_the_rounds_left_and_at_most_half_the_field(
    rounds: int, expected: list[tuple[int, int]]
) -> None:
    """Round 2 is to be paired, so that of four rounds three are left."""
    assert games(pair(by_rank(8, rounds=rounds), by_factor(None))) == expected


def test_results_that_do_not_count_yet_leave_a_larger_factor() -> None:
    position = replace(by_rank(8, rounds=3), based_on=0)
    assert games(pair(position, by_factor(None)))[0] == (1, 4)


def test_a_factor_of_more_than_half_the_field_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        pair(by_rank(9), by_factor(5))
    assert in_words(refused.value) == (
        "A factor of 5 needs at least twice as many players; with 9, the largest is 4."
    )
    assert games(pair(by_rank(9), by_factor(4))) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_top_does_not_mind_repeats_and_the_rest_avoids_them() -> None:
    pairing = pair(by_rank(10, (1, 3), (5, 8)), by_factor(2))
    assert games(pairing)[:2] == [(1, 3), (2, 4)]
    assert pairing.repeats == 1
    assert [(w.code, w.params) for w in pairing.warnings] == [("repeats.ignored", {"boards": 1})]


def test_with_a_limit_the_top_is_as_near_to_the_factor_as_can_be() -> None:
    pairing = pair(by_rank(10, (1, 3), (1, 2)), by_factor(2, repeats=0))
    assert games(pairing)[:2] == [(1, 4), (2, 3)]
    assert pairing.objective["off"] == 2


def test_two_ranks_join_a_top_that_the_limit_leaves_unpaired() -> None:
    pairing = pair(by_rank(10, (1, 2)), by_factor(1, repeats=0))
    assert games(pairing)[:2] == [(1, 3), (2, 4)]
    [warning] = pairing.warnings
    assert in_words(warning) == (
        "The first 2 ranks could not be paired among themselves; the first 4 are paired together,"
        " as near to the factor as can be."
    )


def test_two_of_the_top_who_should_not_meet_are_spared_by_the_next_ranks() -> None:
    position = replace(by_rank(10), avoid=((1, 2),))
    assert games(pair(position, by_factor(1)))[:2] == [(1, 3), (2, 4)]
    everybody = tuple((1, other) for other in range(2, 11))
    cannot = pair(replace(position, avoid=everybody), by_factor(1))
    assert games(cannot)[0] == (1, 2)


@examples(60)
@given(
    position=conditioned,
    factor=st.sampled_from([None, 1, 2, 4]),
    repeats=st.sampled_from([None, None, 0, 1]),
    variant=st.sampled_from(["fold", "halves", "nearest"]),
)
def test_a_factor_keeps_what_every_pairing_has_to_keep(
    position: PairingPosition, factor: int | None, repeats: int | None, variant: str
) -> None:
    pair_and_check(position, by_factor(factor, repeats=repeats, variant=variant, seed="x"))


@pytest.mark.parametrize(
    ("players", "distance", "expected"),
    [
        (4, None, [(1, 3), (2, 4)]),
        (6, None, [(1, 3), (2, 4), (5, 6)]),
        (8, None, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (8, 1, [(1, 2), (3, 4), (5, 6), (7, 8)]),
        (6, 3, [(1, 4), (2, 5), (3, 6)]),
        (10, 3, [(1, 4), (2, 5), (3, 6), (7, 9), (8, 10)]),
    ],
)
def test_opponents_are_so_many_ranks_apart_all_over_the_field(
    players: int, distance: int | None, expected: list[tuple[int, int]]
) -> None:
    options = () if distance is None else (("distance", distance),)
    assert games(pair(by_rank(players), Request("pair1324", options=options))) == expected


@pytest.mark.parametrize("distance", [2, 3])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_pairing_within_the_limit_is_nearer_to_the_distance(distance: int, seed: int) -> None:
    position = a_field(10, 5, seed)
    places = {p.number: place for place, p in enumerate(rank_order(position.players))}
    met = {frozenset((m.one, m.two)) for m in position.meetings}
    off = min(
        sum((abs(places[one] - places[two]) - distance) ** 2 for one, two in pairs)
        for pairs in all_pairings(tuple(places))
        if not met & {frozenset(pair) for pair in pairs}
    )
    request = Request("pair1324", repeats=0, options=(("distance", distance),))
    assert pair(position, request).objective["off"] == off


def test_a_distance_of_more_than_half_the_field_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        pair(by_rank(8), Request("pair1324", options=(("distance", 5),)))
    assert in_words(refused.value) == (
        "Opponents among 8 players cannot be 5 ranks apart; the most is 4."
    )


@examples(40)
@given(
    position=conditioned, distance=st.integers(1, 4), repeats=st.sampled_from([None, None, 0, 1])
)
def test_ranks_apart_keep_what_every_pairing_has_to_keep(
    position: PairingPosition, distance: int, repeats: int | None
) -> None:
    options = (("distance", distance),)
    pair_and_check(position, Request("pair1324", repeats=repeats, options=options, seed="x"))
