"""A rating list computed by a real worker with the database, and one game corrected 5 years back.

Simulated histories of ten years are recorded in a list as closed events are. A worker process is
asked over the broker to compute the list; the clock runs from the request until the ratings are in
force. Then the winner of one game is turned about in an event five years before the last one: the
worker rates what follows from it, and the difference is applied. That the list is then what it
would be from scratch is asserted for the smallest history. On SQLite, and on PostgreSQL, with its
usual care for what is on disk, where this machine can run it. Run with
`python -m bench.bench_recompute`, with numbers of games behind it for other sizes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from bench.ground import MACHINE
from tests.postgres import ROLE, NoPostgres, cluster

SIZES = (10_000, 100_000, 1_000_000)
WIDTHS = (12, 11, 8, 10, 10, 11, 8, 8, 11, 8, 9, 9)
HEADS = (
    ("", "games", "events", "recorded", "computed", "games", "CPU", "most"),
    ("", "", "", "in s", "in s", "a second", "in s", "MB"),
)
CORRECTED = (("corrected", "events", "ratings", "applied"), ("in s", "again", "changed", "in s"))


def main(sizes: tuple[int, ...] = SIZES) -> None:
    """Prints a row for each history on each database."""
    print(f"A NASPA list through the worker, {MACHINE}; on the right one game corrected\n")
    for head, more in zip(HEADS, CORRECTED, strict=True):
        print("".join(f"{word:>{width}}" for word, width in zip(head + more, WIDTHS, strict=True)))
    for name in ("SQLite", "PostgreSQL"):
        for size in sizes:
            try:
                with _database(name) as (folder, address):
                    _measure(name, folder, address, size)
            except NoPostgres as reason:
                print(f"{name}: {reason}")
                break


@contextmanager
def _database(name: str) -> Iterator[tuple[Path, str]]:
    """Yields a folder for everything that is written, and the address of an empty database."""
    with tempfile.TemporaryDirectory(prefix="wcr-") as made:
        folder = Path(made)
        if name == "SQLite":
            yield folder, ""
            return
        folder.chmod(0o755)
        with cluster(folder / "pg", careful=True) as sockets:
            yield folder, f"postgres://{ROLE}@{quote(str(sockets), safe='')}/postgres"


def _measure(name: str, folder: Path, address: str, games: int) -> None:
    """Prints the row of one history, measured in a process that knows one database only."""
    environment = {
        **os.environ,
        "WALLCHART_VAR": str(folder),
        "DATABASE_URL": address,
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
    }
    command = [sys.executable, "-m", "bench.recomputed", str(games)]
    ran = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    row = (name, *ran.stdout.split())
    print("".join(f"{cell:>{width}}" for cell, width in zip(row, WIDTHS, strict=True)), flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
