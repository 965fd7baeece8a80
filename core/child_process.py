"""Ties a process to the one that started it, so that nothing is left behind when that one dies.

Where the kernel holds the line (Linux, prctl(2), PR_SET_PDEATHSIG) it works even when the parent
is killed in a way that it cannot catch. Elsewhere a pipe is the line: a tether, this module run as
a program, starts the process and waits at the end of a pipe that its parent holds. The pipe
closes when the parent ends, however it ends, and the tether takes the process down.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

KERNEL, PIPE = "kernel", "pipe"
SIGKILL: int = getattr(signal, "SIGKILL", signal.SIGTERM)

_PR_SET_PDEATHSIG = 1
_PLEASE, _AT_ONCE = b"?", b"!"
_END_WITHIN_S = 8.0
_GLANCE_S = 1.0

# Looked up once, before any fork: between fork and exec nothing may be loaded.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def best_line() -> str:
    """Return the way to hold processes together here: `kernel` on Linux, elsewhere `pipe`."""
    return PIPE if _libc is None else KERNEL


def die_with_parent(parent: int, with_signal: int = SIGKILL) -> None:
    """Ask the kernel to send this process `with_signal` when the process `parent` ends.

    Survives an exec, not a fork: every process that forks says so again in its child. A parent
    that died before the request was made is noticed here. Does nothing where a pipe is the line.
    """
    if _libc is None:
        return
    if _libc.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:
        os.kill(os.getpid(), with_signal)


def follow_parent(parent: int, line: str) -> None:
    """Have this program asked to stop (SIGTERM) when the process `parent` ends.

    With the line `pipe` a thread looks, or on Windows, where the number of a parent tells nothing,
    waits for standard input to close.
    """
    if line == KERNEL:
        die_with_parent(parent, signal.SIGTERM)
    else:
        threading.Thread(target=_await_end_of_parent, args=(parent,), daemon=True).start()


def _await_end_of_parent(parent: int) -> None:
    if sys.platform == "win32":
        os.read(0, 1)
    else:
        while os.getppid() == parent:
            time.sleep(_GLANCE_S)
    signal.raise_signal(signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Tied:
    """A process that ends with this one, and can be asked to end, or made to."""

    process: subprocess.Popen[bytes]
    line: str

    def running(self) -> bool:
        """Return whether it has not ended."""
        return self.process.poll() is None

    def ask_to_end(self) -> None:
        """Ask it to end in good order; Windows knows no such wish, and ends it."""
        if self.line == KERNEL:
            self.process.terminate()
        else:
            self._tell_tether(_PLEASE)

    def end_now(self) -> None:
        """End it and what it started, and wait until it is gone."""
        if self.line == KERNEL:
            _end_group(self.process)
        else:
            self._tell_tether(_AT_ONCE)
        self.process.wait()

    def _tell_tether(self, word: bytes) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # it is gone already
            self.process.stdin.write(word)


def start_tied(
    command: Sequence[str],
    *,
    output: IO[bytes],
    line: str,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    handed_on: Sequence[int] = (),
) -> Tied:
    """Start a process that ends with this one, in a session of its own, writing to `output`.

    `line` is `kernel` or `pipe`; `handed_on` are numbers of open files that it is given. With
    `kernel` no thread may be running here that holds a lock which Python needs between fork and
    exec.
    """
    options: dict[str, Any]
    if line == KERNEL:
        parent = os.getpid()
        options = {
            "stdin": subprocess.DEVNULL,
            "start_new_session": True,
            "preexec_fn": lambda: die_with_parent(parent),
        }
    else:
        command, options = tether(command), {"stdin": subprocess.PIPE, **_group_of_its_own()}
    process = subprocess.Popen(
        command,
        bufsize=0,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdout=output,
        stderr=subprocess.STDOUT,
        pass_fds=tuple(handed_on),
        **options,
    )
    return Tied(process, line)


def tether(command: Sequence[str]) -> list[str]:
    """Return the command that runs `command` until its own standard input closes."""
    return [sys.executable, "-m", "core.child_process", *command]


def main(command: Sequence[str]) -> int:
    """Run a command until it ends or the pipe says so; return its exit code."""
    # Its open files are those that it was given to hand on.
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, close_fds=False, **_group_of_its_own()
    )
    threading.Thread(target=_obey, args=(process,), daemon=True).start()
    code: int = process.wait()
    _end_group(process)
    return code if code >= 0 else 128 - code


def _obey(process: subprocess.Popen[bytes]) -> None:
    # Unbuffered: this thread may still wait when the program ends, and must hold no lock then.
    while (word := os.read(0, 1)) == _PLEASE:
        process.terminate()
    if word != _AT_ONCE:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_END_WITHIN_S)
    _end_group(process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process, and where the system knows groups whatever is left of its own."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, SIGKILL)
        else:
            process.kill()


def _group_of_its_own() -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
