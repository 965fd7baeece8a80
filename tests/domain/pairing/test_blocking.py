"""The obstacles to a complete pairing, found as theory says, and by trying."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tournaments.pairing.matching.blocking import Blocking, blocking, left_out_by_some
from tournaments.pairing.matching.feasibility import most_paired
from tournaments.pairing.pool import Flags


@st.composite
def graphs(draw: st.DrawFn) -> Flags:
    """Returns who may meet whom among up to twelve, few or many of them."""
    places = draw(st.integers(1, 12))
    pairs = list(combinations(range(places), 2))
    share = draw(st.sampled_from([0.1, 0.25, 0.5]))
    chance = draw(st.randoms(use_true_random=False))
    return who_meets(places, [pair for pair in pairs if chance.random() < share])


def who_meets(places: int, pairs: list[tuple[int, int]]) -> Flags:
    """Returns the matrix of these pairs."""
    allowed = np.zeros((places, places), dtype=np.bool_)
    for one, two in pairs:
        allowed[one, two] = allowed[two, one] = True
    return allowed


def most(allowed: Flags, without: int | None = None) -> int:
    """Returns how many pairs another library finds."""
    graph = nx.from_numpy_array(allowed)
    if without is not None:
        graph.remove_node(without)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@examples(300)
@given(allowed=graphs())
def test_left_out_by_some_are_those_without_whom_as_many_pairs_remain(allowed: Flags) -> None:
    found = left_out_by_some(allowed, most_paired(allowed))
    whole = most(allowed)
    assert found.tolist() == [
        most(allowed, without=place) == whole for place in range(len(allowed))
    ]


@examples(300)
@given(allowed=graphs())
def test_there_are_more_odd_groups_than_partners_they_can_meet(allowed: Flags) -> None:
    found = blocking(allowed, most_paired(allowed))
    assert (found is None) == (2 * most(allowed) == len(allowed))
    if found is None:
        return
    assert len(found.groups) > len(found.partners)
    everybody = [place for group in (*found.groups, found.partners) for place in group]
    assert len(set(everybody)) == len(everybody)
    for group in found.groups:
        assert len(group) % 2 == 1
        for place in group:
            outside = set(np.nonzero(allowed[place])[0].tolist()) - set(group)
            assert outside <= set(found.partners)


def test_three_who_can_meet_only_the_same_one_are_named_with_him() -> None:
    allowed = who_meets(8, [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (6, 7), (5, 6)])
    assert blocking(allowed, most_paired(allowed)) == Blocking(((0,), (1,), (2,)), (3,))


def test_an_odd_ring_that_meets_nobody_else_is_one_group() -> None:
    allowed = who_meets(8, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 7), (7, 3)])
    assert blocking(allowed, most_paired(allowed)) == Blocking(((0, 1, 2),), ())


def test_everybody_who_can_meet_nobody_is_named() -> None:
    allowed = who_meets(6, [(1, 2), (2, 4), (4, 1)])
    assert blocking(allowed, most_paired(allowed)) == Blocking(((0,), (3,), (5,)), ())
