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
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from bench.entering.processor import is_told, processor_s
from bench.ground import MACHINE, free_port, installation
from bench.serving.asking import CONNECTIONS, WRK, asked
from tests.postgres import ROLE, NoPostgres, cluster

HERE = Path(__file__).resolve().parent.parent
PAGE = "/events/grand/A/standings/"
ZIPPED = {"Accept-Encoding": "gzip"}
SECONDS, WARM_S = 8, 2
COMMITS_A_SECOND = 40


class Up(NamedTuple):
    """An installation that runs: its port, and the processes that started all others of it."""

    port: int
    processes: tuple[int, ...]

    def used_s(self) -> float:
        """Returns how many seconds of processor time all of it has used."""
        return processor_s(self.processes) if is_told() else 0.0


def main(checkout: Path = HERE) -> None:
    """Prints the table for each database."""
    by = "wrk" if WRK else "sockets of one process"
    load = f"{os.getloadavg()[0]:.1f}"
    print(f"Standings of 300 x 31, {CONNECTIONS} connections by {by}, {MACHINE}, load {load}; ms")
    print(f"{'':<46}{'a second':>10}{'p50':>9}{'p99':>9}{'processor':>11}")
    with tempfile.TemporaryDirectory(prefix="wcs-") as folder:
        _measure("SQLite", checkout, Path(folder), "")
    with tempfile.TemporaryDirectory(prefix="wcs-") as folder:
        Path(folder).chmod(0o755)
        try:
            with cluster(Path(folder) / "pg") as sockets:
                address = f"postgres://{ROLE}@{quote(str(sockets), safe='')}/postgres"
                server = int((sockets / "data" / "postmaster.pid").read_text().split()[0])
                _measure("PostgreSQL", checkout, Path(folder), address, server)
        except NoPostgres as reason:
            print(f"PostgreSQL: {reason}")


def _measure(name: str, checkout: Path, folder: Path, database: str, *servers: int) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows and the peer's."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(checkout),
        "WALLCHART_VAR": str(folder),
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
    }
    making = [sys.executable, str(HERE / "bench" / "entering" / "ground.py"), "1"]
    subprocess.run(making, env=environment, cwd=checkout, check=True, capture_output=True)
    with _served(environment, checkout, servers) as up:
        tag = _answered(up.port, PAGE, ZIPPED, 200)["ETag"]
        held = {**ZIPPED, "If-None-Match": tag}
        _print(f"{name}: a page, plain", up, PAGE, {})
        _print(f"{name}: a page, zipped", up, PAGE, ZIPPED)
        _print(f"{name}: a 304", up, PAGE, held, 304)
        with _commits(environment, checkout):
            _print(f"{name}: a 304 beside {COMMITS_A_SECOND} commits a second", up, PAGE, held, 304)
    peer = environment | {
        "PYTHONPATH": str(HERE),
        "DJANGO_SETTINGS_MODULE": "bench.serving.settings",
    }
    if checkout == HERE:
        with _served(peer, HERE, servers) as up:
            _print(f"{name}: peer, an empty view", up, "/", {})


def _print(name: str, up: Up, path: str, headers: Mapping[str, str], status: int = 200) -> None:
    """Prints the row of what is asked with these headers; it is answered so before and after."""
    asked(up.port, path, headers, WARM_S)
    _answered(up.port, path, headers, status)
    before = up.used_s()
    found = asked(up.port, path, headers, SECONDS)
    used = (up.used_s() - before) * 1000 / found.answers
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
) -> Iterator[Up]:
    """Runs `start.py up` of a checkout on a free port until the block ends."""
    port = free_port()
    with installation(port, environment=environment, checkout=checkout) as process:
        yield Up(port, (process, *servers))


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
