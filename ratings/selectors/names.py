"""How the players of a rated event are called in public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from people.selectors import Shown
from ratings.selectors.content import Content


class Named(NamedTuple):
    """A player of an event under his public name; `player` is None for who is in no register."""

    name: str
    player: Shown | None


def names_in(content: Content, known: Mapping[str, Shown]) -> dict[int, Named]:
    """Returns the players of an event by number; `known` are those in the register, by key.

    Who is in the register goes by the name that he chose there, whatever he was called then.
    """
    found = {}
    for card, name in zip(content.cards, content.names, strict=True):
        player = known.get(card.player)
        found[card.number] = Named(player.name if player else name, player)
    return found
