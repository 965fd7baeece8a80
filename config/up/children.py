"""The processes that make up Wallchart: how each is started, watched, restarted and stopped."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.lifeline import die_with_parent

RESTARTS = 5
HEALTHY_AFTER_S = 60.0
LOG_LIMIT = 10_000_000


class ChildGaveUp(Exception):
    """A process that ended more often than it is worth starting."""


@dataclass
class Child:
    """One process, its log file, and how often it had to be started again."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None
    restarts: int = 0
    started_at: float = 0.0
    start_again_at: float | None = None

    def start(self) -> None:
        """Start the process in a session of its own, tied to this one, writing to its log."""
        parent = os.getpid()
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as output:
            # This program has one thread, so running Python between fork and exec is safe.
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent),  # noqa: PLW1509
            )
        self.started_at = time.monotonic()
        self.start_again_at = None

    def look_after(self, tell: Callable[[str], None]) -> None:
        """Start the process again when it has ended, later each time.

        Raises ChildGaveUp when it ended more than `RESTARTS` times without a healthy minute.
        """
        if self.process is None:
            return
        now = time.monotonic()
        if self.start_again_at is not None:
            if now >= self.start_again_at:
                self.start()
            return
        code = self.process.poll()
        if code is None:
            return
        self.sweep_up()
        if now - self.started_at > HEALTHY_AFTER_S:
            self.restarts = 0
        self.restarts += 1
        if self.restarts > RESTARTS:
            raise ChildGaveUp(f"{self.name} {_ending(code)} and does not stay up; see {self.log}.")
        tell(f"{self.name} {_ending(code)}; starting it again ({self.restarts} of {RESTARTS}).")
        self.start_again_at = now + 2.0 ** (self.restarts - 1) / 2

    def ask_to_stop(self) -> None:
        """Ask the process to end in good order."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
        self.start_again_at = None

    def running(self) -> bool:
        """Return whether the process has been started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def sweep_up(self) -> None:
        """Kill what is left of the process's session, itself included."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"stopped with exit code {code}"


def web_child(*, host: str, port: int, logs: Path) -> Child:
    """Return the web server: two processes of four threads."""
    command = [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
        *("--config", "python:config.web_server"),
        *("--bind", f"{host}:{port}"),
    ]
    return Child(name="The web server", command=command, log=logs / "web.log")


def worker_child(*, schedule: Path, logs: Path) -> Child:
    """Return the one Celery worker, with the clock that sweeps up forgotten jobs inside it."""
    command = [
        *(sys.executable, "-m", "celery", "--app", "config", "worker"),
        *("--beat", "--schedule", str(schedule)),
        *("--concurrency", "2", "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle"),
    ]
    return Child(name="The worker", command=command, log=logs / "worker.log")
