"""The matching core: packed weights, fewer edges in large fields, the same answer everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.builders.positions import a_field, shuffled
from tests.processes import ROOT
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching import cheapest, criteria
from tournaments.pairing.matching.cheapest import Criterion, Edges, cheapest_pairing, units, weights
from tournaments.pairing.matching.weighing import Weighing
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.pool import Flags, Ints, Pool
from tournaments.pairing.position import Meeting, PairingPosition
from tournaments.pairing.wording import in_words


def everybody(players: int) -> Flags:
    """Returns that any two may meet."""
    return ~np.eye(players, dtype=np.bool_)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list that grows by the number of edges of every matching that is solved."""
    counts: list[int] = []
    graph_of = cheapest.weighted_graph

    def counting(edges: Edges, worth: list[int]) -> object:
        counts.append(len(edges))
        return graph_of(edges, worth)

    monkeypatch.setattr(cheapest, "weighted_graph", counting)
    return counts


def test_no_sum_of_a_lower_criterion_reaches_one_point_of_a_higher() -> None:
    costs = np.array([7, 7, 7, 7, 7, 7], dtype=np.int64)
    wishes = [Criterion(name, costs) for name in ("first", "second", "third")]
    weight = units(wishes, boards=2)
    assert weight["second"] > 2 * 7 * weight["third"]
    assert weight["first"] > 2 * 7 * (weight["second"] + weight["third"])


def test_the_total_is_reckoned_for_as_many_boards_as_the_field_has() -> None:
    pool = Pool.of(a_field(10, 2, seed=1))
    edges = Edges.among(everybody(10))
    wishes = [criteria.repeats(pool, edges), criteria.wins(pool, edges)]
    weighing = Weighing.in_order(pool, edges, wishes, "seed")
    assert weighing.units == units(wishes, boards=5)
    assert weighing.units != units(wishes, boards=3)


def test_a_weight_holds_more_bits_than_a_machine_word() -> None:
    criteria = [
        Criterion(name, np.array([1 << 30, 0, 5], dtype=np.int64)) for name in ("a", "b", "c")
    ]
    [dear, best, middle] = weights(criteria, np.arange(3), boards=1)
    assert best == (1 << 93) - 1
    assert best - middle == (5 << 62) + (5 << 31) + 5
    assert best - dear == (1 << 92) + (1 << 61) + (1 << 30)


def test_weights_beyond_what_the_library_holds_are_refused_and_no_wrong_pairing() -> None:
    criteria = [Criterion(str(n), np.array([1 << 60], dtype=np.int64)) for n in range(3)]
    hashed = Criterion(cheapest.HASH, np.array([1], dtype=np.int64))
    for given in (criteria, [*criteria, hashed]):
        with pytest.raises(PairingError) as refused:
            weights(given, np.arange(1), boards=1)
        assert "2 players" in in_words(refused.value)


def test_a_hash_is_shortened_by_what_does_not_fit_and_no_wish_is() -> None:
    wish = Criterion("wish", np.array([(1 << 61) - 1, 0], dtype=np.int64))
    free = Criterion("free", np.array([(1 << 51) - 1, 0], dtype=np.int64))
    hashed = Criterion(cheapest.HASH, np.array([(1 << 20) - 1, 1 << 15], dtype=np.int64))
    [dear, best] = weights([wish, free, hashed], np.arange(2), boards=1)
    assert dear == 0
    assert (1 << 122) - 1 - best == 1 << 5


@pytest.mark.parametrize("variant", ["fold", "halves", "nearest"])
@pytest.mark.parametrize(
    "players",
    [
        400,
        1500,
        pytest.param(
            3000, marks=pytest.mark.deep("It weighs more than four million edges, and needs 3 s.")
        ),
    ],
)
def test_the_weights_of_large_fields_after_thirty_rounds_fit(
    monkeypatch: pytest.MonkeyPatch, players: int, variant: str
) -> None:
    """Only weighed and not matched, which takes its time."""
    longest = 0

    def weighed(edges: Edges, worth: list[int]) -> object:
        nonlocal longest
        longest = max(worth).bit_length()
        raise InterruptedError

    monkeypatch.setattr(cheapest, "weighted_graph", weighed)
    with pytest.raises(InterruptedError):
        pair(_large(players), Request("swiss", variant=variant))
    assert 100 < longest <= 122


@cache
def _large(players: int) -> PairingPosition:
    return a_field(players, 30)


