"""King and queen of the hill: neighbours meet, and a limit of repeats is kept."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import a_field, all_pairings, shuffled
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order

KOTH = Request("koth")
QUEEN = Request("queen")


def by_rank(players: int, *met: tuple[int, int]) -> PairingPosition:
    """Returns a field in which the number is the rank, after a round of these games."""
    field = tuple(PairingPlayer(n, half_wins=2, spread=-n) for n in range(1, players + 1))
    return PairingPosition(2, field, tuple(Meeting(1, one, two) for one, two in met))


def games(position: PairingPosition, request: Request) -> list[tuple[int, int]]:
    """Returns who meets whom, in board order."""
    return [(board.one, board.two) for board in pair(position, request).boards]


def test_the_king_meets_the_next_in_rank() -> None:
    assert games(by_rank(8), KOTH) == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_the_king_does_not_mind_repeats_but_says_so() -> None:
    pairing = pair(by_rank(4, (1, 2)), KOTH)
    assert [(b.one, b.two) for b in pairing.boards] == [(1, 2), (3, 4)]
    assert [(w.code, w.params) for w in pairing.warnings] == [("repeats.ignored", {"boards": 1})]


def test_the_king_skips_a_rank_where_a_limit_demands_it() -> None:
    assert games(by_rank(4, (1, 2)), Request("koth", repeats=0)) == [(1, 3), (2, 4)]


def test_of_two_ways_to_skip_ranks_the_one_that_leaves_the_top_alone_is_taken() -> None:
    assert games(by_rank(6, (3, 4)), Request("koth", repeats=0)) == [(1, 2), (3, 5), (4, 6)]


def test_two_who_should_not_meet_do_so_only_where_it_cannot_be_helped() -> None:
    position = replace(by_rank(4), avoid=((1, 2),))
    assert games(position, KOTH) == [(1, 3), (2, 4)]
    assert games(replace(position, apart=((1, 3), (1, 4))), KOTH) == [(1, 2), (3, 4)]


def test_the_bottom_of_the_hill_sits_out_and_next_time_another() -> None:
    position = by_rank(5)
    assert pair(position, KOTH).byes == (5,)
    last = position.players[-1]
    again = (*position.players[:-1], PairingPlayer(last.number, spread=last.spread, byes=1))
    assert pair(PairingPosition(2, again), KOTH).byes == (4,)


@pytest.mark.parametrize("repeats", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_pairing_within_the_limit_skips_fewer_ranks(repeats: int, seed: int) -> None:
    position = a_field(10, 5, seed)
    places = {p.number: place for place, p in enumerate(rank_order(position.players))}
    met = [frozenset((m.one, m.two)) for m in position.meetings]
    best = min(
        sum((abs(places[one] - places[two]) - 1) ** 2 for one, two in pairs)
        for pairs in all_pairings(tuple(places))
        if all(met.count(frozenset(pair)) <= repeats for pair in pairs)
    )
    assert pair(position, Request("koth", repeats=repeats)).objective["skipped"] == best


@examples(40)
@given(
    players=st.integers(4, 40),
    rounds=st.integers(0, 12),
    seed=st.integers(0, 999),
    repeats=st.integers(0, 1),
)
def test_a_limit_is_kept_or_refused_with_the_smallest_that_works(
    players: int, rounds: int, seed: int, repeats: int
) -> None:
    position = a_field(players, rounds, seed)
    request = Request("koth", repeats=repeats)
    smallest = smallest_limit(position)
    if smallest > repeats:
        with pytest.raises(PairingError) as refused:
            pair(position, request)
        limits = {name: refused.value.params[name] for name in ("repeats", "smallest")}
        assert limits == {"repeats": repeats, "smallest": smallest}
    else:
        pairing = pair(position, request)
        assert all(reason.meetings <= repeats for reason in pairing.explanation)
        assert pair(shuffled(position, seed), request) == pairing


def smallest_limit(position: PairingPosition) -> int:
    """Returns how often two must have met before at least, by an independent matching."""
    met = [frozenset((m.one, m.two)) for m in position.meetings]
    fewest = min(player.byes for player in position.players)
    for limit in range(len(met) + 1):
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(player.number for player in position.players)
        graph.add_edges_from(
            edge for edge in combinations(graph, 2) if met.count(frozenset(edge)) <= limit
        )
        if len(position.players) % 2:
            graph.add_edges_from((0, p.number) for p in position.players if p.byes == fewest)
        if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph):
            return limit
    raise AssertionError("a complete graph pairs everybody")


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, [(1, 2)]),
        (4, [(1, 3), (2, 4)]),
        (6, [(1, 4), (2, 5), (3, 6)]),
        (8, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (10, [(1, 3), (2, 4), (5, 8), (6, 9), (7, 10)]),
    ],
)
def test_the_queen_meets_the_rank_after_next(players: int, expected: list[tuple[int, int]]) -> None:
    assert games(by_rank(players), QUEEN) == expected


def test_an_odd_field_of_queens_leaves_the_lowest_out() -> None:
    pairing = pair(by_rank(9), QUEEN)
    assert pairing.byes == (9,)
    assert len(pairing.boards) == 4


def test_the_queen_keeps_a_limit_or_refuses() -> None:
    position = by_rank(4, (1, 3))
    with pytest.raises(PairingError) as refused:
        pair(position, Request("queen", repeats=0))
    assert refused.value.params == {"repeats": 0, "smallest": 1}
    pairing = pair(position, Request("queen", repeats=1))
    assert pairing.repeats == 1
    assert [w.code for w in pairing.warnings] == ["repeats.allowed"]


def test_the_queen_refuses_to_pair_two_who_are_kept_apart() -> None:
    position = PairingPosition(1, by_rank(4).players, apart=((3, 1),))
    with pytest.raises(PairingError) as refused:
        pair(position, QUEEN)
    assert (refused.value.code, refused.value.params) == ("pairing.kept_apart", {"numbers": (1, 3)})
    assert games(position, KOTH) == [(1, 2), (3, 4)]
