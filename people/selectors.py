"""Reads of the register."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.text import slugify

from core.models import JournalEntry, Stream
from core.names import in_ascii
from core.web.store import NAMES
from people.models import Player

REGISTER = NAMES
AT_ONCE = 1000
_NAMING = ("key", "given_name", "family_name", "public_name_style", "alias")


def public_names(keys: Collection[str]) -> dict[str, str]:
    """Returns the public name of each player named by key; unknown keys are left out."""
    return {key: player.public_name for key, player in players_named(keys).items()}


def players_named(keys: Collection[str]) -> dict[str, Player]:
    """Returns the player whom each key means; unknown keys are left out.

    A key that was merged into another means the person of that one. One query per 1000 keys:
    databases limit how many a question may hold.
    """
    wanted = list(keys)
    players: dict[str, Player] = {}
    for start in range(0, len(wanted), AT_ONCE):
        rows = Player.objects.filter(key__in=wanted[start : start + AT_ONCE])
        named = rows.select_related("merged_into")
        players |= {player.key: player.merged_into or player for player in named}
    return players


class ShownPlayer(NamedTuple):
    """A player as the public sees them; `number` stands in addresses, for a key may tell a name.

    `club` is a slug; both it and the club's name are empty where there is none.
    """

    number: int
    key: str
    name: str
    club: str
    club_name: str


def shown_players(keys: Collection[str] | QuerySet[Any, str]) -> dict[str, ShownPlayer]:
    """Returns the player whom each key means as the public sees them, in one query.

    The keys may be a query of them, for any number; unknown ones are left out. A key that was
    merged into another means the person of that one.
    """
    rows = Player.objects.filter(key__in=keys).select_related("club", "merged_into__club")
    return {player.key: _shown(player.merged_into or player) for player in rows}


def keys_by_association_number(numbers: Collection[str]) -> dict[str, str]:
    """Returns the player key of each association number that the register knows."""
    wanted = [number for number in numbers if number]
    rows = Player.objects.filter(association_number__in=wanted)
    return dict(rows.values_list("association_number", "key"))


def new_key(given_name: str, family_name: str) -> str:
    """Returns a key that no player has, made of the name: "ann-smith", then "ann-smith-2".

    Letters of Latin alphabets become plain ones; a name of other letters is "player". Nothing else
    of the person is in a key, because every director sees it.
    """
    plain = slugify(in_ascii(f"{given_name} {family_name}"))[:50].strip("-_") or "player"
    taken = set(Player.objects.filter(key__startswith=plain).values_list("key", flat=True))
    if plain not in taken:
        return plain
    return next(key for number in count(2) if (key := f"{plain}-{number}") not in taken)


def hidden_and_numbered() -> tuple[list[Player], list[str]]:
    """Returns the players whose full name is hidden, and everybody's association numbers.

    In one query; the players hold their key and names alone, and are not to be saved.
    """
    hides, numbered = ~Q(public_name_style=Player.PublicName.FULL), ~Q(association_number="")
    rows = Player.objects.filter(hides | numbered).order_by()
    hidden, numbers = [], []
    for *named, number in rows.values_list(*_NAMING, "association_number"):
        if named[_NAMING.index("public_name_style")] != Player.PublicName.FULL:
            hidden.append(Player(**dict(zip(_NAMING, named, strict=True))))
        if number:
            numbers.append(number)
    return [player for player in hidden if player.public_name != player.full_name], numbers


def register_version() -> int:
    """Returns a number that rises with every change to the register."""
    return Stream.objects.filter(key=REGISTER).values_list("seq", flat=True).first() or 0


def last_change() -> tuple[int, datetime] | None:
    """Returns the number and the moment of the register's last change, None before the first.

    What a process keeps depends on both: another register may have changed as often.
    """
    entries = JournalEntry.objects.filter(stream__key=REGISTER).order_by("-seq")
    return entries.values_list("seq", "at").first()


def _shown(player: Player) -> ShownPlayer:
    club = player.club
    slug, name = (club.slug, club.name) if club else ("", "")
    return ShownPlayer(player.pk, player.key, player.public_name, slug, name)
