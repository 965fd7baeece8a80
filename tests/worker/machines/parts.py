"""The parts of an installation on several machines: each can be killed, and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote

from config.broker import find_server
from tests.databases import TEMPLATE, made_cluster
from tests.installations import with_static_files
from tests.postgres import ROLE, prepare, served
from tests.processes import (
    a_free_port,
    running,
    wait_until,
    web_answers,
    worker_command,
)
from tests.settings import RUN_DIR

Start = Callable[[], AbstractContextManager[subprocess.Popen[bytes]]]


@dataclass
class Part:
    """One program of an installation. `death` is the signal by which it is killed."""

    name: str
    start: Start
    is_up: Callable[[str], bool]
    """Told what it wrote to its log since it began."""
    log: Path
    death: signal.Signals = signal.SIGKILL
    _running: ExitStack = field(default_factory=ExitStack)
    _process: subprocess.Popen[bytes] | None = None
    _written: int = 0

    def begin(self) -> None:
        """Start it."""
        self._written = self.log.stat().st_size if self.log.exists() else 0
        self._process = self._running.enter_context(self.start())

    def kill(self) -> None:
        """End it, with all that it started, as a failing machine does."""
        assert self._process is not None
        assert self._process.poll() is None, f"{self.name} had ended by itself"
        os.killpg(self._process.pid, self.death)
        self._process.wait()
        self._running.close()

    def await_up(self) -> None:
        """Wait until it does its work."""
        wait_until(lambda: self.is_up(self._said()), what=f"{self.name} at work", log=self.log)

    def _said(self) -> str:
        return self.log.read_bytes()[self._written :].decode(errors="replace")

    def end(self) -> None:
        """End it for good."""
        self._running.close()


@dataclass(frozen=True)
class Machines:
    """All parts, in the order in which they are started, and the one address in front."""

    parts: Mapping[str, Part]
    port: int
    environment: Mapping[str, str]


@contextmanager
def machines(folder: Path) -> Iterator[Machines]:
    """Have PostgreSQL, Valkey, two web processes, two workers, a clock and the address in front.

    None of them runs when the block begins, and none when it has ended. Two machines have nothing
    in common but the secret and the addresses of the database and of the broker.
    """
    place = RUN_DIR / f"machines-{os.getpid()}"  # a short path, which `nobody` may enter
    prepare(place, copied=made_cluster())
    bell, front, *webs = (a_free_port() for _ in range(4))
    shared = {
        "DATABASE_URL": f"postgres://{ROLE}@{quote(str(place), safe='')}/{TEMPLATE}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
        "REDIS_URL": f"redis://127.0.0.1:{bell}/0",
    }

    def part(name: str, command: Sequence[str], is_up: Callable[[str], bool]) -> Part:
        log, var = folder / f"{name}.log", folder / name
        with_static_files(var)
        environment = {**shared, "WALLCHART_VAR": str(var)}
        start = partial(
            running, command, log=log, environment=environment, stop_signal=signal.SIGKILL
        )
        return Part(name, start, is_up, log)

    parts = {
        "database": Part(
            "database", lambda: served(place), lambda _: True, place / "log", signal.SIGQUIT
        ),
        "broker": part("broker", _broker(bell), lambda _: takes_connections(bell)),
    }
    for number, port in enumerate(webs, start=1):
        parts[f"web{number}"] = part(f"web{number}", _web(port), partial(_answers, port))
    for number in (1, 2):
        name = f"worker{number}"
        command = [*worker_command(), "--hostname", f"{name}@%h"]
        parts[name] = part(name, command, lambda said: " ready." in said)
    parts["front"] = part("front", _balancer(front, webs), lambda _: takes_connections(front))
    environment = {**shared, "WALLCHART_VAR": str(folder / "ground")}
    try:
        yield Machines(parts, front, environment)
    finally:
        for one in reversed(parts.values()):
            one.end()
        shutil.rmtree(place, ignore_errors=True)


def _answers(port: int, _: str) -> bool:
    return web_answers(port)


def takes_connections(port: int) -> bool:
    """Return whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _broker(port: int) -> list[str]:
    server = find_server()
    assert server is not None, "this machine has no Redis or Valkey server to test with"
    return [str(server), "--port", str(port), "--save", "", "--appendonly", "no"]


def _web(port: int) -> list[str]:
    return [sys.executable, "-m", "config.web_server", "--port", str(port)]


def _balancer(port: int, webs: Sequence[int]) -> list[str]:
    return [sys.executable, "-m", "tests.worker.machines.balancer", *map(str, (port, *webs))]
