"""A ledger in the words of its pages: amounts with their currency, people by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from clubs.days import FIRST_DAY, LAST_DAY
from clubs.money.fees.till import text_words
from clubs.money.ledger.accounts import (
    BANK,
    CASH,
    EXPENSES,
    INCOME,
    PRIZES,
    account_words,
)
from clubs.money.ledger.amounts import amount_shown, amount_words, month_of
from clubs.money.ledger.reports import MonthAccounts, balances, by_month, statement, tabs
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import Dealer, MoneyBook
from core.phrases import phrase
from people.models import Player


@dataclass(frozen=True, slots=True)
class ShownTransaction:
    """A line of the ledger; `name` is of who pays or is paid, `number_of` of their page.

    `money` is what came in or, with a minus, went out; `postings` are accounts with their amounts.
    """

    row: Transaction
    text: str
    name: str
    number_of: int | None
    money: str
    postings: tuple[tuple[str, str], ...]
    countered_by: int | None

    @property
    def may_be_countered(self) -> bool:
        """Whether a counter-entry can still take it back."""
        return self.countered_by is None and self.row.counters is None


@dataclass(frozen=True, slots=True)
class MemberBalance:
    """A member with what their tab says, or the nights that are left on their card."""

    name: str
    number: int
    amount: str
    nights: int = 0


def transactions_shown(
    book: MoneyBook, dealers: Mapping[str, Dealer], rows: Iterable[Transaction]
) -> list[ShownTransaction]:
    """Returns transactions as a table has them, in the order in which they come."""
    names = {key: one.name for key, one in dealers.items()}
    return [_transaction(book, dealers.get(row.member), names, row) for row in rows]


def _transaction(
    book: MoneyBook, dealer: Dealer | None, names: dict[str, str], row: Transaction
) -> ShownTransaction:
    currency = row.currency
    return ShownTransaction(
        row=row,
        text=text_words(row.text),
        name=dealer.name if dealer else row.member,
        number_of=dealer.number if dealer else None,
        money=amount_shown(row.money, currency) if row.money else "",
        postings=tuple(
            (account_words(one.account, names), amount_shown(one.amount, currency))
            for one in row.postings
        ),
        countered_by=book.ledger.countered.get(row.number),
    )


def overview_shown(book: MoneyBook, dealers: Mapping[str, Dealer], today: date) -> dict[str, Any]:
    """Returns how the club's money stands: places, tabs, cards, and the month."""
    ledger, sums = book.ledger, balances(book.ledger)
    currency = ledger.currency

    def words(amount: int) -> str:
        return amount_words(amount, currency)

    amounts = _by_dealer(tabs(ledger), dealers)
    owing = [(dealer, amount) for dealer, amount in amounts if amount > 0]
    ahead = [(dealer, -amount) for dealer, amount in amounts if amount < 0]
    nights = _by_dealer({key: left.nights for key, left in ledger.cards.items()}, dealers)
    paid = dict(_by_dealer({key: left.amount for key, left in ledger.cards.items()}, dealers))
    return {
        "balance": words(ledger.balance),
        "places": [
            (phrase("Cash"), words(sums.get(CASH, 0))),
            (phrase("Bank"), words(sums.get(BANK, 0))),
            (phrase("Prize pool"), words(-sums.get(PRIZES, 0))),
            (phrase("Owed on tabs"), words(sum(amount for _, amount in owing))),
        ],
        "owing": [_tab(dealer, words(amount)) for dealer, amount in owing],
        "ahead": [_tab(dealer, words(amount)) for dealer, amount in ahead],
        "cards": [
            _tab(dealer, words(paid.get(dealer, 0)), left) for dealer, left in nights if left
        ],
        **month_shown(book, month_of(today)),
    }


def _by_dealer(
    amounts: Mapping[str, int], dealers: Mapping[str, Dealer]
) -> list[tuple[Dealer, int]]:
    """Returns amounts by those whom the keys mean; those of one person are one sum."""
    sums: dict[int, int] = {}
    known = {key: dealers[key] for key in amounts if key in dealers}
    for key, dealer in known.items():
        sums[dealer.number] = sums.get(dealer.number, 0) + amounts[key]
    named = {dealer.number: dealer for dealer in known.values()}
    return [(named[number], amount) for number, amount in sums.items()]


def month_shown(book: MoneyBook, month: date | None) -> dict[str, Any]:
    """Returns what a month brought and cost, by kind, and whether it is closed."""
    currency, closed = book.ledger.currency, book.ledger.closed
    found = next((one for one in by_month(book.ledger) if one.month == month), None)
    one = found or MonthAccounts(month or FIRST_DAY, {}, {})
    return {
        "month": f"{month:%Y-%m}" if month else "",
        "is_closed": bool(month and closed and month <= closed),
        "currency": currency,
        "income": [(INCOME[k], amount_words(a, currency)) for k, a in one.income.items() if a],
        "expense": [(EXPENSES[k], amount_words(-a, currency)) for k, a in one.expense.items() if a],
        "result": amount_words(one.result, currency),
    }


def statement_shown(book: MoneyBook, player: Player) -> dict[str, Any]:
    """Returns all dealings of a member with the club, and what can be done next."""
    told = statement(book.ledger, player.key, FIRST_DAY, LAST_DAY, book.keys_of(player.key))
    currency = book.ledger.currency
    until = book.paid_until(player.key)
    return {
        "player": player,
        "currency": currency,
        "owes": amount_words(told.closing, currency) if told.closing > 0 else "",
        "has_ahead": amount_words(-told.closing, currency) if told.closing < 0 else "",
        "nights_left": told.nights_left,
        "paid_until": until,
        "lines": [
            (
                one,
                text_words(one.text),
                amount_shown(one.charged, currency) if one.charged else "",
                amount_shown(one.paid, currency) if one.paid else "",
                amount_shown(one.balance, currency),
                book.ledger.transactions[one.number].receipt,
            )
            for one in told.rows
        ],
    }


def _tab(dealer: Dealer, amount: str, nights: int = 0) -> MemberBalance:
    return MemberBalance(dealer.name, dealer.number, amount, nights)
