"""Events of 12 to 300 players over 7 to 31 rounds: who sits out, who meets again, who goes first.

Of sides it is asserted round by round that, among players of equal wins who meet each other, no
other pairing without a repeat would leave them more even; so two firsts more than seconds are left
only where they could not be avoided at that price. The larger and longer events, and how often the
best come out on top, are for `python -m bench fairness`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations

import networkx as nx
import pytest

from tests.builders.simulated_events import PLANS, PlayedRound, SimulatedEvent
from tests.depth import times
from tournaments.pairing.answer import PairedBoard
from tournaments.pairing.position import PairingPosition

SIZES = [(12, 7), (12, 11), (12, 31), (40, 7), (40, 14), (40, 31), (109, 7), (109, 14), (300, 7)]
LONGEST_RUN, WIDEST = 4, 3
TURNS = ["", *(f" {number}" for number in range(2, times(1) + 1))]
"""The longest runs of firsts, or seconds, and the largest difference of the two."""
FEW = {"simulations": 100, "control_simulations": 30}
"""Enough for COP to pair by; what is asserted holds for any number."""


def uneven(one: int, two: int) -> int:
    """Returns how uneven two are after a game in which the one with the lower balance goes first.

    Every two firsts or seconds too many count as the square of how often.
    """
    low, high = sorted((one, two))
    return (abs(low + 1) // 2) ** 2 + (abs(high - 1) // 2) ** 2


def met_before(position: PairingPosition) -> set[frozenset[int]]:
    """Returns the pairs that have met."""
    return {frozenset((meeting.one, meeting.two)) for meeting in position.meetings}


def boards_of_equals(played: PlayedRound) -> list[list[PairedBoard]]:
    """Returns the boards between players of equal wins who have not met, by their wins."""
    wins = {player.number: player.half_wins for player in played.position.players}
    met = met_before(played.position)
    groups: dict[int, list[PairedBoard]] = defaultdict(list)
    for board in played.pairing.boards:
        if wins[board.one] == wins[board.two] and frozenset((board.one, board.two)) not in met:
            groups[wins[board.one]].append(board)
    return list(groups.values())


def least_uneven(position: PairingPosition, boards: list[PairedBoard]) -> int:
    """Returns how even the players of these boards could be left without a repeat."""
    balance = {player.number: player.balance for player in position.players}
    met = met_before(position)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(
        (one, two, -uneven(balance[one], balance[two]))
        for one, two in combinations([n for b in boards for n in (b.one, b.two)], 2)
        if frozenset((one, two)) not in met
    )
    mates = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(uneven(balance[one], balance[two]) for one, two in mates)


def has_a_free_pairing(position: PairingPosition, byes: tuple[int, ...]) -> bool:
    """Returns whether all but those who sit out can meet somebody new."""
    here = [player.number for player in position.players if player.number not in byes]
    met = met_before(position)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(here)
    graph.add_edges_from(two for two in combinations(here, 2) if frozenset(two) not in met)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(here)


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_a_swiss_repeats_nothing_and_leaves_sides_uneven_only_where_it_cannot_be_helped(
    players: int, rounds: int, turn: str
) -> None:
    event = SimulatedEvent(players, rounds, f"swiss{turn}")
    for played in event.play("swiss"):
        if played.pairing.repeats:
            assert not has_a_free_pairing(played.position, played.pairing.byes)
        balance = {player.number: player.balance for player in played.position.players}
        for boards in boards_of_equals(played):
            left = sum(uneven(balance[board.one], balance[board.two]) for board in boards)
            assert left == 0 or left == least_uneven(played.position, boards)
        assert all(abs(balance) <= WIDEST for balance in played.balances.values())
    assert event.repeats == 0 or rounds >= players
    assert event.longest_run() <= LONGEST_RUN


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize(("players", "rounds"), [(12, 7), (13, 14), (40, 14), (109, 7)])
def test_by_every_plan_byes_go_round_and_sides_stay_near(
    plan: str, players: int, rounds: int, turn: str
) -> None:
    # COP may give a second bye before it has anybody sit out who plays for a prize.
    event = SimulatedEvent(players, rounds, f"{plan}{turn}")
    byes: Counter[int] = Counter()
    for played in event.play(plan, **FEW):
        assert len(played.pairing.byes) == players % 2
        byes.update(played.pairing.byes)
        had = [byes[number] for number in event.sides]
        assert max(had) - min(had) <= (2 if plan == "cop" else 1)
        assert all(abs(balance) <= WIDEST for balance in played.balances.values())
    assert event.longest_run() <= LONGEST_RUN
