"""What a club pays and takes in besides: prizes, expenses, donations, refunds, the bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clubs.money.commands.posting import TillCommand, Where, place_of
from clubs.money.fees.till import Till
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import MoneyBook
from core.journal.command import register


@register
@dataclass(frozen=True, kw_only=True)
class PayPrize(TillCommand):
    """Pays a prize out of the prize pool; `text` says for what."""

    code = "money.prize_paid"
    member: str
    amount: int
    text: str
    out_of: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        return till.prize(self.member, self.amount, self.text.strip(), out_of=place_of(self.out_of))


@register
@dataclass(frozen=True, kw_only=True)
class RecordExpense(TillCommand):
    """Records what the club paid; `kind` is a kind of expense, `text` says for what."""

    code = "money.spent"
    kind: str
    amount: int
    text: str
    out_of: Where = "cash"

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        return till.spend(self.kind, self.amount, self.text.strip(), out_of=place_of(self.out_of))


@register
@dataclass(frozen=True, kw_only=True)
class RecordIncome(TillCommand):
    """Records money that no member is charged; `text` says what it is.

    `kind` is a kind of income, `prizes` for the prize pool alone, or `opening` for what the club
    has when its ledger begins.
    """

    code = "money.received"
    kind: str
    amount: int
    text: str
    into: Where = "cash"

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        text, into = self.text.strip(), place_of(self.into)
        if self.kind == "prizes":
            return till.donate_to_pool(self.amount, text, into=into)
        if self.kind == "opening":
            return till.open(self.amount, text, into=into)
        return till.receive(self.kind, self.amount, text, into=into)


@register
@dataclass(frozen=True, kw_only=True)
class PayIn(TillCommand):
    """Takes cash to the bank."""

    code = "money.paid_in"
    amount: int

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        return till.pay_in(self.amount)


@register
@dataclass(frozen=True, kw_only=True)
class GiveBack(TillCommand):
    """Gives a member money back: the rest of a `card`, or what they have ahead on their `tab`."""

    code = "money.given_back"
    member: str
    what: Literal["card", "tab"]
    out_of: Where = "cash"

    def payer(self) -> str:
        return self.member

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        give = till.refund_card if self.what == "card" else till.refund_tab
        return give(self.member, out_of=place_of(self.out_of))
