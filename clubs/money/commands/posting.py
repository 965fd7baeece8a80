"""The common part of what changes a club's money: one row, held against the whole ledger."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, Literal

from django.utils import timezone

from clubs.kernel.commands.base import ClubCommand
from clubs.models import ClubHome
from clubs.money.fees.till import Till, text_words
from clubs.money.ledger.accounts import BANK, CASH, LedgerAccount
from clubs.money.ledger.amounts import amount_words
from clubs.money.ledger.errors import MoneyError
from clubs.money.ledger.rows import LedgerRow, Transaction
from clubs.money.queries.kept_rows import model_of, row_of, values_of
from clubs.money.queries.ledgers import MoneyBook, money_book
from core.journal.checked import fields_checked
from core.journal.command import Row, Work
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from people.selectors import players_named

Where = Literal["cash", "bank"]
Beside = dict[str, date | None]
PLACES = {"cash": CASH, "bank": BANK}


@dataclass(frozen=True, kw_only=True)
class MoneyCommand(ClubCommand):
    """Base of every command about a club's money: none is undone, and a restore leaves them."""

    permission = Permission.KEEP_MONEY
    stays_when_restored: ClassVar[bool] = True

    def check_undo(self, entry: JournalEntry) -> None:
        raise Refused(
            phrase("Money is not undone: take it back by a counter-entry in the ledger."),
            code="money.undo",
        )


@dataclass(frozen=True, kw_only=True)
class PostingCommand(MoneyCommand):
    """Base of the commands that write a row of the ledger.

    The row is decided once and recorded as a fact, so that a replay writes the same, whatever the
    register and the fees say by then. It is held against all rows before it, read in one query.
    """

    def row(self, book: MoneyBook, today: date) -> tuple[LedgerRow, Beside]:
        """Returns the row to write and what is kept beside it; raises MoneyError."""
        raise NotImplementedError

    def apply(self, work: Work) -> Row:
        home = self.find_club()
        book = money_book(home)
        if book is None:
            raise Refused(
                phrase("Say first in what currency the club keeps its money, and its fees."),
                code="money.no_fees",
            )
        fact: Row = work.facts.decide("row", lambda: self._decided(book, work))
        return _written(work, home, book, fact)

    def _decided(self, book: MoneyBook, work: Work) -> Row:
        row, beside = self.row(book, timezone.localdate(work.at))
        return values_of(row, **beside)

    def sentence(self, answer: Row) -> str:
        text, name = text_words(answer["text"]), answer["name"]
        what = phrase("{text}, {name}", text=text, name=name) if name else text
        amount = amount_words(abs(answer["amount"]), answer["currency"])
        if answer["amount"] > 0:
            said = phrase("{what}: {amount} received", what=what, amount=amount)
        elif answer["amount"] < 0:
            said = phrase("{what}: {amount} paid out", what=what, amount=amount)
        else:
            said = what
        return phrase("Ledger no. {number}: {said}", number=answer["number"], said=said)


@dataclass(frozen=True, kw_only=True)
class TillCommand(PostingCommand):
    """Base of what happens at the till; `day` is when, today unless it is given.

    Amounts are in minor units of the club's currency.
    """

    day: date | None = None

    def at_till(self, till: Till, book: MoneyBook) -> Transaction:
        """Returns the transaction that it makes."""
        raise NotImplementedError

    def payer(self) -> str:
        """Returns the key of who pays or is paid, empty where nobody is."""
        return ""

    def beside(self, made: Transaction) -> Beside:
        """Returns what is kept beside the row: its `night`, or the day until which it pays."""
        return {}

    def row(self, book: MoneyBook, today: date) -> tuple[LedgerRow, Beside]:
        happened = self.day or today
        if happened > today:
            raise MoneyError(
                phrase("{day} is still to come.", day=happened.isoformat()),
                code="money.day_ahead",
                field="day",
            )
        payer = self.payer()
        same = {payer: book.keys_of(payer)}
        made = self.at_till(Till(book.ledger, happened, _names(payer), same), book)
        # A payment of somebody who is known has its receipt from the start: none can be forgotten.
        if made.member and made.money > 0:
            made = replace(made, receipt=book.ledger.receipts + 1)
        return made, self.beside(made)


def place_of(where: Where) -> LedgerAccount:
    """Returns the account of the cash or the bank."""
    return PLACES[where]


def _names(key: str) -> dict[str, str]:
    players = players_named([key]) if key else {}
    return {key: player.full_name for key, player in players.items()}


def _written(work: Work, home: ClubHome, book: MoneyBook, fact: Row) -> Row:
    kept = model_of(home, fact)
    row = row_of(kept)
    book.ledger.posted([row])
    work.ledger.create(fields_checked(kept))
    if not isinstance(row, Transaction):
        return {"number": row.number, "month": row.month.isoformat()}
    return {
        "number": row.number,
        "text": row.text,
        "name": work.facts.decide("name", lambda: _names(row.member).get(row.member, "")),
        "amount": row.money,
        "currency": row.currency,
        "receipt": row.receipt,
    }
