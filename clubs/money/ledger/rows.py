"""The rows of a ledger, in the order in which they were written: nothing else is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from clubs.money.ledger.accounts import MONEY, LedgerAccount


@dataclass(frozen=True, slots=True, order=True)
class Posting:
    """An amount on an account: in minor units, a debit positive, a credit negative.

    `nights` are those that a card gains or, negative, that are taken off it.
    """

    account: LedgerAccount
    amount: int
    nights: int = 0


@dataclass(frozen=True, slots=True)
class Transaction:
    """Postings that balance. `number` rises with every row of the ledger.

    `day` is where the books have it, `happened` the day of what it is about, if that month was
    closed when it was found. `member` is the key of who pays or is paid, `counters` the number of
    the transaction that this one takes back, `receipt` the number of the receipt that was given.
    """

    number: int
    day: date
    currency: str
    text: str
    postings: tuple[Posting, ...]
    member: str = ""
    happened: date | None = None
    counters: int | None = None
    receipt: int | None = None

    def on(self, account: LedgerAccount) -> int:
        """Returns what the transaction debits an account with, in minor units."""
        return sum(one.amount for one in self.postings if one.account == account)

    @property
    def money(self) -> int:
        """What came into the cash and the bank; negative where it was paid out."""
        return sum(map(self.on, MONEY))


@dataclass(frozen=True, slots=True)
class Closing:
    """A month and all before it are closed: nothing is posted into them any more."""

    number: int
    month: date


LedgerRow = Transaction | Closing
