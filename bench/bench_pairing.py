"""Every pairing method on fields of 20 to 1,500 players: seconds, memory, and how near the optimum.

Beside each method stand two libraries on the very graphs and weights that it worked out: bare
rustworkx, so that what is left is the price of reading the position, weighing and explaining, and
networkx, which is the same algorithm in plain Python. Each runs in a process of its own and is
stopped after a while; who was stopped is not tried on a larger field. Seconds are those of the
processor, because all compute on one core and wait for nothing. Where edges are left out the excess
over the optimum is found by pairing once more with all edges: the first criterion that differs.

Run with `python -m bench pairing`, or a part of it: `python -m bench.bench_pairing swiss cop 60`.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import process_time
from typing import TypeVar

import networkx as nx
import rustworkx as rx

from bench.ground import MACHINE
from tests.builders.positions import a_field
from tournaments.pairing.answer import Pairing
from tournaments.pairing.matching import cheapest
from tournaments.pairing.matching.cheapest import Edges
from tournaments.pairing.methods import METHODS, Request, pair
from tournaments.pairing.terms.prizes import Prizes

FIELDS = (20, 60, 200, 800, 1500)
ROUNDS, TOTAL_ROUNDS = 8, 14
REPEATS, ENOUGH_S = 3, 2.0
PATIENCE = 120.0
"""Seconds on the clock after which whoever computes is stopped."""
OPTIONS = {"roundrobin": (("rounds", TOTAL_ROUNDS),)}
"""The options asked for besides: no large field plays a whole round robin."""
GIVEN = "schedule"
"""The method that computes nothing: it plays what it is given."""

Graph = list[tuple[int, int, int]]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Run:
    """The cost of one program: seconds of the processor, and the most memory its process held."""

    seconds: float
    peak_mb: float
    worth: int = 0


def paired(key: str, players: int) -> Pairing:
    """Returns the pairing of an invented field before round 9 of 14."""
    position = a_field(
        players, ROUNDS, total_rounds=TOTAL_ROUNDS, prizes=Prizes(max(1, players // 4))
    )
    return pair(position, Request(key, options=OPTIONS.get(key, ())))


def wallchart(key: str, players: int) -> Run:
    """Returns the run of the whole engine, from the position to the explained boards."""
    return Run(best_of(lambda: paired(key, players)), peak_mb())


def bare_rustworkx(key: str, players: int) -> Run:
    """Returns the run of the matching library alone: graphs of ready weights, matched."""
    graphs = weighed(key, players)
    seconds = best_of(lambda: [with_rustworkx(players, edges) for edges in graphs])
    worth = sum(worth_of(edges, with_rustworkx(players, edges)) for edges in graphs)
    return Run(seconds, peak_mb(), worth)


def with_rustworkx(players: int, edges: Graph) -> set[tuple[int, int]]:
    """Returns the heaviest of the largest matchings of a graph."""
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(players + 1))
    graph.add_edges_from(edges)
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def plain_networkx(key: str, players: int) -> Run:
    """Returns the run of the same algorithm in plain Python, once."""
    graphs = weighed(key, players)
    seconds, worth = 0.0, 0
    for edges in graphs:
        started = process_time()
        graph: nx.Graph[int] = nx.Graph()
        graph.add_weighted_edges_from(edges)
        mates = nx.max_weight_matching(graph, maxcardinality=True)
        seconds += process_time() - started
        worth += worth_of(edges, mates)
    return Run(seconds, peak_mb(), worth)


def objective(key: str, players: int) -> Mapping[str, int]:
    """Returns the cost of a method's pairing by each criterion, the most important first."""
    return dict(paired(key, players).objective)


def optimum(key: str, players: int) -> Mapping[str, int]:
    """Returns the cost by each criterion where every edge is weighed."""
    cheapest.COMPLETE_UP_TO = sys.maxsize
    return objective(key, players)


def weighed(key: str, players: int) -> list[Graph]:
    """Returns the weighted edges that a method gives the library, graph by graph."""
    with graphs_kept() as given:
        paired(key, players)
    return given


