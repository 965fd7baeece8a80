"""What can be in a slot of a broadcast, and its words."""

from __future__ import annotations

from enum import StrEnum

from core.phrases import phrase


class SlotKind(StrEnum):
    """A scorebug shows a board, a player a card; standings and ticker are of a whole division."""

    SCOREBUG = "scorebug"
    PLAYER = "player"
    STANDINGS = "standings"
    TICKER = "ticker"


NUMBERED = frozenset({SlotKind.SCOREBUG, SlotKind.PLAYER})
"""The kinds that name a board or a player."""

KINDS = {
    SlotKind.SCOREBUG: phrase("A board, with the score"),
    SlotKind.PLAYER: phrase("A player's card"),
    SlotKind.STANDINGS: phrase("The standings"),
    SlotKind.TICKER: phrase("The last results"),
}


def slot_words(kind: str, division: str, number: int) -> str:
    """Returns what is in a slot; `number` is that of the board or the player."""
    if kind == SlotKind.SCOREBUG:
        return phrase("board {number} of division {division}", number=number, division=division)
    if kind == SlotKind.PLAYER:
        return phrase("no. {number} of division {division}", number=number, division=division)
    if kind == SlotKind.STANDINGS:
        return phrase("standings of division {division}", division=division)
    if kind == SlotKind.TICKER:
        return phrase("last results of division {division}", division=division)
    return phrase("nothing")
