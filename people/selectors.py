"""Reads of the register."""

from __future__ import annotations

from collections.abc import Collection

from core.models import Stream
from people.models import Player

REGISTER = "register"


def public_names(keys: Collection[str]) -> dict[str, str]:
    """Returns the public name of each player named by key; unknown keys are left out."""
    if not keys:
        return {}
    return {player.key: player.public_name for player in Player.objects.filter(key__in=keys)}


def keys_by_association_number(numbers: Collection[str]) -> dict[str, str]:
    """Returns the player key of each association number that the register knows."""
    wanted = [number for number in numbers if number]
    rows = Player.objects.filter(association_number__in=wanted)
    return dict(rows.values_list("association_number", "key"))


def register_version() -> int:
    """Returns a number that rises with every change to the register."""
    return Stream.objects.filter(key=REGISTER).values_list("seq", flat=True).first() or 0
