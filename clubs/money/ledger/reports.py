"""What a ledger says: balances at a date, a member's statement, months, the trial balance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from clubs.money.ledger.accounts import LedgerAccount, Side, card, tab
from clubs.money.ledger.folding import ClubLedger
from clubs.money.ledger.rows import Transaction

Balances = Mapping[LedgerAccount, int]


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of a member's statement, amounts in minor units.

    `charged` less `paid` is what the line adds to the tab; `balance` is the tab after it.
    """

    number: int
    day: date
    text: str
    charged: int
    paid: int
    nights: int
    balance: int


@dataclass(frozen=True, slots=True)
class MemberStatement:
    """The dealings of a member with the club in a time; the tab is positive for what they owe."""

    member: str
    opening: int
    rows: tuple[StatementRow, ...]
    closing: int
    nights_left: int


@dataclass(frozen=True, slots=True)
class MonthAccounts:
    """Income and expense of a month by kind, in minor units, both positive as a rule."""

    month: date
    income: Mapping[str, int]
    expense: Mapping[str, int]

    @property
    def result(self) -> int:
        """What the month brought, in minor units; negative for a loss."""
        return sum(self.income.values()) - sum(self.expense.values())


@dataclass(frozen=True, slots=True)
class TrialRow:
    """An account with its balance on one of the two sides, in minor units."""

    account: LedgerAccount
    debit: int
    credit: int


def balances(ledger: ClubLedger, through: date | None = None) -> Balances:
    """Returns the balance of every account at the end of a day, or today's: debits positive."""
    sums: dict[LedgerAccount, int] = defaultdict(int)
    if through is None:
        for month in ledger.months.values():
            for account, amount in month.items():
                sums[account] += amount
    else:
        for transaction in ledger.transactions.values():
            if transaction.day <= through:
                for one in transaction.postings:
                    sums[one.account] += one.amount
    return {account: sums[account] for account in sorted(sums)}


def trial_balance(ledger: ClubLedger, through: date | None = None) -> tuple[TrialRow, ...]:
    """Returns the accounts that have a balance; debits and credits have the same sum."""
    return tuple(
        TrialRow(account, max(0, amount), max(0, -amount))
        for account, amount in balances(ledger, through).items()
        if amount
    )


def tabs(ledger: ClubLedger, through: date | None = None) -> Mapping[str, int]:
    """Returns what every tab says at the end of a day, or today, by key, in minor units.

    It is what a member owes, less what they have ahead; who has neither is left out.
    """
    return {
        account.member: amount
        for account, amount in balances(ledger, through).items()
        if account.name == "tab" and amount
    }


def nights_left(ledger: ClubLedger, member: str, through: date | None = None) -> int:
    """Returns the nights left on a member's card at the end of a day, or today."""
    if through is None:
        left = ledger.cards.get(member)
        return left.nights if left else 0
    return _nights(_until(ledger, through), (member,))


def by_month(ledger: ClubLedger) -> tuple[MonthAccounts, ...]:
    """Returns the months in which anything was posted, the first one first."""
    return tuple(
        MonthAccounts(
            month,
            income={a.name: -amount for a, amount in _on(sums, Side.INCOME)},
            expense={a.name: amount for a, amount in _on(sums, Side.EXPENSE)},
        )
        for month, sums in sorted(ledger.months.items())
    )


def statement(
    ledger: ClubLedger, member: str, first: date, last: date, keys: Collection[str] = ()
) -> MemberStatement:
    """Returns what a member was charged and paid from one day through another, by day.

    `keys` are all by which the ledger knows the member, where it knows more than the one.
    """
    same = frozenset(keys) | {member}
    own = [
        one
        for one in ledger.transactions.values()
        if one.member in same or any(p.account.member in same for p in one.postings)
    ]
    opening = balance = sum(_on_tabs(one, same) for one in own if one.day < first)
    rows = []
    for one in sorted(own, key=lambda one: (one.day, one.number)):
        if first <= one.day <= last:
            added = _on_tabs(one, same)
            balance += added
            charged = added + one.money
            nights = _nights([one], same)
            rows.append(
                StatementRow(one.number, one.day, one.text, charged, one.money, nights, balance)
            )
    left = _nights((one for one in own if one.day <= last), same)
    return MemberStatement(member, opening, tuple(rows), balance, left)


def _on_tabs(transaction: Transaction, keys: Collection[str]) -> int:
    return sum(transaction.on(tab(key)) for key in keys)


def _nights(transactions: Iterable[Transaction], keys: Collection[str]) -> int:
    cards = {card(key) for key in keys}
    return sum(p.nights for one in transactions for p in one.postings if p.account in cards)


def _until(ledger: ClubLedger, through: date) -> Iterable[Transaction]:
    return (one for one in ledger.transactions.values() if one.day <= through)


def _on(sums: Balances, side: Side) -> list[tuple[LedgerAccount, int]]:
    return [(account, sums[account]) for account in sorted(sums) if account.side is side]
