"""The processes that make up Wallchart: how each is started, watched, restarted and stopped."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from config.log_files import LOG_FILE, open_log, rotate
from config.up.telling import CannotStart
from core.child_process import Tied, start_tied

PAUSES_S = (0.0, 0.5, 1.0, 2.0, 4.0)
"""The pauses before an ended process is started again; after the last one, a warning is shown."""
HEALTHY_AFTER_S = 60.0
TRY_EVERY_S = 30.0
TRY_VITAL_EVERY_S = 5.0
WEB_THREADS = 8


class ChildGaveUp(CannotStart):
    """A process that does not come up when Wallchart starts."""


@dataclass
class Child:
    """One process, its log file, and how often it had to be started again.

    Without a `vital` one nothing can be shown or entered; the others may be missing for hours.
    `handed_on` are the numbers of open files that it is given. A program that is not ours would go
    on writing to a log that was put aside: `log_option` tells it to open the log by itself.
    """

    name: str
    command: Sequence[str]
    log: Path
    line: str
    environment: Mapping[str, str] = field(default_factory=dict)
    vital: bool = False
    handed_on: tuple[int, ...] = ()
    log_option: str = ""
    tied: Tied | None = None
    restarts: int = 0
    started_at: float = 0.0
    start_again_at: float | None = None

    def start(self) -> None:
        """Start the process in a session of its own, tied to this one, writing to its log."""
        rotate(self.log)
        log = self._log_or_nowhere()
        own = (self.log_option, str(log)) if self.log_option else ()
        with open_log(log) as output:
            # With the kernel's line this program has one thread, so it may run Python between
            # fork and exec.
            self.tied = start_tied(
                [*self.command, *own],
                output=output,
                line=self.line,
                environment={**self.environment, LOG_FILE: str(self.log)},
                handed_on=self.handed_on,
            )
        self.started_at = time.monotonic()
        self.start_again_at = None

    def _log_or_nowhere(self) -> Path:
        """Return the log; on a disk that takes none, what takes everything."""
        try:
            open_log(self.log).close()
        except OSError:
            return Path(os.devnull)
        return self.log

    def come_up(self, tell: Callable[[str], None]) -> None:
        """Start the process; where that cannot be done now, tell so, and it is done later."""
        self.restarts = 0
        self._start_again(time.monotonic(), tell)

    def look_after(self, tell: Callable[[str], None]) -> None:
        """Start the process again when it has ended: at once, later each time, and for ever."""
        now = time.monotonic()
        if self.start_again_at is not None:
            if now >= self.start_again_at:
                self._start_again(now, tell)
            return
        if self.tied is None:
            return
        code = self.tied.process.poll()
        if code is None:
            return
        self.sweep_up()
        if now - self.started_at > HEALTHY_AFTER_S:
            self.restarts = 0
        self._put_off(now, _ending(code), tell)

    def _start_again(self, now: float, tell: Callable[[str], None]) -> None:
        try:
            self.start()
        except OSError as problem:  # no more processes, no memory: there will be
            self._put_off(now, f"cannot be started ({problem.strerror})", tell)
        except subprocess.SubprocessError:  # raised between fork and exec, where it is tied
            self._put_off(now, "cannot be started (it could not be linked to this program)", tell)

    def _put_off(self, now: float, what: str, tell: Callable[[str], None]) -> None:
        """Set when it is started next, and tell what became of it while that is news."""
        self.restarts += 1
        if not self.does_not_stay_up:
            tell(f"{self.name} {what}; starting it again ({self.restarts} of {len(PAUSES_S)}).")
            self.start_again_at = now + PAUSES_S[self.restarts - 1]
            return
        every = TRY_VITAL_EVERY_S if self.vital else TRY_EVERY_S
        if self.restarts == len(PAUSES_S) + 1:
            rest = "" if self.vital else "Everything except ratings and mirrors goes on; "
            tell(
                f"{self.name} {what} and keeps stopping; see {self.log}. "
                f"{rest}{'it' if rest else 'It'} is tried again every {every:.0f} seconds."
            )
        self.start_again_at = now + every

    @property
    def does_not_stay_up(self) -> bool:
        """Whether it ended too often in a row."""
        return self.restarts > len(PAUSES_S)

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
        named = {one.value: one.name for one in signal.Signals}
        return f"was ended by {named.get(-code, f'signal {-code}')}"
    return f"stopped with exit code {code}"


def web_children(
    *, processes: int, listener: socket.socket | None, address: str, logs: Path, line: str
) -> list[Child]:
    """Return the web server, of so many processes on one socket; without one it opens the address.

    It forks its processes by itself, so that they share what they are made of.
    """
    command = [sys.executable, "-m", "config.web_server"]
    if listener is None:
        host, _, port = address.rpartition(":")
        handed_on: tuple[int, ...] = ()
        command += ["--host", host, "--port", port]
    else:
        handed_on = (listener.fileno(),)
        command += ["--socket", str(listener.fileno()), "--processes", str(processes)]
    command += ["--threads", str(max(WEB_THREADS // processes, 2))]
    log = logs / "web.log"
    web = Child("The web server", command, log, line, vital=True, handed_on=handed_on)
    return [web]


def worker_children(*, pool: str, schedule: Path, logs: Path, line: str) -> list[Child]:
    """Return the one Celery worker and the clock that sweeps up forgotten jobs.

    The clock is a process of its own, so that it is missed, and started again, when it dies.
    """
    worker = [sys.executable, "-m", "config.worker", "--pool", pool]
    clock = [sys.executable, "-m", "config.clock", "--schedule", str(schedule)]
    return [
        Child(name="The worker", command=worker, log=logs / "worker.log", line=line),
        Child(name="The clock", command=clock, log=logs / "clock.log", line=line),
    ]
