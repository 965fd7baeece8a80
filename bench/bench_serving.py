"""Stored pages under load: how many a second, and how long each takes, on both databases.

`start.py up` serves an event of 300 entries and 15 rounds, and 32 connections ask for its standings
without a pause: as plain text, zipped, and with what they hold of it. Beside it an empty view of
Django, without middleware, in the same server: what is not the server's own. Whoever asks shares
the cores. Run with `python -m bench serving`, or `python -m bench.bench_serving FOLDER` to measure
another checkout of this program.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from bench.ground import MACHINE
from bench.serving.asking import CONNECTIONS, WRK, Figures, asked
from bench.serving.computing import computed_s
from tests.postgres import ROLE, NoPostgres, cluster

HERE = Path(__file__).resolve().parent.parent
PAGE = "/events/grand/A/standings/"
ZIPPED = {"Accept-Encoding": "gzip"}
SECONDS = 8
WARM_S = 2


class Up(NamedTuple):
    """An installation that runs: its port, and the process that started all others."""

    port: int
    process: int


def main(checkout: Path = HERE) -> None:
    """Prints the table for each database."""
    by = "wrk" if WRK else "sockets of one process"
    print(f"Standings of 300 entries, {CONNECTIONS} connections by {by}, {SECONDS} s, {MACHINE}")
    print("ms: p50, p99, and computing time of the whole installation for an answer")
    print(f"{'':<34}{'a second':>10}{'p50':>9}{'p99':>9}{'computing':>11}")
    with tempfile.TemporaryDirectory(prefix="wcs-") as folder:
        _measure("SQLite", Path(folder), "", checkout)
    with tempfile.TemporaryDirectory(prefix="wcs-") as folder:
        Path(folder).chmod(0o755)
        try:
            with cluster(Path(folder) / "pg") as sockets:
                address = f"postgres://{ROLE}@{quote(str(sockets), safe='')}/postgres"
                _measure("PostgreSQL", Path(folder), address, checkout)
        except NoPostgres as reason:
            print(f"PostgreSQL: {reason}")


def _measure(name: str, folder: Path, database: str, checkout: Path) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows and the peer's."""
    environment = {
        **os.environ,
        "WALLCHART_VAR": str(folder),
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
        "DEMO": "0",
        "PYTHONUNBUFFERED": "1",
    }
    making = [sys.executable, "-m", "bench.entering.ground", "1"]
    subprocess.run(making, env=environment, cwd=checkout, check=True, capture_output=True)
    with _served(environment, checkout) as up:
        tag = _tag(up.port)
        _print(f"{name}: a page, plain", up, PAGE, {})
        _print(f"{name}: a page, zipped", up, PAGE, ZIPPED)
        _print(f"{name}: a 304", up, PAGE, {**ZIPPED, "If-None-Match": tag})
    peer = environment | {"DJANGO_SETTINGS_MODULE": "bench.serving.settings"}
    with _served(peer, HERE) as up:
        _print(f"{name}: peer, an empty view", up, "/", {})


def _print(name: str, up: Up, path: str, headers: Mapping[str, str]) -> None:
    asked(up.port, path, dict(headers), WARM_S)
    before = computed_s(up.process)
    found: Figures = asked(up.port, path, dict(headers), SECONDS)
    computing = (computed_s(up.process) - before) * 1000 / found.answers
    figures = f"{found.rate:>10.0f}{found.p50:>9.1f}{found.p99:>9.1f}{computing:>11.2f}"
    print(f"{name:<34}{figures}", flush=True)


def _tag(port: int) -> str:
    """Returns the tag of the page, which is made by asking for it."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as web:
        web.request("GET", PAGE, headers=ZIPPED)
        answer = web.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"{PAGE}: {answer.status}")
        return answer.headers["ETag"]


@contextmanager
def _served(environment: Mapping[str, str], checkout: Path) -> Iterator[Up]:
    """Runs `start.py up` of a checkout until the block ends."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "config.up", "--follow-parent"]
    told = {**environment, "PORT": str(port)}
    with subprocess.Popen(
        command, env=told, cwd=checkout, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        if not any("Wallchart runs at" in line for line in process.stdout):
            raise RuntimeError("the installation did not start")
        try:
            yield Up(port, process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


if __name__ == "__main__":
    main(*(Path(argument).resolve() for argument in sys.argv[1:2]))
