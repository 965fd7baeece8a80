"""The next best for the players of a board: the cheapest exchange with another board."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import Pairs, a_field, all_pairings, fold_cost
from tests.depth import examples
from tournaments.pairing.matching import cheapest
from tournaments.pairing.matching.cheapest import Criterion, Edges
from tournaments.pairing.matching.exchanges import best_exchanges, settled
from tournaments.pairing.methods import Pairing, Request, pair
from tournaments.pairing.pool import Ints
from tournaments.pairing.position import PairingPlayer, PairingPosition

FIELDS = ("repeats", "back_to_back", "avoid", "wins", "starts", "fold")


def games(pairing: Pairing) -> Pairs:
    """Returns who meets whom."""
    return tuple((board.one, board.two) for board in pairing.boards)


def exchanges(pairs: Pairs, board: tuple[int, int]) -> list[tuple[Pairs, Pairs]]:
    """Returns the boards of every exchange of a board, and the whole pairing after it."""
    a, b = board
    found: list[tuple[Pairs, Pairs]] = []
    for c, d in pairs:
        if (c, d) != board:
            rest = tuple(pair for pair in pairs if pair not in (board, (c, d)))
            ways: list[Pairs] = [((a, c), (b, d)), ((a, d), (b, c))]
            found += [(new, (*rest, *new)) for new in ways]
    return found


def as_sets(pairs: Pairs) -> set[frozenset[int]]:
    """Returns the pairs without their order."""
    return {frozenset(pair) for pair in pairs}


@examples(30)
@given(players=st.integers(4, 13), rounds=st.integers(0, 8), seed=st.integers(0, 10**6))
def test_the_alternative_of_every_board_is_the_cheapest_of_all_exchanges(
    players: int, rounds: int, seed: int
) -> None:
    position = a_field(players, rounds, seed)
    pairing = pair(position, Request("swiss"))
    pairs, now = games(pairing), fold_cost(position, games(pairing))
    for reason in pairing.explanation:
        after = {
            frozenset(as_sets(new)): tuple(
                then - before for then, before in zip(fold_cost(position, whole), now, strict=True)
            )
            for new, whole in exchanges(pairs, (reason.one, reason.two))
        }
        assert reason.alternative is not None
        costs = tuple(reason.alternative.costs[name] for name in FIELDS)
        assert costs == min(after.values()) == after[frozenset(as_sets(reason.alternative.boards))]
        assert reason.alternative.costs["total"] >= 0


@pytest.mark.parametrize("variant", ["fold", "halves", "nearest", "spread"])
def test_no_alternative_is_cheaper_than_what_was_chosen(variant: str) -> None:
    pairing = pair(a_field(31, 6), Request("swiss", variant))
    alternatives = [reason.alternative for reason in pairing.explanation]
    assert None not in alternatives
    assert all(found.costs["total"] >= 0 for found in alternatives if found is not None)


def test_a_board_alone_has_no_alternative() -> None:
    [reason] = pair(
        PairingPosition(1, (PairingPlayer(1), PairingPlayer(2))), Request("swiss")
    ).explanation
    assert reason.alternative is None


def test_players_kept_apart_are_no_alternative() -> None:
    four = PairingPosition(1, tuple(PairingPlayer(number) for number in range(1, 5)))
    both = {r.one: r.alternative for r in pair(four, Request("swiss")).explanation}
    assert None not in both.values()
    apart = pair(replace(four, apart=((1, 2), (1, 4))), Request("swiss"))
    assert [reason.alternative for reason in apart.explanation] == [None, None]


def test_what_is_fixed_has_no_alternative_and_is_nobodys() -> None:
    position = replace(a_field(8, 3), fixed=((1, 2),))
    for reason in pair(position, Request("swiss")).explanation:
        if {reason.one, reason.two} == {1, 2}:
            assert reason.alternative is None
        else:
            assert reason.alternative is not None
            assert not {1, 2} & {n for board in reason.alternative.boards for n in board}


def test_the_bye_of_the_spread_variant_can_be_exchanged_too() -> None:
    pairing = pair(a_field(5, 2), Request("swiss", "spread"))
    [bye] = [reason for reason in pairing.explanation if reason.one == reason.two]
    assert bye.alternative is not None
    (one, two), *_ = [board for board in bye.alternative.boards if board[0] == board[1]]
    assert one == two != bye.one


def weighed(places: int, data: st.DataObject) -> tuple[Edges, list[Criterion]]:
    """Returns every edge of so many places with two invented criteria."""
    edges = Edges.among(~np.eye(places, dtype=np.bool_))
    costs = st.lists(st.integers(0, 9), min_size=len(edges), max_size=len(edges))
    return edges, [
        Criterion(name, np.array(data.draw(costs), dtype=np.int64)) for name in ("first", "second")
    ]


def among(edges: Edges, pairs: Pairs) -> Ints:
    """Returns the indices of pairs of places."""
    at = {
        pair: i for i, pair in enumerate(zip(edges.one.tolist(), edges.two.tolist(), strict=True))
    }
    return np.array(sorted(at[min(p), max(p)] for p in pairs), dtype=np.int64)


@examples(50)
@given(data=st.data())
def test_a_settled_pairing_has_no_exchange_that_makes_it_cheaper(data: st.DataObject) -> None:
    places = data.draw(st.sampled_from([4, 6, 8, 10]))
    edges, criteria = weighed(places, data)
    order = data.draw(st.permutations(range(places)))
    begin = among(edges, tuple(zip(order[::2], order[1::2], strict=True)))
    found, last = settled(edges, criteria, begin)
    pairs = tuple(zip(edges.one[found].tolist(), edges.two[found].tolist(), strict=True))
    assert sorted(place for pair in pairs for place in pair) == list(range(places))
    now = [int(c.costs[found].sum()) for c in criteria]
    assert now <= [int(c.costs[begin].sum()) for c in criteria]
    for one, two in combinations(range(len(pairs)), 2):
        rest = tuple(pair for at, pair in enumerate(pairs) if at not in (one, two))
        for new in all_pairings((*pairs[one], *pairs[two])):
            then = among(edges, (*rest, *new))
            assert [int(c.costs[then].sum()) for c in criteria] >= now
    assert last == best_exchanges(edges, criteria, found)


def test_what_few_edges_missed_in_a_large_field_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cheapest, "COMPLETE_UP_TO", 50)
    monkeypatch.setattr(cheapest, "CHEAPEST_EDGES", 3)
    position = a_field(120, 4)
    pairing = pair(position, Request("swiss"))
    assert len(pairing.boards) == 60
    for reason in pairing.explanation:
        assert reason.alternative is not None
        assert reason.alternative.costs["total"] >= 0
