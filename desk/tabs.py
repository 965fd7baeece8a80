"""The tabs above the pages of an event: the app that has events registers them here once."""

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
"""Returns the tabs of an event for a page of a tab, of one division or of none."""

_tabs: list[Tabs] = []


def register_tabs(tabs: Tabs) -> None:
    """Registers who knows the tabs of an event."""
    _tabs.append(tabs)


def shown_tabs(event: Any, tab: str, division: Any) -> list[ShownTab]:
    """Returns the tabs of an event for a page of the tab with this name."""
    PARTS.load()
    return [shown for tabs in _tabs for shown in tabs(event, tab, division)]
