"""The processes that make up Wallchart: how each is started, watched, restarted and stopped."""

import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.machine import GUNICORN, PREFORK
from core.lifeline import Tied, start_tied

RESTARTS = 5
HEALTHY_AFTER_S = 60.0
TRY_EVERY_S = 30.0
LOG_LIMIT = 10_000_000


class ChildGaveUp(Exception):
    """A process that ended more often than it is worth starting."""


@dataclass
class Child:
    """One process, its log file, and how often it had to be started again.

    Without a `vital` one nothing can be shown or entered; the others may be missing for hours.
    """

    name: str
    command: Sequence[str]
    log: Path
    line: str
    environment: Mapping[str, str] = field(default_factory=dict)
    vital: bool = False
    tied: Tied | None = None
    restarts: int = 0
    started_at: float = 0.0
    start_again_at: float | None = None

    def start(self) -> None:
        """Start the process in a session of its own, tied to this one, writing to its log."""
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.replace(self.log.with_suffix(".old.log"))
        with self.log.open("ab") as output:
            # With the kernel's line this program has one thread, so it may run Python between
            # fork and exec.
            self.tied = start_tied(
                self.command, output=output, line=self.line, environment=self.environment
            )
        self.started_at = time.monotonic()
        self.start_again_at = None

    def look_after(self, tell: Callable[[str], None]) -> None:
        """Start the process again when it has ended, later each time.

        When it ended more than `RESTARTS` times without a healthy minute it is tried twice a
        minute, for good; a vital one raises ChildGaveUp.
        """
        if self.tied is None:
            return
        now = time.monotonic()
        if self.start_again_at is not None:
            if now >= self.start_again_at:
                self.start()
            return
        code = self.tied.process.poll()
        if code is None:
            return
        self.sweep_up()
        if now - self.started_at > HEALTHY_AFTER_S:
            self.restarts = 0
        self.restarts += 1
        if self.restarts > RESTARTS:
            self._give_up(
                f"{self.name} {_ending(code)} and does not stay up; see {self.log}.", tell
            )
            self.start_again_at = now + TRY_EVERY_S
            return
        tell(f"{self.name} {_ending(code)}; starting it again ({self.restarts} of {RESTARTS}).")
        self.start_again_at = now + 2.0 ** (self.restarts - 1) / 2

    def _give_up(self, sentence: str, tell: Callable[[str], None]) -> None:
        if self.vital:
            raise ChildGaveUp(sentence)
        if self.restarts == RESTARTS + 1:
            tell(f"{sentence} Everything but ratings and mirrors goes on; it is tried again.")

    def ask_to_stop(self) -> None:
        """Ask the process to end in good order."""
        if self.tied is not None and self.tied.running():
            self.tied.ask_to_end()
        self.start_again_at = None

    def running(self) -> bool:
        """Return whether the process has been started and has not ended."""
        return self.tied is not None and self.tied.running()

    def sweep_up(self) -> None:
        """Kill what is left of the process's session, itself included."""
        if self.tied is not None:
            self.tied.end_now()


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"stopped with exit code {code}"


def web_child(*, server: str, host: str, port: int, logs: Path, line: str) -> Child:
    """Return the web server: gunicorn with two processes of four threads, or waitress."""
    if server == GUNICORN:
        command = [
            *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
            *("--config", "python:config.web_server"),
            *("--bind", f"{host}:{port}"),
        ]
    else:
        command = [
            *(sys.executable, "-m", "config.web_waitress"),
            *("--host", host, "--port", str(port)),
        ]
    log = logs / "web.log"
    return Child(name="The web server", command=command, log=log, line=line, vital=True)


def worker_children(*, pool: str, schedule: Path, logs: Path, line: str) -> list[Child]:
    """Return the one Celery worker and the clock that sweeps up forgotten jobs.

    The clock runs inside the worker where that can fork, else beside it.
    """
    celery = (sys.executable, "-m", "celery", "--app", "config")
    clock = ("--schedule", str(schedule))
    worker = [
        *(*celery, "worker", "--pool", pool),
        *("--concurrency", "2", "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle"),
    ]
    if pool == PREFORK:
        worker += ["--beat", *clock]
    children = [Child(name="The worker", command=worker, log=logs / "worker.log", line=line)]
    if pool != PREFORK:
        beat = [*celery, "beat", *clock, "--pidfile", ""]
        children.append(Child(name="The clock", command=beat, log=logs / "clock.log", line=line))
    return children
