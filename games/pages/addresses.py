"""The addresses of the pages of recorded games: a path is the page's own name for `Site`."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from core.web.site import GAMES, Site

BEST = f"{GAMES}best/"
GAMES_TABLE = "/games.csv"


def game_path(key: str) -> str:
    """Returns the path of a game's replay."""
    return f"{GAMES}{key}/"


def gcg_path(key: str) -> str:
    """Returns the path of a game's record as a file."""
    return f"{GAMES}{key}/{key}.gcg"


def turn_query(turn: int | None) -> str:
    """Returns the end of the address of a replay for the position after a turn, from 1."""
    return "" if turn is None else f"?m={turn}"


def turn_href(site: Site, key: str, turn: int | None) -> str:
    """Returns the reference to a game's replay after a turn; empty where it is not to be had."""
    found = site.href(game_path(key))
    return f"{found}{turn_query(turn)}" if found else ""


def player_games_path(number: int) -> str:
    """Returns the path of a player's recorded games."""
    return f"{GAMES}players/{number}/"


def query(values: Mapping[str, str]) -> str:
    """Returns the query of an address for a search, empty without one."""
    told = urlencode({name: value for name, value in values.items() if value})
    return f"?{told}" if told else ""
