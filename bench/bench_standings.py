"""Standings of a large division after the last and after every round, beside a plain recount.

The peer is what one would write first: for every round it adds up all outcomes so far in a
dictionary, sorts tuples and builds no rows. Both must give the same order. Run with
`python -m bench.bench_standings`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from games.engine.tie_breaks.registry import TIE_BREAKS
from tournaments.standings.records import Competitor, RoundOutcome, StandingsTerms
from tournaments.standings.table import standings, standings_by_round

MACHINE = "2 cores"
ENTRIES = 300
ROUNDS = 31
REPEATS = 5

Order = list[int]


def division(seed: int = 1) -> tuple[list[Competitor], list[RoundOutcome]]:
    """Returns an invented division of `ENTRIES` entries and `ROUNDS` rounds of random pairs."""
    random = Random(seed)
    field = [Competitor(n, rating=random.randint(500, 2100)) for n in range(1, ENTRIES + 1)]
    outcomes = []
    for round_number in range(1, ROUNDS + 1):
        order = random.sample(range(1, ENTRIES + 1), ENTRIES)
        for one, two in zip(order[::2], order[1::2], strict=True):
            mine, yours = random.randint(250, 550), random.randint(250, 550)
            credit = 1 + (mine > yours) - (mine < yours)
            outcomes.append(RoundOutcome(one, round_number, credit, 2 - credit, mine - yours, mine))
            outcomes.append(
                RoundOutcome(two, round_number, 2 - credit, credit, yours - mine, yours)
            )
    return field, outcomes


def recount(field: list[Competitor], outcomes: list[RoundOutcome], through_round: int) -> Order:
    """Returns the order of entry numbers, counted from nothing."""
    records = {c.number: [0, 0, 0, c.rating] for c in field}
    for outcome in outcomes:
        if outcome.round <= through_round:
            record = records[outcome.entry]
            record[0] += outcome.half_wins
            record[1] += outcome.half_losses
            record[2] += outcome.spread
    return sorted(
        records,
        key=lambda n: (-records[n][0], records[n][1], -records[n][2], -records[n][3], n),
    )


def best_of(work: Callable[[], object]) -> float:
    """Returns the shortest of `REPEATS` runs, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return min(times) * 1000


def main() -> None:
    """Prints a table of both programs on the same division, in milliseconds."""
    field, outcomes = division()
    tables = standings_by_round(field, outcomes, last_round=ROUNDS)
    for round_number, table in enumerate(tables):
        if [row.number for row in table] != recount(field, outcomes, round_number):
            raise SystemExit(f"the orders differ after round {round_number}")
    rounds = range(1, ROUNDS + 1)
    by_total = StandingsTerms(tie_breaks=(TIE_BREAKS["sum_before_spread"],))
    rows = (
        (
            "last round",
            best_of(lambda: standings(field, outcomes, through_round=ROUNDS)),
            best_of(lambda: recount(field, outcomes, ROUNDS)),
        ),
        (
            "all rounds",
            best_of(lambda: standings_by_round(field, outcomes, last_round=ROUNDS)),
            best_of(lambda: [recount(field, outcomes, r) for r in rounds]),
        ),
        (
            "by total",
            best_of(lambda: standings_by_round(field, outcomes, last_round=ROUNDS, terms=by_total)),
            best_of(lambda: [recount(field, outcomes, r) for r in rounds]),
        ),
    )
    print(f"Standings of {ENTRIES} entries x {ROUNDS} rounds, best of {REPEATS}, {MACHINE}")
    print(f"{'':<12}{'wallchart ms':>14}{'recount ms':>12}")
    for name, ours, peer in rows:
        print(f"{name:<12}{ours:>14.1f}{peer:>12.1f}")


if __name__ == "__main__":
    main()
