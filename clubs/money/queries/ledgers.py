"""A club's ledger, read from its rows in one query, and its fees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from clubs.models import ClubFees, ClubHome, KeptLedgerRow
from clubs.money.fees.rules import FeeRules
from clubs.money.fees.till import guest_text
from clubs.money.ledger.folding import ClubLedger
from clubs.money.queries.kept_rows import KEPT, row_of
from people.selectors import players_named


@dataclass(frozen=True, slots=True)
class MoneyBook:
    """A club's ledger with what its rows say beside it.

    `nights` has the number of the transaction by which a member's dues of a night were taken, or
    a guest's under their `guest_key`; `seasons` the last day that a member has paid.
    What was taken back counts in neither.
    """

    ledger: ClubLedger
    fees: ClubFees
    nights: Mapping[tuple[str, date], int] = field(default_factory=dict)
    seasons: Mapping[str, date] = field(default_factory=dict)


def fees_of(home: ClubHome) -> ClubFees | None:
    """Returns what a club takes, None where it has not said so yet; one query."""
    fees = ClubFees.objects.filter(club=home).first()
    if fees is not None:
        fees.club = home  # known already: nobody need ask for it again
    return fees


def money_book(home: ClubHome, fees: ClubFees | None = None) -> MoneyBook | None:
    """Returns a club's ledger, None where it keeps none yet; one query, and one for its fees."""
    fees = fees or fees_of(home)
    if fees is None:
        return None
    kept = list(KeptLedgerRow.objects.filter(club=home).order_by("number").values(*KEPT))
    ledger = ClubLedger.of(fees.currency, map(row_of, kept))
    stand = [one for one in kept if one["number"] not in ledger.countered]
    seasons: dict[str, date] = {}
    for one in stand:
        if one["paid_until"] is not None:
            seasons[one["member"]] = max(one["paid_until"], seasons.get(one["member"], date.min))
    nights = {
        (one["member"] or one["text"].casefold(), one["night"]): one["number"]
        for one in stand
        if one["night"] is not None
    }
    return MoneyBook(ledger, fees, nights, seasons)


def guest_key(name: str) -> str:
    """Returns by what a guest whom the register lacks is known, whatever the capitals."""
    return guest_text(name).casefold()


def rules_of(fees: ClubFees) -> FeeRules:
    """Returns the rules by which a club takes its fees."""
    names = FeeRules.__dataclass_fields__
    return FeeRules(**{name: getattr(fees, name) for name in names})


@dataclass(frozen=True, slots=True)
class Dealer:
    """Somebody with whom a club deals: `handle` stands for a key that tells their number.

    `number` stands in addresses.
    """

    key: str
    number: int
    handle: str
    name: str


def dealers_in(ledger: ClubLedger) -> dict[str, Dealer]:
    """Returns all with whom a ledger deals, by key, in one query a thousand; for officers only."""
    keys = {one.member for one in ledger.transactions.values() if one.member}
    return {
        key: Dealer(key, player.pk, player.handle, player.full_name)
        for key, player in players_named(keys).items()
    }
