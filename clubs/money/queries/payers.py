"""Who may stand at the till of a club: those it deals with, its members, who came lately."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.models import ClubHome, KeptLedgerRow, Membership
from core.filing import Filed
from people.models import Player
from people.searching import filed_in_full, in_order
from people.searching import found as players_found
from tournaments.models import EntryMember

LATELY = timedelta(days=92)
MOST = 200


@dataclass(frozen=True, slots=True)
class KnownPayer:
    """Somebody at the till: their `number` stands in addresses, `filed` where they are looked for.

    Full names are for officers only.
    """

    number: int
    key: str
    name: str
    filed: Filed


def payers_of(home: ClubHome) -> list[KnownPayer]:
    """Returns those it deals with, its members and players, and who came in three months.

    Of those whom the register had twice, the one who stands for both.
    """
    came = EntryMember.objects.filter(
        entry__division__tournament__night_of=home.slug,
        entry__division__tournament__starts_on__gte=timezone.localdate() - LATELY,
    )
    deals = KeptLedgerRow.objects.filter(club=home).exclude(member="")
    members = Membership.objects.filter(club=home)
    found = Player.objects.filter(
        Q(club__slug=home.slug)
        | Q(key__in=members.values("player"))
        | Q(key__in=came.values("player"))
        | Q(key__in=deals.values("member"))
    )
    meant = found.order_by().values(meant=Coalesce("merged_into", "pk"))
    return [_payer(one) for one in in_order(Player.objects.filter(pk__in=meant).order_by())]


def payers_found(text: str) -> list[KnownPayer]:
    """Returns up to 200 of the whole register whose names have each word of a text."""
    alone = Player.objects.filter(merged_into=None).order_by()
    players = players_found(alone, text, by_number=False)
    return [_payer(one) for one in players[:MOST]]


def _payer(player: Player) -> KnownPayer:
    return KnownPayer(player.pk, player.key, player.full_name, filed_in_full(player))
