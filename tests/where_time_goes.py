"""The time of a run, by cause, folder and module: `pytest -p tests.where_time_goes`.

`EVERY=8` runs an eighth of the tests, drawn evenly. `CLOCK=processor` counts seconds of processors,
also those of the programs that a test started, which are the same on a busy machine; else those of
the clock are counted, with what is waited for. A second belongs to the innermost cause that it
was spent in: a request that runs a command counts for the command. What no cause claims is the
test's own, by its folder. The seconds of the processes of a parallel run are added up.
"""

from __future__ import annotations

import functools
import json
import os
import resource
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

EVERY = int(os.environ.get("EVERY", "1"))
OF_PROCESSORS = os.environ.get("CLOCK") == "processor"
STARTERS = ("tests/browser/", "tests/scenarios/", "tests/worker/")
"""Where tests start programs that outlive them, and work while they are looked at."""
_TICKS = os.sysconf("SC_CLK_TCK")

_seconds: dict[str, float] = defaultdict(float)
_folders: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
_tests: dict[str, float] = defaultdict(float)
_stack: list[list[float]] = []


def _now() -> float:
    """Return the seconds so far: of the clock, or of this process and those that it waited for."""
    if not OF_PROCESSORS:
        return time.perf_counter()
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def _at_a_boundary(item: pytest.Item) -> float:
    """Return the seconds so far with those of the programs that run meanwhile."""
    living = OF_PROCESSORS and item.nodeid.startswith(STARTERS)
    return _now() + (_of_living(os.getpid()) if living else 0.0)


def _of_living(parent: int) -> float:
    """Return the seconds of processors of whatever a process started and that still runs."""
    seconds = 0.0
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        with suppress(OSError):
            for child in children.read_text().split():
                words = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                seconds += sum(map(int, words[11:15])) / _TICKS + _of_living(int(child))
    return seconds


def _spent(cause: str, call: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """Call something and count its time for a cause, less what inner causes took of it."""
    began, inner = _now(), [0.0]
    _stack.append(inner)
    try:
        return call(*args, **named)
    finally:
        took = _now() - began
        _stack.pop()
        _seconds[cause] += took - inner[0]
        if _stack:
            _stack[-1][0] += took


def _watch(owner: Any, name: str, cause: str) -> None:
    plain = getattr(owner, name)

    @functools.wraps(plain)
    def watched(*args: Any, **named: Any) -> Any:
        return _spent(cause, plain, *args, **named)

    setattr(owner, name, watched)


def _watch_all() -> None:
    # Not at the head: a plugin of the command line is loaded before the settings are there.
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from core.journal import execute  # noqa: PLC0415
    from tests import databases  # noqa: PLC0415

    for name in ("__init__", "wait", "communicate"):
        _watch(subprocess.Popen, name, "processes started and waited for")
    _watch(time, "sleep", "waiting")
    _watch(MigrationExecutor, "migrate", "migrations")
    _watch(databases, "empty", "emptied tables")
    _watch(Client, "request", "requests")
    for name in ("login", "force_login"):
        _watch(Client, name, "log-ins")
    _watch(execute, "execute", "commands")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = items[::EVERY]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Watch before the modules are compiled, which keep what they import by its name."""
    _watch_all()


def _folder(item: pytest.Item) -> str:
    return "/".join(item.nodeid.split("::")[0].split("/")[1:3])


def _phase(item: pytest.Item, place: int) -> Generator[None, Any, Any]:
    began, inner = _at_a_boundary(item), [0.0]
    _stack.append(inner)
    try:
        return (yield)
    finally:
        _stack.clear()
        took = _at_a_boundary(item) - began
        row = _folders[_folder(item)]
        row[place] += took
        row[3] += place == 1
        _tests[item.nodeid] += took
        kind = ("setup", "call", "teardown")[place]
        drawn = kind == "call" and getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        kind = "hypothesis" if drawn else kind
        top = item.nodeid.split("/")[1]
        _seconds[f"{kind}, else: {top}"] += took - inner[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _phase(item, 0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _phase(item, 1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _phase(item, 2))


def _said() -> str:
    return json.dumps([_seconds, _folders, _tests])


def _merge(text: str) -> None:
    seconds, folders, tests = json.loads(text)
    for cause, took in seconds.items():
        _seconds[cause] += took
    for folder, row in folders.items():
        _folders[folder] = [a + b for a, b in zip(_folders[folder], row, strict=True)]
    _tests.update(tests)


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["where_time_goes"] = _said()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _merge(getattr(node, "workeroutput", {}).get("where_time_goes", "[{}, {}, {}]"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    whole = sum(sum(row[:3]) for row in _folders.values()) or 1.0
    write = terminalreporter.write_line
    write(f"\nseconds by cause, of {whole:.0f}")
    for cause, took in sorted(_seconds.items(), key=lambda pair: -pair[1]):
        write(f"{took:9.1f} {took / whole:6.1%}  {cause}")
    write("\nseconds by folder: set up, called, torn down; tests")
    for folder, row in sorted(_folders.items(), key=lambda pair: -sum(pair[1][:3])):
        write("{:9.1f}{:9.1f}{:9.1f}{:7.0f}  ".format(*row) + folder)
    modules: dict[str, list[float]] = defaultdict(list)
    for test, took in _tests.items():
        modules[test.partition("::")[0]].append(took)
    write("\nthe slowest modules: seconds, tests")
    for module, each in sorted(modules.items(), key=lambda pair: -sum(pair[1]))[:100]:
        write(f"{sum(each):9.1f}{len(each):7}  {module}")
    write("\nthe slowest")
    for test, took in sorted(_tests.items(), key=lambda pair: -pair[1])[:60]:
        write(f"{took:9.1f}  {test}")
