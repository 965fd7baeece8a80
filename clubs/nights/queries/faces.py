"""Who may come tonight: those who came lately, the members, and others of the register."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from clubs.kernel.queries.night_games import nights_of
from clubs.membership.queries.members import member_keys
from clubs.models import ClubHome
from people.merging import standing_for, with_all_keys
from people.models import Player
from people.selectors import players_named
from tournaments.models import EntryMember, Tournament

LATELY = timedelta(days=35)


class KnownFace(NamedTuple):
    """Somebody of the register who is not here."""

    player: str
    name: str


class Faces(NamedTuple):
    """Who may come: `tapped` to be tapped, `others` to be chosen; `are_members` who is tapped."""

    tapped: list[KnownFace]
    others: list[KnownFace]
    are_members: bool


def faces_of(club: ClubHome, night: Tournament) -> Faces:
    """Returns who may come to a night and is not here, each once.

    While nobody came lately, as on the first night of a club, its members are those to be tapped.
    """
    standing = standing_for()
    here = _here(night, standing)
    lately = came_lately(night, here)
    members = member_keys(club, night.starts_on or timezone.localdate(), standing)
    others = others_of(night, here, members)
    tapped = lately or [face for face in others if face.player in members]
    known = {face.player for face in tapped}
    rest = [face for face in others if face.player not in known]
    return Faces(tapped, rest, are_members=not lately)


def came_lately(night: Tournament, here: Collection[str]) -> list[KnownFace]:
    """Returns who came to a night of the club in the month before and is not here, by name."""
    assert night.starts_on is not None
    lately = nights_of(night.night_of).filter(
        starts_on__lt=night.starts_on, starts_on__gte=night.starts_on - LATELY
    )
    members = EntryMember.objects.filter(entry__tournament__in=lately.order_by()).exclude(player="")
    keys = set(members.values_list("player", flat=True)).difference(here)
    return _faces({one.key: one for one in players_named(keys).values()}.values())


def others_of(
    night: Tournament, here: Collection[str], members: Collection[str]
) -> list[KnownFace]:
    """Returns the members, and whom the register has in the club, who are not here, by name."""
    of_club = Q(club__slug=night.night_of) | Q(key__in=members)
    own = Player.objects.filter(of_club, merged_into=None)
    return _faces(own.exclude(key__in=here))


def _here(night: Tournament, standing: Mapping[str, str]) -> frozenset[str]:
    """Returns all keys of those who are here: who is in the register twice came once."""
    members = EntryMember.objects.filter(entry__tournament=night).exclude(player="")
    return with_all_keys(members.values_list("player", flat=True), standing)


def _faces(players: Iterable[Player]) -> list[KnownFace]:
    faces = [KnownFace(player.key, player.full_name) for player in players]
    return sorted(faces, key=lambda face: (face.name.casefold(), face.player))
