"""Swiss pairings of large fields: seconds and memory, beside two libraries on the same edges.

The bare library is given the edges and weights that Wallchart worked out, so that what is left is
the price of reading the position, weighing and explaining. networkx is the same algorithm in plain
Python. Each runs in a process of its own; networkx is stopped after a while, and not tried on a
larger field then. Seconds are those of the processor, because all three compute on one core and
wait for nothing. All must find a pairing of the same weight. Run with
`python -m bench.bench_pairing`.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

import networkx as nx
import rustworkx as rx

from tests.builders.positions import a_field
from tournaments.pairing import matching
from tournaments.pairing.matching import Edges
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import Position

FIELDS = (100, 400, 800, 1500)
ROUNDS = 8
REPEATS = 2
PATIENCE = 45.0
"""Seconds on the clock after which networkx is stopped."""

Worth = list[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Run:
    """What one program did: the edges it was given, what its pairing is worth, and the price.

    `seconds` are of the processor; `peak_mb` is the most memory that its process held.
    """

    edges: int
    worth: int
    seconds: float
    peak_mb: float


def wallchart(players: int) -> Run:
    """Returns the run of the whole engine, from the position to the explained boards."""
    position = field(players)
    seconds = best_of(lambda: pair(position, Request("swiss")))
    peak = peak_mb()
    edges, mates = weighed(position)
    return Run(len(edges), worth_of(edges, mates), seconds, peak)


def bare_rustworkx(players: int) -> Run:
    """Returns the run of the matching library alone: a graph of ready weights, matched."""
    edges, _ = weighed(field(players))

    def run() -> set[tuple[int, int]]:
        graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(players))
        graph.add_edges_from(edges)
        return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    seconds = best_of(run)
    return Run(len(edges), worth_of(edges, run()), seconds, peak_mb())


def with_networkx(players: int) -> Run:
    """Returns the run of the same algorithm in plain Python, once."""
    edges, _ = weighed(field(players))
    started = process_time()
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from(edges)
    mates = nx.max_weight_matching(graph, maxcardinality=True)
    seconds = process_time() - started
    return Run(len(edges), worth_of(edges, mates), seconds, peak_mb())


def field(players: int) -> Position:
    """Returns an invented field before round 9."""
    return a_field(players, ROUNDS)


def weighed(position: Position) -> tuple[Worth, set[tuple[int, int]]]:
    """Returns the weighted edges that Wallchart gives the library, and the pairs it gets back."""
    given: list[Worth] = []
    graph_of = matching.weighted_graph

    def keeping(edges: Edges, worth: list[int]) -> rx.PyGraph[int, int]:
        given.append(list(zip(edges.one.tolist(), edges.two.tolist(), worth, strict=True)))
        return graph_of(edges, worth)

    matching.weighted_graph = keeping
    try:
        pairing = pair(position, Request("swiss"))
    finally:
        matching.weighted_graph = graph_of
    mates = {(reason.rank_one - 1, reason.rank_two - 1) for reason in pairing.explanation}
    return given[-1], mates


def worth_of(edges: Worth, mates: set[tuple[int, int]]) -> int:
    """Returns what the pairs are worth together."""
    found = {(min(mate), max(mate)) for mate in mates}
    return sum(worth for one, two, worth in edges if (one, two) in found)


def best_of(work: Callable[[], object]) -> float:
    """Returns the shortest of `REPEATS` runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        started = process_time()
        work()
        times.append(process_time() - started)
    return min(times)


def peak_mb() -> float:
    """Returns the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def alone(program: Callable[[int], Run], players: int) -> Run:
    """Returns the run of a program in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        return process.apply(program, (players,))


def alone_with_patience(program: Callable[[int], Run], players: int) -> Run | None:
    """Returns the run of a program in a process of its own, None when it takes too long."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        try:
            return process.apply_async(program, (players,)).get(timeout=PATIENCE)
        except multiprocessing.TimeoutError:
            return None


def main() -> None:
    """Prints a line per field: what each program took, and how Wallchart compares."""
    print(f"Swiss before round {ROUNDS + 1}, best of {REPEATS}, {os.cpu_count()} cores")
    print(
        f"{'players':>7}{'edges':>9}{'wallchart s':>13}{'bare s':>9}{'ratio':>7}{'networkx s':>12}"
        f"{'peak MB':>9}"
    )
    networkx_keeps_up = True
    for players in FIELDS:
        ours, bare = alone(wallchart, players), alone(bare_rustworkx, players)
        plain, theirs = "-", None
        if networkx_keeps_up:
            theirs = alone_with_patience(with_networkx, players)
            networkx_keeps_up = theirs is not None
            plain = f"{theirs.seconds:.2f}" if theirs else f"> {PATIENCE:.0f}"
        if len({run.worth for run in (ours, bare, theirs) if run is not None}) != 1:
            raise SystemExit(f"the pairings of {players} players differ in weight")
        print(
            f"{players:>7}{ours.edges:>9}{ours.seconds:>13.3f}{bare.seconds:>9.3f}"
            f"{ours.seconds / bare.seconds:>7.2f}{plain:>12}{ours.peak_mb:>9.0f}"
        )


if __name__ == "__main__":
    main()
