"""Stored standings as a page, as JSON and as a 304, and what more web processes bring.

`start.py up` serves an event of 300 entries and 31 rounds, and 32 connections ask for its standings
without a pause: the page and the answer of the API, each zipped and as a 304; then both with one to
four web processes. Beside the API a plain ModelViewSet of Django REST framework over a table with
the same rows, in the same server, with no middleware but the one that tells an answer's length.
Whoever asks shares the cores, so more processes than cores bring nothing here. On SQLite, and on
PostgreSQL where this machine can run it.
Run with `python -m bench api`; `bench entering` measures results beside 2,000 readers.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from bench.bench_serving import FOLLOWED_S, HERE, PAGE, ZIPPED
from bench.entering.databases import Database, Served, each_database, event_made
from bench.ground import MACHINE
from bench.serving.asking import CONNECTIONS, WRK
from bench.serving.measuring import answered, body, print_head, print_row, served

JSON = "/api/v1/events/grand/divisions/A/standings"
MOST_PROCESSES = 4


def main() -> None:
    """Prints the table for each database."""
    by = "wrk" if WRK else "sockets of one process"
    load = f"{os.getloadavg()[0]:.1f}"
    print_head(
        f"Standings of 300 x 31, {CONNECTIONS} connections by {by}, {MACHINE}, load {load}; ms"
    )
    for database in each_database():
        _measure(database)


def _measure(database: Database) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows and the peer's."""
    environment, name = database.environment(HERE, "config.settings"), database.name
    event_made(environment, HERE, operators=1)
    with served(environment, HERE, database.servers) as up:
        time.sleep(FOLLOWED_S)
        print_row(f"{name}: page, zipped", up, PAGE, ZIPPED)
        print_row(f"{name}: page, 304", up, PAGE, _held(up, PAGE), 304)
        stored = print_row(f"{name}: JSON", up, JSON, {})
        print_row(f"{name}: JSON, zipped", up, JSON, ZIPPED)
        print_row(f"{name}: JSON, 304", up, JSON, _held(up, JSON), 304)
        rows = body(up.port, JSON)
    plain = _peer(database, rows)
    print(f"{'':<46}  stored JSON is {stored / plain:.0f} times as fast as the peer", flush=True)
    for processes in range(1, MOST_PROCESSES + 1):
        more = {**environment, "WEB_PROCESSES": str(processes)}
        with served(more, HERE, database.servers) as up:
            told = f"{name}, {processes} web process{'es' if processes > 1 else ''}"
            print_row(f"{told}: page, zipped", up, PAGE, ZIPPED)
            print_row(f"{told}: JSON, zipped", up, JSON, ZIPPED)


def _held(up: Served, path: str) -> dict[str, str]:
    """Returns the headers of who holds what is at a path."""
    return {**ZIPPED, "If-None-Match": answered(up.port, path, ZIPPED, 200)["ETag"]}


def _peer(database: Database, rows: bytes) -> float:
    """Prints the row of the peer, which has the rows that the API told; returns its rate."""
    environment = database.environment(HERE, "bench.serving.peer.settings")
    filling = Path(__file__).parent / "serving" / "peer" / "filling.py"
    subprocess.run(
        [sys.executable, str(filling)], env=environment, cwd=HERE, check=True, input=rows
    )
    with served(environment, HERE, database.servers) as up:
        return print_row(f"{database.name}: peer, a ModelViewSet", up, "/ranks/", {})


if __name__ == "__main__":
    main()
