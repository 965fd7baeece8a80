"""Stored pages under load: how many a second, and how long each takes, on both databases.

`start.py up` serves an event of 300 entries and 31 rounds, and 32 connections ask for its standings
without a pause: as plain text, zipped, with what they hold of it, and that while another process
commits rows that no page shows, of which it tells how many a second came. Beside it an empty view
of Django, without middleware, in the same server. Whoever asks shares the cores. Processor time is
that of all processes of the installation, and of the database's. Run with `python -m bench
serving`; `python -m bench.bench_serving FOLDER` measures the checkout in another folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench.entering.databases import Database, each_database, event_made
from bench.ground import MACHINE
from bench.serving.asking import CONNECTIONS, WRK
from bench.serving.measuring import answered, print_head, print_row, served

HERE = Path(__file__).resolve().parent.parent
PAGE = "/events/grand/A/standings/"
ZIPPED = {"Accept-Encoding": "gzip"}
COMMITS_A_SECOND = 40
FOLLOWED_S = 24
"""Estimates of ratings come some twenty seconds after results, and make another page of it."""


def main(checkout: Path = HERE) -> None:
    """Prints the table for each database."""
    by = "wrk" if WRK else "sockets of one process"
    load = f"{os.getloadavg()[0]:.1f}"
    print_head(
        f"Standings of 300 x 31, {CONNECTIONS} connections by {by}, {MACHINE}, load {load}; ms"
    )
    for database in each_database():
        _measure(database, checkout)


def _measure(database: Database, checkout: Path) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows and the peer's."""
    environment, name = database.environment(checkout, "config.settings"), database.name
    event_made(environment, checkout, operators=1)
    with served(environment, checkout, database.servers) as up:
        time.sleep(FOLLOWED_S)
        tag = answered(up.port, PAGE, ZIPPED, 200)["ETag"]
        held = {**ZIPPED, "If-None-Match": tag}
        print_row(f"{name}: a page, plain", up, PAGE, {})
        print_row(f"{name}: a page, zipped", up, PAGE, ZIPPED)
        print_row(f"{name}: a 304", up, PAGE, held, 304)
        with _commits(environment, checkout):
            print_row(
                f"{name}: a 304 beside {COMMITS_A_SECOND} commits a second", up, PAGE, held, 304
            )
    peer = database.environment(HERE, "bench.serving.settings")
    if checkout == HERE:
        with served(peer, HERE, database.servers) as up:
            print_row(f"{name}: peer, an empty view", up, "/", {})


@contextmanager
def _commits(environment: Mapping[str, str], checkout: Path) -> Iterator[None]:
    """Has another process commit until the block ends, and prints how many a second came of it.

    Raises RuntimeError where it ended before.
    """
    writing = [
        *(sys.executable, str(HERE / "bench" / "serving" / "writing.py")),
        str(COMMITS_A_SECOND),
    ]
    with subprocess.Popen(
        writing, env=environment, cwd=checkout, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield
            if process.poll() is not None:
                raise RuntimeError("who commits ended before the others had asked")
        finally:
            process.terminate()
        saved, seconds = map(float, process.stdout.read().split())
    print(f"{'':<46}  {saved / seconds:.0f} commits a second came", flush=True)


if __name__ == "__main__":
    main(*(Path(argument).resolve() for argument in sys.argv[1:2]))
