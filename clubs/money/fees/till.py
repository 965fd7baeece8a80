"""What happens with money at a club, as the transactions that it makes.

Nothing is posted here: each method returns the transaction that its caller posts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from clubs.money.fees.tonight import Due
from clubs.money.ledger.accounts import (
    BANK,
    CASH,
    INCOME,
    MONEY,
    OPENING,
    PRIZES,
    LedgerAccount,
    account_words,
    card,
    expense,
    income,
    tab,
)
from clubs.money.ledger.amounts import amount_words, checked_amount
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.folding import CardLeft, ClubLedger
from clubs.money.ledger.reports import balances
from clubs.money.ledger.rows import Posting, Transaction
from core.phrases import english, phrase

NIGHT: Final = phrase("Club night")
ON_TAB: Final = phrase("Paid on the tab")
CARD: Final = phrase("Prepaid card")
REFUND: Final = phrase("Refund")
CARD_REFUND: Final = phrase("Refund of a card")
OPENING_WORDS: Final = phrase("Opening balance")
AT_BANK: Final = phrase("Paid in at the bank")
_OWN_TEXTS: Final = {
    english(text): text
    for text in (
        *(NIGHT, ON_TAB, CARD, REFUND, CARD_REFUND, OPENING_WORDS, AT_BANK),
        *INCOME.values(),
    )
}


def guest_text(name: str) -> str:
    """Returns what the ledger says of the dues of a guest whom the register lacks."""
    return english(phrase("Club night, guest {name}", name=name))


def text_words(text: str) -> str:
    """Returns a text of the ledger as people read it: those of the till in their language."""
    return _OWN_TEXTS.get(text, text)


@dataclass(frozen=True, slots=True)
class Till:
    """A ledger on a day, and the names of those who may pay and be paid, by key.

    `same` has all keys by which the ledger knows somebody, where it knows more than the one.
    What is on their tabs and cards is one sum; a night is taken off the card that has it.

    Amounts are in minor units. Every method raises MoneyError: `money.stranger` for somebody
    without a name here, `money.negative`, `money.nothing` and `money.too_much` for an amount.
    """

    ledger: ClubLedger
    happened: date
    names: Mapping[str, str]
    same: Mapping[str, Collection[str]] = field(default_factory=dict)

    def night(self, member: str, due: Due, *, paid: int, into: LedgerAccount = CASH) -> Transaction:
        """Returns a night: paid, put on the tab as far as it is not, or taken off a card.

        What is paid above the fee stays on the tab. Raises `money.nothing_due` where neither is due
        nor paid, `money.card` without a night on the card, `money.guest_tab` where a guest does not
        pay just what is due.
        """
        self._somebody(member)
        self._guest_pays(due, paid)
        holder = self._holder(member, due.nights)
        released = self._released(holder, due.nights)
        postings = [
            Posting(card(holder), released, -due.nights),
            Posting(PRIZES, -due.to_prizes),
            Posting(income("nights"), due.to_prizes - due.amount - released),
            *self._payment(member, due.amount, paid, into),
        ]
        if not any(one.amount or one.nights for one in postings):
            raise MoneyError(phrase("Nothing is due tonight."), code="money.nothing_due")
        return self._transaction(NIGHT, postings, member)

    def guest_night(
        self, name: str, due: Due, *, paid: int, into: LedgerAccount = CASH
    ) -> Transaction:
        """Returns a night of a guest whom the register lacks: paid at once, as they have no tab.

        Raises `money.nothing_due` where nothing is due, `money.guest_tab` for another amount.
        """
        self._guest_pays(due, paid)
        if not due.amount:
            raise MoneyError(phrase("Nothing is due tonight."), code="money.nothing_due")
        postings = [
            Posting(PRIZES, -due.to_prizes),
            Posting(income("nights"), due.to_prizes - due.amount),
            Posting(into, due.amount),
        ]
        return self._transaction(guest_text(name), postings)

    def charge(
        self, member: str, kind: str, amount: int, *, paid: int, into: LedgerAccount = CASH
    ) -> Transaction:
        """Returns a fee of a kind of income, such as the season's, what is not paid on the tab.

        Raises `money.account` for a kind that does not exist.
        """
        self._somebody(member)
        self._amount(amount)
        account = income(kind)
        postings = [Posting(account, -amount), *self._payment(member, amount, paid, into)]
        return self._transaction(account_words(account, {}), postings, member)

    def pay_tab(self, member: str, amount: int, *, into: LedgerAccount = CASH) -> Transaction:
        """Returns what a member pays on their tab; more than they owe stays there for them."""
        self._somebody(member)
        postings = self._payment(member, 0, self._amount(amount), into)
        return self._transaction(ON_TAB, postings, member)

    def sell_card(
        self, member: str, price: int, nights: int, *, into: LedgerAccount = CASH
    ) -> Transaction:
        """Returns the sale of a card. Raises `money.nights` unless it is for 1 to 999 nights."""
        self._somebody(member)
        if not 0 < nights < 1000:
            raise MoneyError(
                phrase("A card is for 1 to 999 nights."), code="money.nights", field="nights"
            )
        postings = [Posting(card(member), -self._amount(price), nights), Posting(into, price)]
        return self._transaction(CARD, postings, member)

    def refund(
        self, member: str, kind: str, amount: int, *, out_of: LedgerAccount = CASH
    ) -> Transaction:
        """Returns money given back to a member out of what they paid of a kind of income.

        What they owe on their tab is not paid. Raises `money.refund` where less was paid,
        `money.account`.
        """
        name, account = self._somebody(member), income(kind)
        keys = self._keys(member)
        own = (one for one in self.ledger.transactions.values() if one.member in keys)
        owed = max(0, self._on_tabs(member))
        had = -sum(one.on(account) for one in own) - owed
        if self._amount(amount) > had:
            raise self._too_little(name, had, "money.refund")
        postings = [Posting(account, amount), Posting(out_of, -amount)]
        return self._transaction(REFUND, postings, member)

    def refund_card(self, member: str, *, out_of: LedgerAccount = CASH) -> Transaction:
        """Returns the rest of a card given back. Raises `money.card` for one without a night."""
        self._somebody(member)
        self._card(self._holder(member, 1), 1)
        cards = {key: self.ledger.cards.get(key, CardLeft()) for key in self._keys(member)}
        postings = [Posting(card(key), left.amount, -left.nights) for key, left in cards.items()]
        postings.append(Posting(out_of, -sum(left.amount for left in cards.values())))
        return self._transaction(CARD_REFUND, postings, member)

    def refund_tab(self, member: str, *, out_of: LedgerAccount = CASH) -> Transaction:
        """Returns what a member has paid in advance given back. Raises `money.refund` for none."""
        name = self._somebody(member)
        ahead = -self._on_tabs(member)
        if ahead <= 0:
            raise self._too_little(name, 0, "money.refund")
        postings = [Posting(tab(member), ahead), Posting(out_of, -ahead)]
        return self._transaction(REFUND, postings, member)

    def prize(
        self, member: str, amount: int, text: str, *, out_of: LedgerAccount = CASH
    ) -> Transaction:
        """Returns a prize paid out of the pool. Raises `money.pool` where the pool has less."""
        self._somebody(member)
        pool = -balances(self.ledger).get(PRIZES, 0)
        if self._amount(amount) > pool:
            raise MoneyError(
                phrase(
                    "The prize pool has {amount}.", amount=amount_words(pool, self.ledger.currency)
                ),
                code="money.pool",
                field="amount",
            )
        return self._transaction(text, [Posting(PRIZES, amount), Posting(out_of, -amount)], member)

    def spend(
        self, kind: str, amount: int, text: str, *, out_of: LedgerAccount = CASH
    ) -> Transaction:
        """Returns an expense of a kind. Raises `money.account` for one that does not exist."""
        postings = [Posting(expense(kind), self._amount(amount)), Posting(out_of, -amount)]
        return self._transaction(text, postings)

    def receive(
        self, kind: str, amount: int, text: str, *, into: LedgerAccount = CASH
    ) -> Transaction:
        """Returns money of a kind of income that no member is charged, such as a donation.

        Raises `money.account` for a kind that does not exist.
        """
        postings = [Posting(income(kind), -self._amount(amount)), Posting(into, amount)]
        return self._transaction(text, postings)

    def donate_to_pool(self, amount: int, text: str, *, into: LedgerAccount = CASH) -> Transaction:
        """Returns money that is for prizes alone."""
        postings = [Posting(PRIZES, -self._amount(amount)), Posting(into, amount)]
        return self._transaction(text, postings)

    def open(
        self, amount: int, text: str = OPENING_WORDS, *, into: LedgerAccount = CASH
    ) -> Transaction:
        """Returns what the club has when its ledger begins."""
        postings = [Posting(OPENING, -self._amount(amount)), Posting(into, amount)]
        return self._transaction(text, postings)

    def pay_in(self, amount: int) -> Transaction:
        """Returns cash that is taken to the bank."""
        postings = [Posting(CASH, -self._amount(amount)), Posting(BANK, amount)]
        return self._transaction(AT_BANK, postings)

    def with_receipt(self, transaction: Transaction) -> Transaction:
        """Returns it with the next receipt. Raises `money.receipt` if nothing came in."""
        if transaction.money <= 0:
            raise MoneyError(phrase("A receipt is for money that was paid."), code="money.receipt")
        return replace(transaction, receipt=self.ledger.receipts + 1)

    def stranger(self, member: str) -> MoneyError:
        """Returns the refusal of a key that the register lacks."""
        return MoneyError(
            phrase("{member!r} is not in the register of this club.", member=member[:60]),
            code="money.stranger",
            field="member",
        )

    def _guest_pays(self, due: Due, paid: int) -> None:
        if due.is_guest and paid != due.amount:
            raise MoneyError(
                phrase(
                    "A guest has no tab; take {amount}.",
                    amount=amount_words(due.amount, self.ledger.currency),
                ),
                code="money.guest_tab",
                field="paid",
            )

    def _payment(self, member: str, due: int, paid: int, into: LedgerAccount) -> list[Posting]:
        checked_amount(paid, self.ledger.currency, field="paid")
        if into not in MONEY:
            raise MoneyError(
                phrase("Money is paid in cash or at the bank."), code="money.account", field="into"
            )
        return [Posting(into, paid), Posting(tab(member), due - paid)]

    def _released(self, member: str, nights: int) -> int:
        """Returns what the nights are worth; the last of a card is worth all that is left."""
        if not nights:
            return 0
        left = self._card(member, nights)
        return left.amount - left.amount * (left.nights - nights) // left.nights

    def _keys(self, member: str) -> list[str]:
        """Returns all keys of somebody, the one that was named first."""
        return [member, *sorted(set(self.same.get(member, ())) - {member})]

    def _on_tabs(self, member: str) -> int:
        sums = balances(self.ledger)
        return sum(sums.get(tab(key), 0) for key in self._keys(member))

    def _holder(self, member: str, nights: int) -> str:
        """Returns the key whose card has so many nights left, the member's own where none has."""
        cards = self.ledger.cards
        has = (key for key in self._keys(member) if cards.get(key, CardLeft()).nights >= nights)
        return next(has, member)

    def _card(self, member: str, nights: int) -> CardLeft:
        left = self.ledger.cards.get(member, CardLeft())
        if left.nights < nights:
            raise MoneyError(
                phrase("{name} has no night left on a card.", name=self._somebody(member)),
                code="money.card",
                field="member",
            )
        return left

    def _somebody(self, member: str) -> str:
        name = self.names.get(member)
        if name is None:
            raise self.stranger(member)
        return name

    def _amount(self, amount: int) -> int:
        return checked_amount(amount, self.ledger.currency, least=1)

    def _too_little(self, name: str, had: int, code: str) -> MoneyError:
        amount = amount_words(max(0, had), self.ledger.currency)
        return MoneyError(
            phrase("{name} has {amount} to be refunded.", name=name, amount=amount),
            code=code,
            field="amount",
        )

    def _transaction(self, text: str, postings: Iterable[Posting], member: str = "") -> Transaction:
        day = self.ledger.day_for(self.happened)
        return Transaction(
            self.ledger.last + 1,
            day,
            self.ledger.currency,
            english(text),
            tuple(one for one in postings if one.amount or one.nights),
            member=member,
            happened=None if day == self.happened else self.happened,
        )
