"""Test modules that several processes collect: each compiles a share of them, and reads the rest.

All processes of a run collect the same modules in the same order. In a fresh copy each would
compile every one of them, all at the same time, which takes longer than to collect them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import this process's share of the modules, before all of them are collected."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not process:
        return
    processes = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    own = int(process.removeprefix("gw")) % processes
    root = session.config.rootpath
    for path in list(modules(session.config.args, root))[own::processes]:
        # What cannot be imported, or is not for this machine, is told when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(root).with_suffix("").parts))


def modules(named: Iterable[str], root: Path) -> Iterator[Path]:
    """Yield the test modules that the words of a command line name, by file, folder or test."""
    for one in named:
        path = root / one.partition("::")[0]
        yield from sorted(path.rglob("test_*.py")) if path.is_dir() else (path,)
