"""What is sent of a folder, and in which order: what a page names is there before the page."""

from __future__ import annotations

import hashlib
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


def digests_of(folder: Path, *, left_out: frozenset[str] = frozenset()) -> Sent:
    """Returns the digest of every file of a folder, by its name."""
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and not path.is_symlink()
        and (name := path.relative_to(folder).as_posix()) not in left_out
    }


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
