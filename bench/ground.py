"""The ground of the benchmarks that need a database: a fresh SQLite file, as in a hall."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

MACHINE = "2 cores"


def fresh_database() -> None:
    """Sets Django up on an empty database in a folder that goes with the process."""
    if "WALLCHART_BENCH" in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="wallchart-bench-")
    os.environ |= {
        "WALLCHART_BENCH": folder,
        "WALLCHART_VAR": folder,
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
    }
    import atexit

    import django
    from django.core.management import call_command

    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)


def free_port() -> int:
    """Returns a port of this machine at which nobody answers."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def installation(
    port: int, *, environment: Mapping[str, str] | None = None, checkout: Path | None = None
) -> Iterator[int]:
    """Runs `start.py up` until the block ends; yields the process's number.

    It serves the database of this process, unless the environment names another; `checkout` is the
    folder of the program, unless it is this one.
    """
    given = os.environ if environment is None else environment
    own = {**given, "PORT": str(port), "DEMO": "0", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "config.up", "--follow-parent"]
    with subprocess.Popen(
        command, env=own, cwd=checkout, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "Wallchart runs at" in line:
                break
        try:
            yield process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


def best(work: Callable[[], object], repeats: int = 5) -> float:
    """Returns the shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def simulated_tsh(players: int, rounds: int, seed: int = 1) -> dict[str, bytes]:
    """Returns an invented division as a tsh folder, every round paired at random and played."""
    dice = Random(seed)
    opponents: dict[int, list[int]] = {n: [] for n in range(1, players + 1)}
    scores: dict[int, list[int]] = {n: [] for n in opponents}
    sides: dict[int, list[int]] = {n: [] for n in opponents}
    for _ in range(rounds):
        order = dice.sample(sorted(opponents), players)
        for one, two in zip(order[::2], order[1::2], strict=False):
            for own, other, side in ((one, two, 1), (two, one, 2)):
                opponents[own].append(other)
                scores[own].append(dice.randint(250, 550))
                sides[own].append(side)
        if players % 2:
            opponents[order[-1]].append(0)
            scores[order[-1]].append(50)
            sides[order[-1]].append(0)
    lines = [
        f"Player, P{n:03} {dice.randint(500, 2000)} {_words(opponents[n])}; {_words(scores[n])};"
        f" p12 {_words(sides[n])}; rtime {_words([1142377028 + r for r in range(rounds)])}\n"
        for n in opponents
    ]
    config = f"division A a.t\nconfig event_name = 'Simulated'\nconfig max_rounds = {rounds}\n"
    return {"config.tsh": config.encode(), "a.t": "".join(lines).encode()}


def _words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))
