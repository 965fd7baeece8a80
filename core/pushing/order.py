"""What is sent of a folder, and in which order: what a page names is there before the page."""

from __future__ import annotations

import hashlib
import os
import time
from collections import OrderedDict
from collections.abc import Container, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from core.pushing.places import is_safe_name

Sent = dict[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The names to send, in groups of which each has to be there before the next, and the gone."""

    groups: tuple[tuple[str, ...], ...]
    gone: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many files are sent or removed."""
        return sum(map(len, self.groups)) + len(self.gone)


class _Stamp(NamedTuple):
    """What is another one when a file is replaced or written, but for disks with a slow clock."""

    number: int
    size: int
    written: int
    changed: int


_SETTLED_NS = 3_000_000_000
"""How long after it was written a file may still be written without a sign of it."""
_FOLDERS = 4
"""Of so many folders a process remembers the digests of files."""

_known: OrderedDict[Path, dict[str, tuple[_Stamp, str]]] = OrderedDict()


def digests_of(folder: Path, *, left_out: Container[str] = frozenset()) -> Sent:
    """Returns the digest of every file of a folder, by its name.

    Files are read that this process did not read before, that were replaced or written since, or
    just then: the clock of some disks stands still for two seconds.
    """
    settled = time.time_ns() - _SETTLED_NS
    before, now = _known.pop(folder, {}), dict[str, tuple[_Stamp, str]]()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name in left_out or path.is_symlink() or not path.is_file():
            continue
        # First the stamp: what is written in between is read again the next time.
        stamp = _stamp_of(path.stat())
        held = before.get(name)
        now[name] = held if held and held[0] == stamp else (stamp, _digest_of(path))
    _known[folder] = {name: one for name, one in now.items() if one[0].written < settled}
    while len(_known) > _FOLDERS:
        _known.popitem(last=False)
    return {name: digest for name, (_, digest) in now.items()}


def _stamp_of(told: os.stat_result) -> _Stamp:
    return _Stamp(told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns)


def _digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def plan(
    now: Sent, sent: Mapping[str, str], *, first: str, last: str = "", within: Container[str] = ()
) -> Plan:
    """Returns what has to be sent so that what was sent becomes what is there now.

    What begins with `first` (style sheets, pictures) comes first, then pages, the deepest first,
    the entrance after them, and the file `last`, which tells that all of it is there. In the
    folders `within`, each of which holds such a site of its own, the same is first and last; the
    very last is that of all. What is gone is removed once nothing names it any more.
    """
    changed = [name for name, digest in now.items() if sent.get(name) != digest]
    groups: dict[int, list[str]] = {}
    for name in sorted(changed):
        own = own_name(name, within)
        rank = -1000 if own.startswith(first) else -name.count("/")
        rank = 1 + (own == name) if own == last else rank
        groups.setdefault(rank, []).append(name)
    return Plan(
        groups=tuple(tuple(groups[rank]) for rank in sorted(groups)),
        gone=tuple(sorted(name for name in set(sent) - set(now) if is_safe_name(name))),
    )


def own_name(name: str, within: Container[str]) -> str:
    """Returns the name of a file in the site that it is of: in one of these folders, or all."""
    folder, _, inside = name.partition("/")
    return inside if inside and folder in within else name
