"""What can be mirrored: parts, each of which knows its pages and the version of all of them.

A part whose version is the one that a mirror has is passed by without a look at its pages. So the
version has to change with whatever is on any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from core.registrars import MIRRORED
from core.web.page import Page


@dataclass(frozen=True, slots=True)
class MirrorPart:
    """Pages that are mirrored together: an event's, a rating list's, those of all clubs.

    `key` is its name in the books of a mirror. `pages` is called when they are needed, perhaps
    twice, and makes none of them yet.
    """

    key: str
    version: str
    pages: Callable[[], Iterable[Page]]


Source = Callable[[datetime], Iterable[MirrorPart]]
"""Tells the parts that there are at a moment."""

Computed = Callable[[], object]
"""Tells in one query or two, however much there is, what changes with whatever was computed for
its pages; commands are counted without it.
"""

_sources: list[Source] = []
_computed: list[Computed] = []


def register_mirrored(source: Source, computed: Computed | None = None) -> None:
    """Registers what has public pages to mirror, and what tells that they may have changed."""
    if source not in _sources:
        _sources.append(source)
        _computed.extend([computed] if computed is not None else [])


def parts(at: datetime) -> Iterator[MirrorPart]:
    """Yields everything that everybody may see on this site at a moment, part by part."""
    MIRRORED.load()
    for source in _sources:
        yield from source(at)


def computed_of_all() -> Iterator[str]:
    """Yields what changes with whatever was computed for a page that everybody may see."""
    MIRRORED.load()
    for computed in _computed:
        yield str(computed())
