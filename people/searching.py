"""The register as a person looks through it: from A to Z, and by any part of a name."""

from __future__ import annotations

from collections.abc import Iterable

from core.filing import Filed, filed
from core.names import number_mark, plain_words
from people.models import Player


def filed_in_full(player: Player) -> Filed:
    """Returns the sort key of the whole name in a list from A to Z: for directors only."""
    return filed(player.family_name, player.given_name)


def in_order(players: Iterable[Player]) -> list[Player]:
    """Returns players from A to Z, by the family name; a single name counts as one."""
    return sorted(players, key=lambda player: (filed_in_full(player).place, player.key))


def found(players: Iterable[Player], text: str, *, by_number: bool) -> list[Player]:
    """Returns the players whose names contain each word of a text, from A to Z.

    Case, accents and the order of the words do not count. `by_number` finds whoever has the text
    in the association number, too: only who may see numbers may look for them.
    """
    wanted, mark = plain_words(text), number_mark(text)
    return in_order(
        player
        for player in players
        if _is_called(player, wanted)
        or (by_number and mark and mark in number_mark(player.association_number))
    )


def _is_called(player: Player, wanted: list[str]) -> bool:
    names = " ".join(plain_words(f"{player.full_name} {player.alias}"))
    return bool(wanted) and all(word in names for word in wanted)
