"""A ledger as a table, one row for each posting, for a spreadsheet or another program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

from clubs.money.ledger.accounts import LedgerAccount
from clubs.money.ledger.amounts import amount_figures
from clubs.money.ledger.folding import ClubLedger
from core.csv_file import Cell, write_csv

HEADING = (
    *("number", "date", "happened", "text", "member", "account"),
    *("debit", "credit", "currency", "nights", "receipt", "counters", "countered_by"),
)


def ledger_rows(
    ledger: ClubLedger, shown: Mapping[str, str] | None = None
) -> Iterator[tuple[Cell, ...]]:
    """Yields the rows under `HEADING`, in order of date and number.

    `shown` has what stands for a member's key where that is not shown itself.
    """
    shown = shown or {}
    for one in sorted(ledger.transactions.values(), key=lambda one: (one.day, one.number)):
        for posting in one.postings:
            yield (
                one.number,
                one.day.isoformat(),
                _day(one.happened),
                one.text,
                shown.get(one.member, one.member),
                shown_code(posting.account, shown),
                _figures(posting.amount, one.currency),
                _figures(-posting.amount, one.currency),
                one.currency,
                posting.nights or None,
                one.receipt,
                one.counters,
                ledger.countered.get(one.number),
            )


def ledger_csv(ledger: ClubLedger, shown: Mapping[str, str] | None = None) -> bytes:
    """Returns the ledger as a CSV file; what a spreadsheet takes for a formula is made text."""
    return write_csv(HEADING, ledger_rows(ledger, shown))


def shown_code(account: LedgerAccount, shown: Mapping[str, str]) -> str:
    """Returns the code of an account, with what stands for its member's key."""
    if account.member not in shown:
        return account.code
    return replace(account, member=shown[account.member]).code


def _figures(amount: int, currency: str) -> Cell:
    return amount_figures(amount, currency) if amount > 0 else None


def _day(day: date | None) -> Cell:
    return day.isoformat() if day else None
