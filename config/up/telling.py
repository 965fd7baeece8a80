"""The messages of a running program: on the terminal, if somebody reads there, and in a log.

Perhaps nobody reads it: the terminal is closed, the pipe is full, the disk is. Wallchart runs on.
"""

import contextlib
import os
import select
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from environs import EnvValidationError

from config.env import VAR_DIR
from core.trouble import trouble_of

# As much as a pipe that is ready to be written to is sure to take at once (POSIX, PIPE_BUF).
_SURELY_TAKEN = 512


class CannotStart(Exception):
    """The reason why Wallchart does not start, in one sentence for whoever typed the command."""


def why_not(reason: BaseException) -> str | None:
    """Return in a sentence why Wallchart does not run, None where that is a fault in the program.

    Such a reason is a word of the environment that cannot be used, or what the machine lacks: room
    on a disk, a folder that may be written.
    """
    if isinstance(reason, CannotStart):
        return str(reason)
    if isinstance(reason, EnvValidationError):
        return f"The settings in the environment are not valid: {reason}"
    if isinstance(reason, OSError) and trouble_of(reason) is not None:
        return f"Wallchart cannot run: {reason.filename or VAR_DIR}: {reason.strerror}."
    return None


def say(text: str, *, to: TextIO | None = None) -> None:
    """Print a line, whole or in part, as far as it is taken at once; never waits, never raises."""
    stream = to or sys.stdout
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if os.name != "posix":  # it cannot tell whether a write would wait
            print(text, file=stream, flush=True)
            return
        descriptor = stream.fileno()
        rest = f"{text}\n".encode(stream.encoding or "utf-8", "replace")
        while rest and _takes_more(descriptor):
            rest = rest[os.write(descriptor, rest[:_SURELY_TAKEN]) :]


def note(log: Path, sentence: str) -> None:
    """Write a sentence to a log with the moment it was said; a disk that is full hears nothing."""
    with contextlib.suppress(OSError), log.open("a", encoding="utf-8") as file:
        file.write(f"{datetime.now(UTC).isoformat(timespec='seconds')} {sentence}\n")


def _takes_more(descriptor: int) -> bool:
    """Return whether a write would not wait."""
    ready = select.poll()
    ready.register(descriptor, select.POLLOUT)
    return bool(ready.poll(0))
