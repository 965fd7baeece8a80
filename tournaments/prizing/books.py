"""The money of an event as double entry: what came in, what went out, what is owed and left.

Rows are kept as they were written; every one debits as much as it credits, so the accounts always
add up to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Money(StrEnum):
    """What a row of the event's money is about."""

    FEE = "fee"
    ADDED = "added"
    EXPENSE = "expense"
    PRIZE = "prize"


class EventAccount(StrEnum):
    """An account of the event."""

    CASH = "cash"
    BANK = "bank"
    FEES = "fees"
    ADDED = "added"
    EXPENSES = "expenses"
    PRIZES = "prizes"
    TAX = "tax"


HELD = (EventAccount.CASH, EventAccount.BANK)
"""Where money is; everything else says what it was for, or whose it is."""


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """Money that changed hands: `amount` in minor units, of a prize before what is `withheld`.

    `place` is where it was put or taken from, the cash or the bank.
    """

    kind: Money
    amount: int
    withheld: int = 0
    place: EventAccount = EventAccount.CASH

    @property
    def postings(self) -> tuple[tuple[EventAccount, int], ...]:
        """The accounts that it debits, and as a negative amount those that it credits."""
        if self.kind is Money.FEE:
            return (self.place, self.amount), (EventAccount.FEES, -self.amount)
        if self.kind is Money.ADDED:
            return (self.place, self.amount), (EventAccount.ADDED, -self.amount)
        if self.kind is Money.EXPENSE:
            return (EventAccount.EXPENSES, self.amount), (self.place, -self.amount)
        paid = self.amount - self.withheld
        return (
            (EventAccount.PRIZES, self.amount),
            (self.place, -paid),
            (EventAccount.TAX, -self.withheld),
        )


@dataclass(frozen=True, slots=True)
class Statement:
    """The accounts of an event, all in minor units and none negative but what is left.

    `fees_due` are those that are still to come in, `prizes_due` what is won and not paid.
    """

    fees: int
    added: int
    expenses: int
    prizes: int
    withheld: int
    cash: int
    bank: int
    fees_due: int
    prizes_due: int

    @property
    def left(self) -> int:
        """What is left when everything is paid: what came in, less what went out and will go."""
        return (
            self.fees + self.added + self.fees_due - self.expenses - self.prizes - self.prizes_due
        )

    @property
    def balances(self) -> bool:
        """Whether what is there and owed is what came in and has not gone out."""
        there = self.cash + self.bank - self.withheld
        return there == self.fees + self.added - self.expenses - self.prizes


def statement(rows: Iterable[MoneyRow], *, fees_due: int = 0, prizes_due: int = 0) -> Statement:
    """Returns the accounts that these rows make."""
    sums = dict.fromkeys(EventAccount, 0)
    for row in rows:
        for account, amount in row.postings:
            sums[account] += amount
    return Statement(
        fees=-sums[EventAccount.FEES],
        added=-sums[EventAccount.ADDED],
        expenses=sums[EventAccount.EXPENSES],
        prizes=sums[EventAccount.PRIZES],
        withheld=-sums[EventAccount.TAX],
        cash=sums[EventAccount.CASH],
        bank=sums[EventAccount.BANK],
        fees_due=fees_due,
        prizes_due=prizes_due,
    )
