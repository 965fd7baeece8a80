"""What a web process counts for `/metrics`: nothing is loaded, and nothing counted, elsewhere.

The web server has its processes count (`begin`); a command of the console and a worker do not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that tells the library where the processes of a machine put their figures."""


class Meters(Protocol):
    """The counters of this machine's web processes."""

    def request(self, view: str, status: int, seconds: float) -> None: ...

    def command(self, code: str, outcome: str) -> None: ...

    def page(self, seconds: float) -> None: ...


_meters: Meters | None = None


def begin(folder: Path, load: Callable[[], Meters]) -> None:
    """Has this process, and those that it forks, count in a folder that begins empty.

    Called once. `load` loads the library, which looks at its folder then, and returns the counters.
    """
    global _meters  # noqa: PLW0603 - one set of counters a process is what this is about
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.glob("*.db"):
        left.unlink(missing_ok=True)
    os.environ[FOLDER] = str(folder)
    _meters = load()


def count_request(view: str, status: int, seconds: float) -> None:
    """Counts an answer to a request."""
    if _meters is not None:
        _meters.request(view, status, seconds)


def count_command(code: str, outcome: str) -> None:
    """Counts a command, whatever became of it."""
    if _meters is not None:
        _meters.command(code, outcome)


def count_page(seconds: float) -> None:
    """Counts a public page that was rendered to be stored."""
    if _meters is not None:
        _meters.page(seconds)
