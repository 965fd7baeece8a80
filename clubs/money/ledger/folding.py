"""A club's ledger: rows folded in one after another, each held against all before it.

The same rows give the same ledger, in whatever order they are read and in however many steps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from clubs.days import is_usual
from clubs.money.ledger.accounts import MONEY, LedgerAccount, card
from clubs.money.ledger.amounts import (
    MOST,
    amount_words,
    checked_currency,
    month_after,
    month_of,
)
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.rows import Closing, LedgerRow, Posting, Transaction
from core.phrases import phrase

LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class CardLeft:
    """What is left on a card: nights, and what was paid for them in minor units."""

    nights: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class ClubLedger:
    """Everything that was posted, with what the next row is held against.

    `countered` has the numbers of counter-entries by what they counter, `months` the sums by month
    and account, `closed` the last month that is closed, `receipts` the number of the last receipt.
    """

    currency: str
    transactions: Mapping[int, Transaction] = field(default_factory=dict)
    countered: Mapping[int, int] = field(default_factory=dict)
    cards: Mapping[str, CardLeft] = field(default_factory=dict)
    months: Mapping[date, Mapping[LedgerAccount, int]] = field(default_factory=dict)
    closed: date | None = None
    receipts: int = 0
    last: int = 0

    @property
    def balance(self) -> int:
        """What there is in cash and at the bank, in minor units."""
        return sum(sums.get(place, 0) for sums in self.months.values() for place in MONEY)

    @classmethod
    def of(cls, currency: str, rows: Iterable[LedgerRow]) -> ClubLedger:
        """Returns the ledger of these rows, read in any order. Raises what `posted` raises."""
        return cls(currency).posted(sorted(rows, key=lambda row: row.number))

    def posted(self, rows: Iterable[LedgerRow]) -> ClubLedger:
        """Returns the ledger with these rows after its own; all of them, or it raises.

        Raises MoneyError: `money.day`, `money.currency`, `money.balance`, `money.empty`,
        `money.too_much`, `money.text`, `money.nights`, `money.closed`, `money.order`,
        `money.receipt`, `money.counter_unknown`, `money.counter_of_counter`, `money.countered`,
        `money.counter_differs`, `money.counter_early`, `money.card`, `money.closed_before`.
        """
        fold = _Fold(self)
        for row in rows:
            if row.number <= fold.last:
                raise MoneyError(
                    phrase("No. {number} is already in the ledger.", number=row.number),
                    code="money.order",
                )
            fold.close(row) if isinstance(row, Closing) else fold.post(row)
            fold.last = row.number
        return fold.folded()

    def closing(self, month: date, today: date) -> Closing:
        """Returns the row that closes a month and all before it.

        Raises MoneyError `money.month_running` for one that is not over, `money.closed_before` for
        one that is closed.
        """
        _has_day(month)
        row = Closing(self.last + 1, month_of(month))
        if today < month_after(row.month):
            raise MoneyError(
                phrase("{month} is not over yet.", month=_month_words(row.month)),
                code="money.month_running",
                field="month",
            )
        _not_closed(self.closed, row.month)
        return row

    def day_for(self, happened: date) -> date:
        """Returns the day on which the books can still have it: in the first open month at least.

        What is found once its month is closed goes to the first day of the open one.
        """
        if self.closed is None:
            return happened
        return max(happened, month_after(self.closed))


def counter_entry(ledger: ClubLedger, number: int, day: date, text: str) -> Transaction:
    """Returns the transaction that takes another one back, in a month that is open.

    Raises MoneyError `money.counter_unknown` for a number of none; posting it raises the others.
    """
    countered = _known(ledger.transactions, number)
    booked = max(countered.day, ledger.day_for(day))
    opposite = [Posting(p.account, -p.amount, -p.nights) for p in countered.postings]
    return Transaction(
        ledger.last + 1,
        booked,
        countered.currency,
        text,
        tuple(opposite),
        member=countered.member,
        happened=None if booked == day else day,
        counters=number,
    )


class _Fold:
    """A ledger while rows are folded into it."""

    def __init__(self, ledger: ClubLedger) -> None:
        self.currency, self.closed = ledger.currency, ledger.closed
        self.receipts, self.last = ledger.receipts, ledger.last
        self.transactions = dict(ledger.transactions)
        self.countered = dict(ledger.countered)
        self.cards = dict(ledger.cards)
        self.months = dict(ledger.months)
        self._own: dict[date, defaultdict[LedgerAccount, int]] = {}

    def folded(self) -> ClubLedger:
        months = self.months | {month: dict(sums) for month, sums in self._own.items()}
        return ClubLedger(
            self.currency,
            self.transactions,
            self.countered,
            self.cards,
            months,
            self.closed,
            self.receipts,
            self.last,
        )

    def close(self, closing: Closing) -> None:
        _has_day(closing.month)
        _not_closed(self.closed, closing.month)
        self.closed = month_of(closing.month)

    def post(self, transaction: Transaction) -> None:
        checked_currency(transaction.currency, self.currency)
        _has_day(transaction.day)
        for check in _OF_ITSELF:
            check(transaction)
        self._in_open_month(transaction)
        if transaction.counters is not None:
            self._counter(transaction, transaction.counters)
        if transaction.receipt is not None:
            self._give_receipt(transaction.receipt)
        self._write_cards(transaction)
        self.transactions[transaction.number] = transaction
        month = month_of(transaction.day)
        if month not in self._own:
            self._own[month] = defaultdict(int, self.months.get(month, {}))
        for one in transaction.postings:
            self._own[month][one.account] += one.amount

    def _in_open_month(self, transaction: Transaction) -> None:
        if self.closed is not None and month_of(transaction.day) <= self.closed:
            raise MoneyError(
                phrase(
                    "{month} is closed; date this {day} or later.",
                    month=_month_words(month_of(transaction.day)),
                    day=month_after(self.closed).isoformat(),
                ),
                code="money.closed",
                field="day",
            )

    def _counter(self, transaction: Transaction, number: int) -> None:
        countered = _known(self.transactions, number)
        if countered.counters is not None:
            raise MoneyError(
                phrase("No. {number} is a counter-entry itself; post it anew.", number=number),
                code="money.counter_of_counter",
                field="counters",
            )
        if number in self.countered:
            raise MoneyError(
                phrase(
                    "No. {number} has been countered by no. {by} already.",
                    number=number,
                    by=self.countered[number],
                ),
                code="money.countered",
                field="counters",
            )
        opposite = sorted(Posting(p.account, -p.amount, -p.nights) for p in countered.postings)
        if sorted(transaction.postings) != opposite:
            raise MoneyError(
                phrase("A counter-entry takes back all of no. {number}.", number=number),
                code="money.counter_differs",
                field="counters",
            )
        if transaction.day < countered.day:
            raise MoneyError(
                phrase("A counter-entry cannot be dated before no. {number}.", number=number),
                code="money.counter_early",
                field="day",
            )
        self.countered[number] = transaction.number

    def _give_receipt(self, number: int) -> None:
        if number != self.receipts + 1:
            raise MoneyError(
                phrase("The next receipt is no. {number}.", number=self.receipts + 1),
                code="money.receipt",
                field="receipt",
            )
        self.receipts = number

    def _write_cards(self, transaction: Transaction) -> None:
        for member in {p.account.member for p in transaction.postings if _is_card(p)}:
            before = self.cards.get(member, CardLeft())
            on_card = [p for p in transaction.postings if p.account == card(member)]
            # What the club owes is a credit, so what is left is the amount turned about.
            nights = before.nights + sum(one.nights for one in on_card)
            amount = before.amount - sum(one.amount for one in on_card)
            if nights < 0 or amount < 0 or (amount and not nights):
                raise MoneyError(
                    phrase("The card has fewer nights left than this takes off it."),
                    code="money.card",
                    field="nights",
                )
            self.cards[member] = CardLeft(nights, amount)


def _has_day(day: date) -> None:
    if not is_usual(day):
        raise MoneyError(
            phrase("{day} cannot be right.", day=day.isoformat()), code="money.day", field="day"
        )


def _balanced(transaction: Transaction) -> None:
    debits = sum(one.amount for one in transaction.postings if one.amount > 0)
    credits_ = -sum(one.amount for one in transaction.postings if one.amount < 0)
    if debits != credits_:
        currency = transaction.currency
        raise MoneyError(
            phrase(
                "This does not balance: {debits} debited, {credits} credited.",
                debits=amount_words(debits, currency),
                credits=amount_words(credits_, currency),
            ),
            code="money.balance",
        )


def _says_something(transaction: Transaction) -> None:
    text = transaction.text.strip()
    if not text or len(text) > LONGEST_TEXT or not text.isprintable():
        raise MoneyError(
            phrase("Say what this is for, in at most {count} characters.", count=LONGEST_TEXT),
            code="money.text",
            field="text",
        )


def _has_amounts(transaction: Transaction) -> None:
    if not any(one.amount or one.nights for one in transaction.postings):
        raise MoneyError(
            phrase("A transaction needs an amount."), code="money.empty", field="amount"
        )
    if any(abs(one.amount) > MOST for one in transaction.postings):
        most = amount_words(MOST, transaction.currency)
        raise MoneyError(
            phrase("An amount cannot be more than {most}.", most=most),
            code="money.too_much",
            field="amount",
        )


def _nights_on_cards(transaction: Transaction) -> None:
    if any(one.nights and not _is_card(one) for one in transaction.postings):
        raise MoneyError(phrase("Only a card has nights."), code="money.nights", field="nights")


_OF_ITSELF: tuple[Callable[[Transaction], None], ...] = (
    _says_something,
    _has_amounts,
    _nights_on_cards,
    _balanced,
)


def _is_card(posting: Posting) -> bool:
    return posting.account.name == "card"


def _known(transactions: Mapping[int, Transaction], number: int) -> Transaction:
    found = transactions.get(number)
    if found is None:
        raise MoneyError(
            phrase("The ledger has no transaction no. {number}.", number=number),
            code="money.counter_unknown",
            field="counters",
        )
    return found


def _not_closed(closed: date | None, month: date) -> None:
    if closed is not None and month_of(month) <= closed:
        raise MoneyError(
            phrase("{month} is closed already.", month=_month_words(month)),
            code="money.closed_before",
            field="month",
        )


def _month_words(month: date) -> str:
    return f"{month:%Y-%m}"