def test_where_not_everybody_can_be_paired_there_is_no_pairing() -> None:
    allowed = np.zeros((4, 4), dtype=np.bool_)
    allowed[0, 1:] = allowed[1:, 0] = True
    edges = Edges.among(allowed)
    free = Criterion("free", np.zeros(len(edges), dtype=np.int64))
    assert cheapest_pairing(edges, [free]) is None


def test_up_to_400_players_every_edge_is_weighed(solved: list[int]) -> None:
    pair(a_field(400, 2), Request("swiss"))
    assert solved == [400 * 399 // 2]


def test_above_400_players_only_promising_edges_are_weighed(solved: list[int]) -> None:
    pairing = pair(a_field(600, 3), Request("swiss"))
    assert pairing.repeats == 0
    [edges] = solved
    assert edges <= 600 * (cheapest.CHEAPEST_EDGES + cheapest.NEAREST_EDGES)


def test_a_large_field_without_a_cheap_pairing_is_weighed_whole(solved: list[int]) -> None:
    edges = Edges.among(everybody(402))
    # Everybody's cheapest edges and all nearest ones lead among the first 101, who are too few.
    costs: Ints = np.where(edges.one < 101, 0, np.where(edges.two - edges.one <= 4, 1, 2))
    found = cheapest_pairing(edges, [Criterion("cost", costs)], last_resort=costs > 0)
    assert found is not None
    assert len(found) == 201
    assert len(solved) == 2
    assert solved[1] == len(edges)
    assert int(costs[found].sum()) == (402 - 2 * 101) // 2


def test_fewer_edges_lose_nothing_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    position = a_field(120, 6)
    whole = pair(position, Request("swiss"))
    monkeypatch.setattr(cheapest, "COMPLETE_UP_TO", 50)
    assert pair(position, Request("swiss")).objective == whole.objective


def test_a_repeat_in_the_quick_answer_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, solved: list[int]
) -> None:
    """Nearly everybody has met, so that the cheapest edges do not pair all without a repeat."""
    players = a_field(60, 1).players
    two_halves = [(one, two) for one in range(1, 61) for two in range(one + 1, 61)]
    met = [(one, two) for one, two in two_halves if not (one <= 2 < two or two - one == 30)]
    position = replace(
        a_field(60, 1), players=players, meetings=tuple(Meeting(1, *pair) for pair in met)
    )
    monkeypatch.setattr(cheapest, "COMPLETE_UP_TO", 20)
    monkeypatch.setattr(cheapest, "CHEAPEST_EDGES", 1)
    assert pair(position, Request("swiss")).repeats == 0
    few, every, again = solved
    assert few < again < every == 60 * 59 // 2


def test_a_meeting_of_team_mates_in_the_quick_answer_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, solved: list[int]
) -> None:
    position = a_field(60, 1)
    avoid = [(one, two) for one in range(1, 61) for two in range(one + 1, 61)]
    avoid = [(one, two) for one, two in avoid if not (one <= 2 < two or two - one == 30)]
    monkeypatch.setattr(cheapest, "COMPLETE_UP_TO", 20)
    monkeypatch.setattr(cheapest, "CHEAPEST_EDGES", 1)
    pairing = pair(replace(position, meetings=(), avoid=tuple(avoid)), Request("swiss"))
    assert pairing.objective["avoid"] == 0
    assert len(solved) == 3


@pytest.mark.parametrize("repeated", [1, 2])
def test_a_large_field_has_as_few_repeats_as_there_must_be(
    monkeypatch: pytest.MonkeyPatch, repeated: int
) -> None:
    """Some have met everybody; the others are free to meet."""
    position = a_field(60, 1)
    met = [(one, two) for one in range(1, 2 * repeated) for two in range(one + 1, 61)]
    position = replace(position, meetings=tuple(Meeting(1, *pair) for pair in met))
    whole = pair(position, Request("swiss"))
    monkeypatch.setattr(cheapest, "COMPLETE_UP_TO", 20)
    quick = pair(position, Request("swiss"))
    assert quick.repeats == whole.repeats == repeated
    assert quick.objective["back_to_back"] == whole.objective["back_to_back"]


@pytest.mark.parametrize("method", ["swiss", "koth", "random"])
def test_large_fields_come_out_the_same_in_any_order(method: str) -> None:
    position = a_field(450, 4)
    assert pair(shuffled(position), Request(method)) == pair(position, Request(method))


_PROGRAM = """
from tests.builders.positions import a_field
from tournaments.pairing.methods import Request, pair
for method in ("swiss", "koth", "queen", "roundrobin", "random"):
    print(pair(a_field(41, 5), Request(method, seed="s")))
"""


def test_the_hash_seed_of_the_interpreter_changes_nothing() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
