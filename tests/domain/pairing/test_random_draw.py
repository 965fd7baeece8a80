"""Random pairings: seeded, without repeats where that is possible, and evenly spread."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.positions import a_field, all_pairings, has_free_pairing, shuffled
from tests.depth import examples
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition


def drawn(position: PairingPosition, seed: str) -> frozenset[frozenset[int]]:
    """Returns who meets whom."""
    boards = pair(position, Request("random", seed=seed)).boards
    return frozenset(frozenset((board.one, board.two)) for board in boards)


def test_every_pairing_without_repeats_is_drawn_about_equally_often() -> None:
    met = (Meeting(1, 1, 2), Meeting(1, 3, 4), Meeting(1, 5, 6))
    position = PairingPosition(2, tuple(PairingPlayer(n) for n in range(1, 7)), met)
    counts = Counter(drawn(position, str(seed)) for seed in range(800))
    again = {frozenset((m.one, m.two)) for m in met}
    possible = {frozenset(map(frozenset, pairs)) for pairs in all_pairings((1, 2, 3, 4, 5, 6))}
    assert set(counts) == {games for games in possible if not games & again}
    assert len(counts) == 8
    assert all(60 < count < 140 for count in counts.values())


@examples(40)
@given(
    players=st.integers(4, 40),
    rounds=st.integers(0, 12),
    seed=st.integers(0, 999),
)
def test_nobody_meets_again_while_that_can_be_helped(players: int, rounds: int, seed: int) -> None:
    position = a_field(players, rounds, seed)
    request = Request("random", seed=str(seed))
    pairing = pair(position, request)
    assert (pairing.repeats == 0) == has_free_pairing(position)
    assert pair(shuffled(position, seed), request) == pairing
    for name, value in pairing.objective.items():
        assert sum(reason.terms[name] for reason in pairing.explanation) == value


def test_another_round_is_another_draw() -> None:
    field = tuple(PairingPlayer(number) for number in range(1, 21))
    assert drawn(PairingPosition(1, field), "s") != drawn(PairingPosition(2, field), "s")


def test_a_limit_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        pair(a_field(4, 7), Request("random", repeats=0))
    assert refused.value.code == "pairing.infeasible"
