"""The tabs of an event's desk: a row each, in the order shown.

A page says which tab it belongs to by `tab` in its context. A row joins the table together with
the view it leads to. The digit of a tab is its shortcut (static/js/desk.js); the digits
have no gap, and the last is named in templates/components/_key_switch.html.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from core.phrases import phrase
from desk.tabs import ShownTab
from tournaments.models import Division, Tournament

#     tab       label       url name       digit
TABS: tuple[tuple[str, str, str, int], ...] = (
    ("event", phrase("Overview"), "desk-event", 1),
    ("players", phrase("Players"), "desk-players", 2),
    ("round", phrase("Rounds"), "desk-round", 3),
    ("enter", phrase("Enter"), "desk-enter", 4),
    ("paper", phrase("Paper"), "desk-paper", 5),
    ("log", phrase("Log"), "desk-log", 6),
    ("lifeboat", phrase("Lifeboat"), "desk-lifeboat", 7),
    ("judges", phrase("Judges"), "desk-judges", 8),
    ("games", phrase("Games"), "desk-games", 9),
)


OF_A_DIVISION = ("round", "enter")
"""The tabs of pages that choose the current division where the address does not name one."""


def event_tabs(event: Tournament, tab: str, division: Any) -> tuple[ShownTab, ...]:
    """Returns the tabs of the desk of an event, for a page of the tab, about a division or none."""
    ask = f"?{urlencode({'near': division.name})}" if isinstance(division, Division) else ""
    return tuple(
        ShownTab(label, f"{reverse(name, args=(event.slug,))}{ask_of}", digit, key == tab)
        for key, label, name, digit in TABS
        for ask_of in (ask if key in OF_A_DIVISION else "",)
    )
