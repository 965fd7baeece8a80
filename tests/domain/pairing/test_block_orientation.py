"""The sides of a block: the sum of squared balances is as small as can be, runs are short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, product
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders.blocks import a_block, a_fresh_field, totals
from tests.depth import examples
from tournaments.pairing.blocks.orientation import oriented
from tournaments.pairing.blocks.tables import berger_round, circle_round, cycle, hill_round

Game = tuple[int, int]
Block = list[list[Game]]


def squares(rounds: Block, balances: Mapping[int, int]) -> tuple[int, int]:
    """Returns the sum of everybody's squared balance after the block, and the largest balance."""
    after = Counter(balances)
    for first, second in (game for row in rounds for game in row):
        after[first] += 1
        after[second] -= 1
    return sum(b * b for b in after.values()), max(map(abs, after.values()), default=0)


def smallest_by_flow(rounds: Block, balances: Mapping[int, int]) -> int:
    """Returns the smallest sum of squares there is, by a network simplex."""
    graph: nx.MultiDiGraph[object] = nx.MultiDiGraph()
    games = [game for row in rounds for game in row]
    degree = Counter(number for game in games for number in game)
    graph.add_node("sink", demand=len(games))
    for at, (one, two) in enumerate(games):
        graph.add_node(("game", at), demand=-1)
        graph.add_edge(("game", at), one, capacity=1, weight=0)
        graph.add_edge(("game", at), two, capacity=1, weight=0)
    start = 0
    for number, games_of in degree.items():
        lowest = balances.get(number, 0) - games_of
        start += lowest * lowest
        for firsts in range(games_of):
            before, after = lowest + 2 * firsts, lowest + 2 * firsts + 2
            graph.add_edge(number, "sink", capacity=1, weight=after**2 - before**2)
    cost, _ = nx.network_simplex(_simple(graph))
    still = sum(b * b for number, b in balances.items() if number not in degree)
    return int(start + cost) + still


def _simple(graph: nx.MultiDiGraph[object]) -> nx.DiGraph[object]:
    """Returns the network without parallel arcs, each of which passes a node of its own."""
    simple: nx.DiGraph[object] = nx.DiGraph()
    simple.add_nodes_from(graph.nodes(data=True))
    for at, (one, two, data) in enumerate(graph.edges(data=True)):
        simple.add_edge(one, ("arc", at), **data)
        simple.add_edge(("arc", at), two, capacity=1, weight=0)
    return simple


def a_random_block(players: int, rounds: int, seed: int) -> tuple[Block, dict[int, int]]:
    """Returns rounds of random opponents, and balances of -1, 0 and 1 from before them."""
    random = Random(seed)
    numbers = list(range(players))
    balances = {number: random.choice((-1, 0, 1)) for number in numbers}
    block = []
    for _ in range(rounds):
        random.shuffle(numbers)
        block.append(list(zip(numbers[::2], numbers[1::2], strict=False)))
    return block, balances


@examples(60)
@given(
    players=st.integers(2, 24),
    rounds=st.integers(1, 7),
    seed=st.integers(0, 10_000),
    spread=st.integers(1, 4),
)
def test_the_sum_of_squares_is_that_of_a_minimum_cost_flow(
    players: int, rounds: int, seed: int, spread: int
) -> None:
    block, balances = a_random_block(players, rounds, seed)
    balances = {number: balance * spread for number, balance in balances.items()}
    found = oriented(block, balances)
    assert squares(found, balances)[0] == smallest_by_flow(block, balances)
    assert [[set(game) for game in row] for row in found] == [
        [set(game) for game in row] for row in block
    ]


@examples(40)
@given(players=st.integers(2, 6), rounds=st.integers(1, 4), seed=st.integers(0, 10_000))
def test_no_other_choice_of_sides_is_better(players: int, rounds: int, seed: int) -> None:
    block, balances = a_random_block(players, rounds, seed)
    games = [game for row in block for game in row]
    smallest = min(
        squares([[g[::-1] if turn else g for g, turn in zip(games, turns, strict=True)]], balances)
        for turns in product((False, True), repeat=len(games))
    )
    assert squares(oriented(block, balances), balances) == smallest


