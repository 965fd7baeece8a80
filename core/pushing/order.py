"""What is sent of a folder, and in which order: what a page names is there before the page."""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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


_Stamp = tuple[int, int, int, int]
_FOLDERS = 4
"""Of so many folders a process remembers the digests of files."""

_known: OrderedDict[Path, dict[str, tuple[_Stamp, str]]] = OrderedDict()


def digests_of(folder: Path, *, left_out: frozenset[str] = frozenset()) -> Sent:
    """Returns the digest of every file of a folder, by its name.

    Files are read that this process did not read before, or that were replaced or written since.
    """
    before, now = _known.pop(folder, {}), dict[str, tuple[_Stamp, str]]()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name in left_out or path.is_symlink() or not path.is_file():
            continue
        # First the stamp: what is written in between is read again the next time.
        stamp = _stamp_of(path.stat())
        held = before.get(name)
        now[name] = held if held and held[0] == stamp else (stamp, _digest_of(path))
    _known[folder] = now
    while len(_known) > _FOLDERS:
        _known.popitem(last=False)
    return {name: digest for name, (_, digest) in now.items()}


def _stamp_of(told: os.stat_result) -> _Stamp:
    return told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns


def _digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def plan(now: Sent, sent: Mapping[str, str], *, first: str, last: str = "") -> Plan:
    """Returns what has to be sent so that what was sent becomes what is there now.

    What begins with `first` (style sheets, pictures) comes first, then pages, the deepest first,
    the entrance after them, and the file `last`, which tells that all of it is there. What is gone
    is removed once nothing names it any more.
    """
    changed = [name for name, digest in now.items() if sent.get(name) != digest]
    groups: dict[int, list[str]] = {}
    for name in sorted(changed):
        rank = -1000 if name.startswith(first) else -name.count("/")
        rank = 1 if name == last else rank
        groups.setdefault(rank, []).append(name)
    return Plan(
        groups=tuple(tuple(groups[rank]) for rank in sorted(groups)),
        gone=tuple(sorted(name for name in set(sent) - set(now) if is_safe_name(name))),
    )
