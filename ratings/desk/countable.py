"""The divisions that may count in a list: the app that directs events registers here once.

Ratings are below tournaments and know none before they are rated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from desk.apps import PARTS

Offered = Callable[[int], Mapping[str, str]]
"""Returns the names of at most that many divisions by their keys, the newest first."""

_offered: list[Offered] = []


def register_countable(offered: Offered) -> None:
    """Registers who knows divisions that may be counted."""
    _offered.append(offered)


def countable(limit: int) -> dict[str, str]:
    """Returns the names of divisions by their keys, as a list may count them; the newest first."""
    PARTS.load()
    return {key: name for offered in _offered for key, name in offered(limit).items()}
