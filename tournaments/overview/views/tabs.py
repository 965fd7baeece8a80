"""The tabs of an event's desk: a row each, in the order shown.

A page says which tab it belongs to by `tab` in its context. A row joins the table together with
the view it leads to. The digit of a tab is its shortcut (static/js/desk.js); the digits
have no gap, and the last is named in templates/components/_key_switch.html.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

#     tab       label       url name       digit
TABS: tuple[tuple[str, str, str, int], ...] = (
    ("event", "Overview", "desk-event", 1),
    ("players", "Players", "desk-players", 2),
    ("round", "Rounds", "desk-round", 3),
    ("enter", "Enter", "desk-enter", 4),
    ("paper", "Paper", "desk-paper", 5),
    ("log", "Log", "desk-log", 6),
    ("lifeboat", "Lifeboat", "desk-lifeboat", 7),
    ("judges", "Judges", "desk-judges", 8),
    ("games", "Games", "desk-games", 9),
)


@dataclass(frozen=True, slots=True)
class ShownTab:
    """A tab as a page shows it; `here` where the page belongs to it."""

    label: str
    href: str
    digit: int
    here: bool


OF_A_DIVISION = ("round", "enter")
"""The tabs of pages that choose the division that is worked at, where nobody says it."""


def shown_tabs(slug: str, tab: str, near: str = "") -> tuple[ShownTab, ...]:
    """Returns the tabs of the desk of the event with this short name, for a page of the tab.

    `near` is the name of the division that the page is about, empty for none.
    """
    ask = f"?{urlencode({'near': near})}" if near else ""
    return tuple(
        ShownTab(label, f"{reverse(name, args=(slug,))}{ask_of}", digit, key == tab)
        for key, label, name, digit in TABS
        for ask_of in (ask if key in OF_A_DIVISION else "",)
    )
