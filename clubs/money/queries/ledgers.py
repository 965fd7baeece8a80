"""A club's ledger, read from its rows in one query, and its fees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection

from clubs.models import ClubFees, ClubHome, KeptLedgerRow
from clubs.money.fees.rules import FeeRules
from clubs.money.fees.till import guest_text
from clubs.money.ledger.folding import ClubLedger
from clubs.money.ledger.reports import nights_left, tabs
from clubs.money.queries.kept_rows import KEPT, row_of
from core.memo import Memo, memo_of
from people.merging import standing_for, with_all_keys
from people.selectors import players_named


@dataclass(frozen=True, slots=True)
class MoneyBook:
    """A club's ledger with what its rows say beside it.

    `nights` has the number of the transaction by which a member's dues of a night were taken, or
    a guest's under their `guest_key`; `seasons` the last day that a member has paid.
    What was taken back counts in neither. Rows keep the keys with which they were written;
    `standing` says which key stands for which, and what is asked of somebody is of all theirs.
    """

    ledger: ClubLedger
    fees: ClubFees
    nights: Mapping[tuple[str, date], int] = field(default_factory=dict)
    seasons: Mapping[str, date] = field(default_factory=dict)
    standing: Mapping[str, str] = field(default_factory=dict)

    def keys_of(self, key: str) -> frozenset[str]:
        """Returns all keys of the person whom a key means, it included."""
        return with_all_keys((key,), self.standing) | {key}

    def tab_of(self, key: str) -> int:
        """Returns what somebody's tabs say together: what they owe, less what they have ahead."""
        amounts = tabs(self.ledger)
        return sum(amounts.get(one, 0) for one in self.keys_of(key))

    def nights_left(self, key: str) -> int:
        """Returns the nights left on somebody's cards."""
        return sum(nights_left(self.ledger, one) for one in self.keys_of(key))

    def dues_taken(self, key: str, night: date) -> int | None:
        """Returns the number of the transaction by which somebody's dues of a night were taken."""
        found = (self.nights.get((one, night)) for one in self.keys_of(key))
        return min((number for number in found if number is not None), default=None)

    def paid_until(self, key: str) -> date | None:
        """Returns the last day of a season that somebody has paid."""
        found = (self.seasons.get(one) for one in self.keys_of(key))
        return max((day for day in found if day is not None), default=None)


def fees_of(home: ClubHome) -> ClubFees | None:
    """Returns what a club takes, None where it has not said so yet; one query."""
    fees = ClubFees.objects.filter(club=home).first()
    if fees is not None:
        fees.club = home  # known already: nobody need ask for it again
    return fees


def money_book(home: ClubHome, fees: ClubFees | None = None) -> MoneyBook | None:
    """Returns a club's ledger, None where it keeps none yet; two queries, and one for its fees."""
    fees = fees or fees_of(home)
    if fees is None:
        return None
    kept, ledger = _read(home, fees.currency)
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
    return MoneyBook(ledger, fees, nights, seasons, standing_for())


def _read(home: ClubHome, currency: str) -> tuple[Sequence[Mapping[str, Any]], ClubLedger]:
    """Returns the rows of a club and its ledger; a process goes on from what it read before.

    Rows are only ever added, so those read once stay as they were. What is not committed yet is
    not remembered: it may never be.
    """
    memo = memo_of(("money", home.pk))
    rows = KeptLedgerRow.objects.filter(club=home).order_by("number")
    known: tuple[Sequence[Mapping[str, Any]], ClubLedger] | None = memo.last("ledger")
    if known is not None and known[1].currency == currency:
        kept, ledger = known
        more = list(rows.filter(number__gte=kept[-1]["number"]).values(*KEPT))
        if more[:1] == [kept[-1]]:
            found = [*kept, *more[1:]], ledger.posted(map(row_of, more[1:]))
            return _remembered(memo, found)
    kept = list(rows.values(*KEPT))
    return _remembered(memo, (kept, ClubLedger.of(currency, map(row_of, kept))))


def _remembered(
    memo: Memo, found: tuple[Sequence[Mapping[str, Any]], ClubLedger]
) -> tuple[Sequence[Mapping[str, Any]], ClubLedger]:
    if found[0] and not connection.in_atomic_block:
        memo.keep("ledger", found)
    return found


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
