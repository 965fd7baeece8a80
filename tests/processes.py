"""Real processes for tests: started, waited for, and gone when the test is over."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from core.child_process import die_with_parent

PATIENCE_S = 120
"""The longest time of a busy machine to start or stop a program: a bound, not a measure."""

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def running(
    command: Sequence[str],
    *,
    log: Path,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    stop_signal: int = signal.SIGTERM,
    handed_on: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until the block ends; neither it nor its children outlive the tests."""
    parent = os.getpid()
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            user=user,
            pass_fds=tuple(handed_on),
            preexec_fn=lambda: die_with_parent(parent),  # noqa: PLW1509 - no thread is running
        )
    try:
        yield process
    finally:
        process.send_signal(stop_signal)
        try:
            process.wait(timeout=PATIENCE_S / 4)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_until(
    is_so: Callable[[], bool], *, what: str, seconds: float = PATIENCE_S, log: Path
) -> None:
    """Wait until something is so; fail with the end of the process's log when it never is."""
    deadline = time.monotonic() + seconds
    while True:
        began = time.thread_time()
        if is_so():
            return
        if time.monotonic() > deadline:
            written = log.read_text(errors="replace")[-3000:] if log.exists() else "(no log)"
            raise AssertionError(
                f"{what} did not happen within {seconds} s; the log ends:\n{written}"
            )
        # What looks takes a fifth of a processor at most from what it waits for.
        time.sleep(max(0.05, 4 * (time.thread_time() - began)))


def a_free_port() -> int:
    """Return a port that nobody listens on, and that the system gives nobody meanwhile.

    Those it gives by itself begin above; the dice are the system's, for every process of a parallel
    run throws the seeded ones alike.
    """
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def web_answers(port: int) -> bool:
    """Return whether the web server at a port answers a request, with whatever status."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except (OSError, HTTPException):
            return False
    return True


def mentioning(text: str) -> dict[int, str]:
    """Return the running processes whose environment or command line holds `text`, by number."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            holds = text.encode() in command + b"\0" + (entry / "environ").read_bytes()
        except OSError:  # it ended meanwhile, or belongs to someone else
            continue
        # A process that has ended but was not waited for has no command line any more.
        if holds and command:
            found[int(entry.name)] = command.replace(b"\0", b" ").decode(errors="replace")
    return found


def worker_command() -> list[str]:
    """Return the command of a worker like the one behind `make up`, without its clock."""
    return [
        *(sys.executable, "-m", "celery", "--app", "config.celery", "worker"),
        *("--concurrency", "1", "--loglevel", "INFO", "--without-gossip", "--without-mingle"),
    ]
