"""Invented positions: fields after some rounds, and a second account of what a pairing costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx

from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition, rank_order

Pairs = tuple[tuple[int, int], ...]


def a_field(players: int, rounds: int, seed: int = 1, **more: Any) -> PairingPosition:
    """Returns a field before round `rounds` + 1, paired at random among neighbours until then."""
    random = Random(seed)
    record = {number: [0, 0, 0, 0, 0, 0] for number in range(1, players + 1)}
    meetings = []
    for round_number in range(1, rounds + 1):
        order = sorted(record, key=lambda n: (-record[n][0] // 2, random.random()))
        for first, second in zip(order[::2], order[1::2], strict=False):
            meetings.append(Meeting(round_number, first, second))
            margin = random.randint(-150, 150)
            credit = 1 + (margin > 0) - (margin < 0)
            for number, half_wins, spread in (
                (first, credit, margin),
                (second, 2 - credit, -margin),
            ):
                record[number][0] += half_wins
                record[number][1] += 2 - half_wins
                record[number][2] += spread
            record[first][4] += 1
            record[second][5] += 1
        if players % 2:
            sits_out = record[order[-1]]
            sits_out[0] += 2
            sits_out[2] += 50
            sits_out[3] += 1
    field = tuple(
        PairingPlayer(number, wins, losses, spread, byes, firsts, seconds)
        for number, (wins, losses, spread, byes, firsts, seconds) in record.items()
    )
    return PairingPosition(rounds + 1, field, tuple(meetings), **more)


def shuffled(position: PairingPosition, seed: int = 1) -> PairingPosition:
    """Returns the same position with its rows in another order, and pairs the other way round."""
    random = Random(seed)
    players, meetings = list(position.players), list(position.meetings)
    random.shuffle(players)
    random.shuffle(meetings)

    def turned(pairs: Pairs) -> Pairs:
        return tuple((two, one) for one, two in reversed(pairs))

    return replace(
        position,
        players=tuple(players),
        meetings=tuple(Meeting(m.round, m.two, m.one) for m in meetings),
        fixed=turned(position.fixed),
        fixed_byes=tuple(reversed(position.fixed_byes)),
        apart=turned(position.apart),
        avoid=turned(position.avoid),
        pending=turned(position.pending),
    )


def all_pairings(numbers: tuple[int, ...]) -> Iterator[Pairs]:
    """Yields every way to pair an even number of players."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for place, other in enumerate(others):
        rest = (*others[:place], *others[place + 1 :])
        for pairs in all_pairings(rest):
            yield ((first, other), *pairs)


def fold_cost(position: PairingPosition, pairs: Pairs) -> tuple[int, ...]:
    """Returns the cost of pairs in a Swiss fold, most important first, written down once more."""
    pool = {number for pair in pairs for number in pair}
    ranked = [player for player in rank_order(position.players) if player.number in pool]
    place = {player.number: at for at, player in enumerate(ranked)}
    group = Counter(player.half_wins for player in ranked)
    met = Counter(frozenset((m.one, m.two)) for m in position.meetings)
    last = {
        frozenset((m.one, m.two)) for m in position.meetings if m.round == position.round_number - 1
    }
    unwanted = {frozenset(pair) for pair in position.avoid}
    costs = [0] * 6
    for pair in pairs:
        upper, lower = sorted((ranked[place[number]] for number in pair), key=ranked.index)
        distance = place[lower.number] - place[upper.number]
        gap = upper.half_wins - lower.half_wins
        costs[0] += met[frozenset(pair)]
        costs[1] += frozenset(pair) in last
        costs[2] += frozenset(pair) in unwanted
        costs[3] += gap * gap
        low, high = sorted((upper.firsts - upper.seconds, lower.firsts - lower.seconds))
        costs[4] += sum(int(abs(after) / 2) ** 2 for after in (low + 1, high - 1))
        costs[5] += (distance - 1) ** 2 if gap else (2 * distance - group[upper.half_wins]) ** 2
    return tuple(costs)


def free_graph(position: PairingPosition) -> nx.Graph[int]:
    """Returns who may meet whom without a repeat; in an odd field the bye, 0, is a node."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(player.number for player in position.players)
    met = {frozenset((m.one, m.two)) for m in position.meetings}
    graph.add_edges_from(
        pair for pair in combinations(list(graph), 2) if frozenset(pair) not in met
    )
    if len(position.players) % 2:
        fewest = min(player.byes for player in position.players)
        graph.add_edges_from((0, p.number) for p in position.players if p.byes == fewest)
    return graph


def has_free_pairing(position: PairingPosition) -> bool:
    """Returns whether a pairing without repeats exists, found by an independent matching."""
    graph = free_graph(position)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(graph)
