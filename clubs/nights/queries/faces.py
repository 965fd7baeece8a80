"""Who may come tonight: those who came lately, and others of the register."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from clubs.kernel.queries.night_games import nights_of
from people.merging import standing_for, with_all_keys
from people.models import Player
from people.selectors import players_named
from tournaments.models import EntryMember, Tournament

LATELY = timedelta(days=35)


class KnownFace(NamedTuple):
    """Somebody of the register who is not here."""

    player: str
    name: str


def came_lately(night: Tournament, here: frozenset[str] | None = None) -> list[KnownFace]:
    """Returns who came to a night of the club in the month before and is not here, by name.

    `here` is what `keys_here` says of the night, where that was asked already.
    """
    assert night.starts_on is not None
    lately = nights_of(night.night_of).filter(
        starts_on__lt=night.starts_on, starts_on__gte=night.starts_on - LATELY
    )
    members = EntryMember.objects.filter(entry__tournament__in=lately.order_by()).exclude(player="")
    there = keys_here(night) if here is None else here
    keys = set(members.values_list("player", flat=True)) - there
    return _faces({one.key: one for one in players_named(keys).values()}.values())


def others_of(night: Tournament, here: frozenset[str] | None = None) -> list[KnownFace]:
    """Returns the players whom the register has in the club and who are not here, by name."""
    there = keys_here(night) if here is None else here
    own = Player.objects.filter(club__slug=night.night_of, merged_into=None)
    return _faces(own.exclude(key__in=there))


def keys_here(night: Tournament) -> frozenset[str]:
    """Returns all keys of those who came; who is in the register twice came once. Two queries."""
    members = EntryMember.objects.filter(entry__tournament=night).exclude(player="")
    return with_all_keys(members.values_list("player", flat=True), standing_for())


def _faces(players: Iterable[Player]) -> list[KnownFace]:
    faces = [KnownFace(player.key, player.full_name) for player in players]
    return sorted(faces, key=lambda face: (face.name.casefold(), face.player))
