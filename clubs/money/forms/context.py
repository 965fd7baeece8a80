"""The subject of a form about a club's money: its ledger, who pays, and what is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from clubs.kernel.desk.context import ClubContext
from clubs.money.ledger.amounts import month_after, month_of
from clubs.money.ledger.rows import Transaction
from clubs.money.queries.ledgers import MoneyBook
from people.models import Player


@dataclass(frozen=True)
class MoneyContext(ClubContext):
    """The subject of a form about money; `book` is None until the club has said its fees.

    `player` is who pays or is paid, `transaction` what a counter-entry takes back.
    """

    book: MoneyBook | None = None
    player: Player | None = None
    transaction: Transaction | None = None

    def scope(self) -> Mapping[str, Any]:
        named = dict(super().scope())
        if self.player is not None:
            named["member"] = self.player.key
        if self.transaction is not None:
            named["number"] = self.transaction.number
        return named

    def shown(self) -> Mapping[str, Any]:
        about = self.the_club.name
        if self.player is not None:
            about = f"{about} · {self.player.full_name}"
        return {**super().shown(), "about": about, "tab": "money"}


def open_months(book: MoneyBook | None, today: date) -> list[date]:
    """Returns the months that can be closed, the last one first: over, open, and in the ledger."""
    if book is None or not book.ledger.months:
        return []
    closed, last = book.ledger.closed, month_of(month_of(today) - timedelta(days=1))
    month = min(book.ledger.months) if closed is None else month_after(closed)
    months = []
    while month <= last:
        months.append(month)
        month = month_after(month)
    return months[::-1]
