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
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path

from bench.entering.databases import Database, Served, each_database, event_made
from bench.entering.processor import is_told
from bench.ground import MACHINE, free_port, installation
from bench.serving.asking import CONNECTIONS, WRK, asked

HERE = Path(__file__).resolve().parent.parent
PAGE = "/events/grand/A/standings/"
ZIPPED = {"Accept-Encoding": "gzip"}
SECONDS, WARM_S = 8, 2
COMMITS_A_SECOND = 40
FOLLOWED_S = 24
"""Estimates of ratings come some twenty seconds after results, and make another page of it."""


def main(checkout: Path = HERE) -> None:
    """Prints the table for each database."""
    by = "wrk" if WRK else "sockets of one process"
    load = f"{os.getloadavg()[0]:.1f}"
    print(f"Standings of 300 x 31, {CONNECTIONS} connections by {by}, {MACHINE}, load {load}; ms")
    print(f"{'':<46}{'a second':>10}{'p50':>9}{'p99':>9}{'processor':>11}")
    for database in each_database():
        _measure(database, checkout)


def _measure(database: Database, checkout: Path) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows and the peer's."""
    environment, name = database.environment(checkout, "config.settings"), database.name
    event_made(environment, checkout, operators=1)
    with _served(environment, checkout, database.servers) as up:
        time.sleep(FOLLOWED_S)
        tag = _answered(up.port, PAGE, ZIPPED, 200)["ETag"]
        held = {**ZIPPED, "If-None-Match": tag}
        _print(f"{name}: a page, plain", up, PAGE, {})
        _print(f"{name}: a page, zipped", up, PAGE, ZIPPED)
        _print(f"{name}: a 304", up, PAGE, held, 304)
        with _commits(environment, checkout):
            _print(f"{name}: a 304 beside {COMMITS_A_SECOND} commits a second", up, PAGE, held, 304)
    peer = database.environment(HERE, "bench.serving.settings")
    if checkout == HERE:
        with _served(peer, HERE, database.servers) as up:
            _print(f"{name}: peer, an empty view", up, "/", {})


def _print(name: str, up: Served, path: str, headers: Mapping[str, str], status: int = 200) -> None:
    """Prints the row of what is asked with these headers; it is answered so before and after."""
    asked(up.port, path, headers, WARM_S)
    _answered(up.port, path, headers, status)
    before = up.used()
    found = asked(up.port, path, headers, SECONDS)
    used = (up.used() - before) * 1000 / found.answers
    _answered(up.port, path, headers, status)
    figures = f"{found.rate:>10.0f}{found.p50:>9.1f}{found.p99:>9.1f}"
    cost = f"{used:>11.2f}" if is_told() else ""
    print(f"{name:<46}{figures}{cost}", flush=True)


def _answered(port: int, path: str, headers: Mapping[str, str], status: int) -> Message:
    """Returns the headers of an answer, which has to be of this status: else RuntimeError."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as web:
        web.request("GET", path, headers=dict(headers))
        answer = web.getresponse()
        if answer.status != status:
            raise RuntimeError(f"{path}: {answer.status} and not {status}")
        return answer.headers


@contextmanager
def _served(
    environment: Mapping[str, str], checkout: Path, servers: tuple[int, ...]
) -> Iterator[Served]:
    """Runs `start.py up` of a checkout on a free port until the block ends."""
    port = free_port()
    with installation(port, environment=environment, checkout=checkout) as process:
        yield Served(port, (process, *servers))


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
