"""The public names of the players of a rated event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from people.selectors import ShownPlayer
from ratings.selectors.stored import Content


class PublicPlayer(NamedTuple):
    """A player of an event under their public name; `player` is None outside the register."""

    name: str
    player: ShownPlayer | None


def names_in(content: Content, known: Mapping[str, ShownPlayer]) -> dict[int, PublicPlayer]:
    """Returns the players of an event by number; `known` are those in the register, by key.

    Players in the register appear under the name they chose, whatever they were called then.
    """
    names = {}
    for card, name in zip(content.cards, content.names, strict=True):
        player = known.get(card.player)
        names[card.number] = PublicPlayer(player.name if player else name, player)
    return names
