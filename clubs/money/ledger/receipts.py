"""Receipts: numbered without a gap, and what each says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from clubs.money.ledger.accounts import BANK
from clubs.money.ledger.amounts import amount_words
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.folding import ClubLedger
from core.phrases import numeral, phrase


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was paid, by whom and for what; `amount` in minor units.

    `countered_by` is the number of the transaction that took the payment back.
    """

    number: int
    transaction: int
    day: date
    payer: str
    text: str
    amount: int
    currency: str
    by_bank: bool
    countered_by: int | None

    def lines(self, club: str) -> Iterator[str]:
        """Yields what the receipt says, line by line."""
        amount = numeral(amount_words(self.amount, self.currency))
        yield phrase("{club}: receipt no. {number}", club=club, number=self.number)
        if self.by_bank:
            yield phrase(
                "Received from {payer} at the bank: {amount}", payer=self.payer, amount=amount
            )
        else:
            yield phrase("Received from {payer} in cash: {amount}", payer=self.payer, amount=amount)
        yield phrase("For: {text}", text=self.text)
        yield phrase("Date: {day}", day=self.day.isoformat())
        if self.countered_by is not None:
            yield phrase("This receipt is void: see no. {number}.", number=self.countered_by)


def receipt_of(ledger: ClubLedger, number: int, names: Mapping[str, str]) -> Receipt:
    """Returns a receipt by its number. Raises MoneyError `money.receipt_unknown` for none."""
    found = [one for one in ledger.transactions.values() if one.receipt == number]
    if not found:
        raise MoneyError(
            phrase("There is no receipt no. {number}.", number=number),
            code="money.receipt_unknown",
            field="receipt",
        )
    paid = found[0]
    return Receipt(
        number=number,
        transaction=paid.number,
        day=paid.happened or paid.day,
        payer=names.get(paid.member, paid.member),
        text=paid.text,
        amount=paid.money,
        currency=paid.currency,
        by_bank=paid.on(BANK) > 0,
        countered_by=ledger.countered.get(paid.number),
    )
