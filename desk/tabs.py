"""The tabs above the pages of an event or a club: the app that has such registers them here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from desk.apps import PARTS


@dataclass(frozen=True, slots=True)
class ShownTab:
    """A tab as a page shows it; `here` where the page belongs to it."""

    label: str
    href: str
    digit: int
    here: bool


Tabs = Callable[[Any, str, Any], Sequence[ShownTab]]
"""Returns the tabs of an event or a club for a page of a tab; an event's may be of a division."""

_tabs: dict[str, Tabs] = {}


def register_tabs(kind: str, tabs: Tabs) -> None:
    """Registers who knows the tabs of a kind of thing, which has its name in contexts of pages."""
    _tabs[kind] = tabs


def shown_tabs(kind: str, about: Any, tab: str, division: Any) -> Sequence[ShownTab]:
    """Returns the tabs of an event or a club for a page of the tab with this name."""
    PARTS.load()
    return _tabs[kind](about, tab, division)
