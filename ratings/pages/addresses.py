"""The addresses of the pages of ratings: a path is the page's own name, as `Site` takes it."""

from __future__ import annotations

from urllib.parse import urlencode

from core.web.site import RATINGS
from ratings.selectors.moves import LAST_EVENT
from ratings.selectors.standings import StandingsSearch

_PLAIN = StandingsSearch()


def list_path(key: str) -> str:
    """Returns the path of a rating list."""
    return f"{RATINGS}{key}/"


def moves_path(key: str, period: str) -> str:
    """Returns the path of a list's biggest moves in a period."""
    below = "" if period == LAST_EVENT else f"{period}/"
    return f"{RATINGS}{key}/moves/{below}"


def player_path(number: int) -> str:
    """Returns the path of a player's profile."""
    return f"/players/{number}/"


def choosing_path(number: int) -> str:
    """Returns the path where a second player is chosen, to compare with this one."""
    return f"/players/{number}/vs/"


def heads_path(one: int, two: int) -> str:
    """Returns the path of two players' games with each other, from the side of the first."""
    return f"/players/{one}/vs/{two}/"


def inspection_path(key: str, player: int, event: int) -> str:
    """Returns the path of the steps by which a list rated a player in an event."""
    return f"{RATINGS}{key}/{player}/{event}/"


def query(choice: StandingsSearch, page: int = 1) -> str:
    """Returns the query of the address of a list for this choice, "?" for what it shows first.

    One choice has one address: what is as it would be anyhow is left out.
    """
    parts = {
        "q": choice.words,
        "show": "" if choice.show == _PLAIN.show else choice.show,
        "club": choice.club,
        "sort": sort_word(choice),
        "page": "" if page == 1 else str(page),
    }
    return f"?{urlencode({name: value for name, value in parts.items() if value})}"


def sort_word(choice: StandingsSearch) -> str:
    """Returns the column that sorts a list, "-" before it for the highest first; empty as usual."""
    word = f"{'' if choice.rising else '-'}{choice.sort}"
    return "" if word == f"-{_PLAIN.sort}" else word