def test_seven_rounds_from_uneven_starts_come_out_far_better_than_round_by_round() -> None:
    flows, greedy = [], []
    for seed in range(20):
        block, balances = a_random_block(60, 7, seed)
        flows.append(squares(oriented(block, balances), balances))
        before: Counter[int] = Counter(balances)
        turned: Block = []
        for row in block:
            turned.append(
                [game if before[game[0]] <= before[game[1]] else game[::-1] for game in row]
            )
            for first, second in turned[-1]:
                before[first] += 1
                before[second] -= 1
        greedy.append(squares(turned, balances))
    assert sum(total for total, _ in flows) / 20 < 22
    assert sum(total for total, _ in greedy) / 20 > 45
    assert max(worst for _, worst in flows) == 1
    assert max(worst for _, worst in greedy) == 3


def test_few_players_have_the_same_side_three_times_running() -> None:
    runs: Counter[int] = Counter()
    for seed in range(10):
        block, balances = a_random_block(60, 7, seed)
        sides: dict[int, list[bool]] = {number: [] for number in range(60)}
        for first, second in (game for row in oriented(block, balances) for game in row):
            sides[first].append(True)
            sides[second].append(False)
        for row in sides.values():
            runs[max(len(set(row[at : at + 3])) == 1 for at in range(5))] += 1
    assert runs[True] < 0.15 * runs.total()


def test_who_meets_again_in_the_block_swaps_sides() -> None:
    block = [[(1, 2), (3, 4)], [(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]]
    found = oriented(block, {})
    against = [row[0] for row in found if set(row[0]) == {1, 2}]
    assert against[0] == against[1][::-1] == against[2]


@pytest.mark.parametrize("slots", range(4, 25, 2))
def test_a_berger_table_keeps_its_own_sides_when_everybody_starts_even(slots: int) -> None:
    table = cycle(slots)
    assert oriented(table, {}, given=True) == table
    without_bye = [[game for game in row if slots not in game] for row in table]
    assert oriented(without_bye, {}, given=True) == without_bye


def test_a_berger_table_gives_way_to_uneven_starts() -> None:
    balances = {1: 2, 6: -2}
    found = oriented(cycle(6), balances, given=True)
    assert squares(found, balances)[1] == 1


@pytest.mark.parametrize("variant", ["berger", "circle", "kothlast"])
@pytest.mark.parametrize("players", [4, 7, 12, 20])
def test_a_complete_round_robin_balances_everybody_without_three_in_a_row(
    variant: str, players: int
) -> None:
    found = totals(a_block(a_fresh_field(players), "roundrobin", variant))
    assert {abs(found.balance(n)) for n in range(1, players + 1)} == {(players - 1) % 2}
    assert max(found.longest_run(n) for n in range(1, players + 1)) <= 2


@pytest.mark.parametrize("slots", range(2, 31, 2))
@pytest.mark.parametrize("of_round", [berger_round, circle_round, hill_round])
def test_every_table_brings_everybody_together_once(slots: int, of_round: object) -> None:
    table = cycle(slots, of_round)  # type: ignore[arg-type]
    games = [frozenset(game) for row in table for game in row]
    assert Counter(games) == Counter(map(frozenset, combinations(range(1, slots + 1), 2)))
    assert all(len({n for game in row for n in game}) == slots for row in table)


@pytest.mark.parametrize("slots", range(4, 31, 2))
def test_the_table_that_ends_with_neighbours_brings_the_first_from_the_last_to_the_second(
    slots: int,
) -> None:
    table = cycle(slots, hill_round)
    assert table[-1] == [(n, n + 1) for n in range(1, slots, 2)]
    assert [max(row[0]) for row in table] == list(range(slots, 1, -1))
