"""Who asked for reports by e-mail, and at which address: for mails alone, never for a page."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from clubs.ages import age_on
from clubs.club.queries.report_links import LINKS
from clubs.models import Membership
from core.kept_keys import kept_key
from people.merging import asked_keys_of_all
from people.models import Player

OF_AGE = 18
"""From which age on somebody gets their own mail: before it, the guardian does."""


@dataclass(frozen=True, slots=True)
class Reader:
    """An address, and those whose reports are sent to it: a family gets one mail."""

    address: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Readers:
    """Who gets reports, by the hash of the address, and who asked and cannot be reached."""

    by_hash: Mapping[str, Reader]
    unreachable: tuple[Player, ...]


def readers_of(club: str, today: date) -> Readers:
    """Returns who gets the reports of a club: its players and members who asked for them.

    Who was in the register twice and was merged asked under either key.
    """
    members = Membership.objects.filter(
        Q(last__isnull=True) | Q(last__gte=today), club__slug=club, first__lte=today
    )
    own = Player.objects.filter(Q(club__slug=club) | Q(key__in=members.values("player")))
    keys = asked_keys_of_all(own.values_list("key", flat=True))
    asked = Player.objects.filter(key__in=keys, wants_reports=True)
    return _readers(asked.select_related("merged_into").order_by("pk"), today)


def reader_of(players: Iterable[str], address_hash: str, today: date) -> Reader | None:
    """Returns who gets a mail that was meant for these, at the address that has this hash.

    None where nobody of them wants it there any more.
    """
    asked = Player.objects.filter(key__in=list(players), wants_reports=True)
    people = asked.select_related("merged_into").order_by("pk")
    return _readers(people, today).by_hash.get(address_hash)


def sharing(players: Iterable[Player], today: date) -> list[Player]:
    """Returns all who get their reports at the addresses at which these get theirs.

    And whatever else the same people asked for under another key, from before they were merged.
    """
    named = list(players)
    keys = set(asked_keys_of_all(one.key for one in named))
    addresses = {address_of(one, today).casefold() for one in named} - {""}
    asked = Player.objects.filter(wants_reports=True)
    everybody = asked.select_related("merged_into").order_by("pk")
    return [
        one
        for one in everybody
        if one.key in keys or address_of(one, today).casefold() in addresses
    ]


def address_of(player: Player, today: date) -> str:
    """Returns where somebody's reports are sent, empty for nowhere: a minor's to the guardian.

    What was not noted under a key that was merged is that of the person who stands for it.
    """
    person = player.merged_into or player
    born = player.birth_date or person.birth_date
    guardian = player.guardian_email or person.guardian_email
    if born is not None and age_on(born, today) < OF_AGE:
        return guardian
    return player.email or guardian


def _readers(players: Iterable[Player], today: date) -> Readers:
    found: dict[str, list[Player]] = defaultdict(list)
    written: dict[str, str] = {}
    unreachable = []
    for player in players:
        address = address_of(player, today)
        if address:
            found[address.casefold()].append(player)
            written.setdefault(address.casefold(), address)
        else:
            unreachable.append(player)
    key = kept_key(LINKS)
    return Readers(
        {
            hmac.digest(key, plain.encode(), "sha256").hex(): Reader(written[plain], tuple(own))
            for plain, own in found.items()
        },
        tuple(unreachable),
    )
