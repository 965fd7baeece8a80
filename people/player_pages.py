"""The questions to the apps above: which of their pages are about a player.

The register is below ratings and games, which do not know each other. Whoever has pages about
players says so here once, and whoever shows a player leads to them.
"""

from __future__ import annotations

from collections.abc import Callable
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


Pages = Callable[[ShownPlayer], PlayerPage | None]

_known: list[Pages] = []


def register_player_pages(pages: Pages) -> None:
    """Registers an app with pages about players: it returns that of one, or None."""
    _known.append(pages)


def player_pages(player: ShownPlayer) -> tuple[PlayerPage, ...]:
    """Returns the pages about a player that everybody may see, one query for each app."""
    PLAYER_PAGES.load()
    return tuple(page for pages in _known if (page := pages(player)) is not None)