@contextmanager
def graphs_kept() -> Iterator[list[Graph]]:
    """Yields a list into which every graph goes that is made to be matched."""
    given: list[Graph] = []
    graph_of = cheapest.weighted_graph

    def keeping(edges: Edges, worth: list[int]) -> rx.PyGraph[int, int]:
        given.append(list(zip(edges.one.tolist(), edges.two.tolist(), worth, strict=True)))
        return graph_of(edges, worth)

    cheapest.weighted_graph = keeping
    try:
        yield given
    finally:
        cheapest.weighted_graph = graph_of


def worth_of(edges: Graph, mates: set[tuple[int, int]]) -> int:
    """Returns the worth of the pairs together."""
    found = {(min(mate), max(mate)) for mate in mates}
    return sum(worth for one, two, worth in edges if (one, two) in found)


def best_of(work: Callable[[], object]) -> float:
    """Returns the shortest of up to `REPEATS` runs, in seconds; what takes long is run once."""
    times: list[float] = []
    while len(times) < REPEATS and sum(times) < ENOUGH_S:
        started = process_time()
        work()
        times.append(process_time() - started)
    return min(times)


def peak_mb() -> float:
    """Returns the most memory that this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def alone(program: Callable[[str, int], Answer], key: str, players: int) -> Answer | None:
    """Returns the answer of a program in a process of its own, None when it takes too long."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        try:
            return process.apply_async(program, (key, players)).get(timeout=PATIENCE)
        except multiprocessing.TimeoutError:
            return None


def excess(key: str, players: int) -> str:
    """Returns by how much a pairing exceeds the optimum: 0, or the first criterion that differs."""
    if players <= cheapest.COMPLETE_UP_TO:
        return "0"
    ours, best = alone(objective, key, players), alone(optimum, key, players)
    if ours is None or best is None:
        return "?"
    for name, cost in ours.items():
        if cost != best[name]:
            return f"{name} {(cost - best[name]) / max(best[name], 1):+.2%}"
    return "0"


class Table:
    """The table as it is printed: who was too slow once is not asked about a larger field."""

    def __init__(self) -> None:
        self._slow: set[tuple[object, str]] = set()

    def line(self, key: str, players: int) -> str:
        """Returns the row of a method and a field."""
        ours = self._run(wallchart, key, players)
        if ours is None:
            return f"{key:<11}{players:>7}{self._told(None, slow=True)}"
        bare = self._run(bare_rustworkx, key, players)
        matches = bare is not None and bare.worth > 0
        plain = self._run(plain_networkx, key, players) if matches else None
        if bare is not None and plain is not None and bare.worth != plain.worth:
            raise SystemExit(f"the libraries pair {players} players by {key} differently")
        off = excess(key, players) if matches else "-"
        return (
            f"{key:<11}{players:>7}{ours.seconds:>10.3f}{ours.peak_mb:>7.0f}"
            f"{self._told(bare if matches else None, slow=bare is None)}"
            f"{self._told(plain, slow=matches)}  {off}"
        )

    def _run(self, program: Callable[[str, int], Run], key: str, players: int) -> Run | None:
        if (program, key) in self._slow:
            return None
        run = alone(program, key, players)
        if run is None:
            self._slow.add((program, key))
        return run

    @staticmethod
    def _told(run: Run | None, *, slow: bool) -> str:
        if run is not None:
            return f"{run.seconds:>10.3f}"
        return f"{f'> {PATIENCE:.0f}' if slow else '-':>10}"


def main(wanted: Sequence[str] = ()) -> None:
    """Prints a line per method and field; of those that are wanted, if any are."""
    keys = [
        key for key in METHODS if key != GIVEN and (key in wanted or not {*METHODS} & {*wanted})
    ]
    sizes = [int(word) for word in wanted if word.isdigit()] or FIELDS
    print(f"Round {ROUNDS + 1} of {TOTAL_ROUNDS}, best of {REPEATS}, seconds of one of {MACHINE}")
    print("method     players   seconds     MB  rustworkx  networkx  excess over the optimum")
    table = Table()
    for key in keys:
        for players in sizes:
            print(table.line(key, players), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
