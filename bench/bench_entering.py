"""A result accepted: how long an operator waits, and what all that follows costs the processor.

300 entries, rated, 28 rounds played and three open of 31, served by `start.py up`. Four operators
enter results as fast as they are answered, then with a pause of about a second before each; then
ten operators with one of about four, beside 2,000 readers who each ask about every ten seconds for
the page they look at. Operators are a closed loop: a pause begins once the result before it is
answered, so where answers are slow fewer results are typed. Beside it a bare view that only
inserts a row, behind the same middleware.

Processor time is that of every process of the installation, the database's own among them, until
what followed is done, less what it uses while nothing happens; in the crowd also less what the
same readers cost while nobody types. Linux tells it. On SQLite, and on PostgreSQL where this
machine can run it. Run with `python -m bench entering`; `python -m bench.bench_entering FOLDER`
measures the checkout in another folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.entering import readers
from bench.entering.databases import Database, Served, each_database, event_made
from bench.entering.operators import Operator, Work, typed
from bench.entering.processor import is_told
from bench.ground import MACHINE, installation

HERE = Path(__file__).resolve().parent.parent
OPERATORS, CROWDED = 4, 10
TYPES_EVERY_S = 4.0
READERS, READS_EVERY_S = 2_000, 10.0
COME_S, ALONE_S, CROWD_S, IDLE_S = 40, 20, 60, 10
FOLLOWED_S = 24
"""The wait for work after a result: it waits up to twenty seconds for more."""
FLOOD, PACED = 140, 140
PORT = 9130


def main(checkout: Path = HERE) -> None:
    """Prints the table for each database."""
    print(f"A result accepted, 300 entries x 31 rounds, {MACHINE}; ms")
    print(f"{'':<44}{'p50':>7}{'p95':>7}{'p99':>7}{'count':>8}{'a second':>10}{'processor':>11}")
    for database in each_database():
        _measure(database, checkout)


def _measure(database: Database, checkout: Path) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows."""
    environment = database.environment(checkout, "bench.entering.settings")
    ground, name = event_made(environment, checkout, operators=CROWDED), database.name
    games = [(int(number), entry) for number, ones in ground["games"].items() for entry in ones]
    with installation(PORT, environment=environment, checkout=checkout) as up:
        # The first pages load the templates and learn the statements.
        operators = [
            Operator(PORT, key, seed, round_number=games[0][0])
            for seed, key in enumerate(ground["sessions"])
        ]
        for operator in operators:
            operator.insert(0, 0)
            operator.enter(*games.pop())
        served = _at_rest(PORT, (up, *database.servers))
        few = operators[:OPERATORS]
        flood, paced, rest = games[:FLOOD], games[FLOOD : FLOOD + PACED], games[FLOOD + PACED :]
        _row(f"{name}: a bare insert, without a pause", served, few, flood, Operator.insert)
        _row(f"{name}: a result, without a pause", served, few, flood, Operator.enter)
        _row(f"{name}: a result, a pause of 1 s", served, few, paced, Operator.enter, pause=1)
        _in_a_crowd(name, served, operators, rest)


def _at_rest(port: int, processes: tuple[int, ...]) -> Served:
    """Returns the installation once all is followed up, with what it uses a second from then on."""
    served = Served(port, processes)
    time.sleep(FOLLOWED_S)
    before = served.used()
    time.sleep(IDLE_S)
    return Served(port, processes, (served.used() - before) / IDLE_S)


def _row(
    name: str,
    served: Served,
    operators: list[Operator],
    games: list[tuple[int, int]],
    work: Work,
    *,
    pause: float = 0,
) -> None:
    """Has the games typed, and prints what that took when all that follows is done."""
    before, began = served.used(), time.perf_counter()
    took, seconds = typed(operators, games, work, pause=pause)
    time.sleep(FOLLOWED_S)
    used = served.used() - before - served.idle * (time.perf_counter() - began)
    _print(name, took, seconds, used * 1000 / len(took))


def _in_a_crowd(
    name: str, served: Served, operators: list[Operator], games: list[tuple[int, int]]
) -> None:
    """Prints what a result takes and costs while a crowd reads, and what the crowd is answered."""
    arguments = map(str, (PORT, READERS, READS_EVERY_S, COME_S, ALONE_S, CROWD_S))
    command = [sys.executable, str(Path(readers.__file__)), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        before, began = served.used(), time.perf_counter()
        process.stdout.readline()
        reading = (served.used() - before) / (time.perf_counter() - began)
        before, began = served.used(), time.perf_counter()
        took, seconds = typed(
            operators, games, Operator.enter, pause=TYPES_EVERY_S, seconds=CROWD_S - TYPES_EVERY_S
        )
        used = served.used() - before - reading * (time.perf_counter() - began)
        _, alone, crowded = json.loads(process.stdout.read())
    looked = len(alone["took"]) / ALONE_S
    _tell(f"{name}: a page to {READERS:,} readers", alone, ALONE_S, reading * 1000 / looked)
    title = f"{name}: a result of {CROWDED} among the readers"
    _print(title, took, seconds, used * 1000 / len(took))
    _tell(f"{name}: a page to the readers meanwhile", crowded, CROWD_S)


def _tell(
    name: str, answered: Mapping[str, Any], seconds: float, processor_ms: float | None = None
) -> None:
    _print(name, answered["took"], seconds, processor_ms)
    counted = Counter(answered["answers"]).most_common()
    print(f"{'':<44}  {', '.join(f'{number} x {how}' for how, number in counted)}", flush=True)


def _print(name: str, took: list[float], seconds: float, processor_ms: float | None) -> None:
    cuts = quantiles(took, n=100, method="inclusive")
    figures = "".join(f"{cuts[at - 1]:>7.0f}" for at in (50, 95, 99))
    cost = "" if processor_ms is None or not is_told() else f"{processor_ms:>11.1f}"
    print(f"{name:<44}{figures}{len(took):>8}{len(took) / seconds:>10.0f}{cost}", flush=True)


if __name__ == "__main__":
    main(*(Path(folder).resolve() for folder in sys.argv[1:]))
