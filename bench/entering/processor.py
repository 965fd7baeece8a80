"""Processor time of a running program: of a process, of all that it started, and of what ended."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

TICK_S = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01

_PARENT, _FIRST_TIME, _LAST_TIME = 1, 11, 14


def is_told() -> bool:
    """Returns whether this system tells what a process has used; Linux does."""
    return Path("/proc/self/stat").exists()


def processor_s(roots: Iterable[int]) -> float:
    """Returns how many seconds these processes and all below them have used up to now.

    A process that ended is counted with whoever waited for it.
    """
    parents: dict[int, list[int]] = defaultdict(list)
    used: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            # The name of the program, in brackets, may hold anything.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        parents[int(fields[_PARENT])].append(int(folder.name))
        used[int(folder.name)] = sum(map(int, fields[_FIRST_TIME : _LAST_TIME + 1]))
    waiting, ticks = list(roots), 0
    while waiting:
        number = waiting.pop()
        ticks += used.get(number, 0)
        waiting += parents[number]
    return ticks * TICK_S
