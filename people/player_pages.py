"""The questions to the apps above: which of their pages are about a player.

The register is below ratings and games, which do not know each other. Whoever has pages about
players says so here once, and whoever shows a player leads to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from people.apps import PLAYER_PAGES
from people.selectors import ShownPlayer


class PlayerPage(NamedTuple):
    """A page about a player: what it shows of them, and its path as `Site` takes it.

    `told` is the most important thing on it in a few words, empty for nothing.
    """

    words: str
    path: str
    told: str = ""


Pages = Callable[[Sequence[ShownPlayer]], Mapping[str, PlayerPage]]
"""Returns the page of each of some players who has one, by key, in few queries for any number."""

_known: list[Pages] = []


def register_player_pages(pages: Pages) -> None:
    """Registers an app with pages about players."""
    _known.append(pages)


def player_pages(player: ShownPlayer) -> tuple[PlayerPage, ...]:
    """Returns the pages about a player that everybody may see, two queries at most for each app."""
    return pages_of_players([player])[player.key]


def pages_of_players(players: Sequence[ShownPlayer]) -> dict[str, tuple[PlayerPage, ...]]:
    """Returns the pages about each of some players, in as many queries as those about one."""
    PLAYER_PAGES.load()
    told = [pages(players) for pages in _known]
    return {one.key: tuple(pages[one.key] for pages in told if one.key in pages) for one in players}
