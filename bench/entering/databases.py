"""The databases of the benchmarks that serve an event: a file, then a server of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.entering.processor import is_told, processor_s
from tests.postgres import ROLE, NoPostgres, cluster

GROUND = Path(__file__).resolve().parent / "ground.py"


@dataclass(frozen=True, slots=True)
class Database:
    """An empty database, with the folder of the installation that is to use it.

    `servers` are the processes of the database itself, none where it is a file.
    """

    name: str
    folder: Path
    address: str = ""
    servers: tuple[int, ...] = ()

    def environment(self, checkout: Path, settings: str) -> dict[str, str]:
        """Returns the environment of a process of this checkout that uses it."""
        return {
            **os.environ,
            "PYTHONPATH": str(checkout),
            "WALLCHART_VAR": str(self.folder),
            "DATABASE_URL": self.address,
            "DJANGO_SETTINGS_MODULE": settings,
            "LOG_LEVEL": "ERROR",
        }


@dataclass(frozen=True, slots=True)
class Served:
    """An installation that runs: where it answers, what it is made of, what it uses when idle."""

    port: int
    processes: tuple[int, ...]
    idle: float = 0.0

    def used(self) -> float:
        """Returns how many seconds of processor time all of it has used."""
        return processor_s(self.processes) if is_told() else 0.0


def each_database() -> Iterator[Database]:
    """Yields an SQLite database, then one on PostgreSQL; says so where that cannot be run."""
    with tempfile.TemporaryDirectory(prefix="wcb-") as folder:
        yield Database("SQLite", Path(folder))
    with tempfile.TemporaryDirectory(prefix="wcb-") as folder:
        Path(folder).chmod(0o755)
        try:
            with cluster(Path(folder) / "pg") as sockets:
                address = f"postgres://{ROLE}@{quote(str(sockets), safe='')}/postgres"
                server = int((sockets / "data" / "postmaster.pid").read_text().split()[0])
                yield Database("PostgreSQL", Path(folder), address, (server,))
        except NoPostgres as reason:
            print(f"PostgreSQL: {reason}")


def event_made(environment: dict[str, str], checkout: Path, *, operators: int) -> dict[str, Any]:
    """Makes the event with as many operators; returns their `sessions` and the open `games`."""
    made = subprocess.run(
        [sys.executable, str(GROUND), str(operators)],
        env=environment,
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    )
    told: dict[str, Any] = json.loads(made.stdout.splitlines()[-1])
    return told
