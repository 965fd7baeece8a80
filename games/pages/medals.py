"""Medals as pages show them: of a recorded game, and of the games of a round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from core.web.site import Site
from core.wording import ordinal
from games.medals import Medal


class ShownMedal(NamedTuple):
    """A medal in words: its place, what it is for, whose it is, and the lists with their links."""

    is_record: bool
    ordinal: str
    name: str
    value: str
    holders: tuple[str, ...]
    lists: list[tuple[str, str | None]]


def shown_medals(medals: Iterable[Medal], site: Site) -> list[ShownMedal]:
    """Returns medals as a page shows them."""
    return [
        ShownMedal(
            is_record=one.place == 1,
            ordinal=ordinal(one.place),
            name=one.name,
            value=one.value,
            holders=one.holders,
            lists=[(words, site.href(path)) for words, path in one.lists],
        )
        for one in medals
    ]
