"""The rows of a ledger as the database and the journal keep them, and back, without loss."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from clubs.models import ClubHome, KeptLedgerRow
from clubs.money.ledger.accounts import account_of
from clubs.money.ledger.rows import Closing, LedgerRow, Posting, Transaction

KEPT = (
    *("number", "month", "day", "currency", "text", "postings", "member"),
    *("happened", "counters", "receipt", "night", "paid_until"),
)
_DAYS = ("month", "day", "happened", "night", "paid_until")


def values_of(
    row: LedgerRow, *, night: date | None = None, paid_until: date | None = None
) -> dict[str, Any]:
    """Returns a row as JSON has it: days as texts, postings as lists."""
    if isinstance(row, Closing):
        return {"number": row.number, "month": row.month.isoformat()}
    return {
        "number": row.number,
        "day": row.day.isoformat(),
        "currency": row.currency,
        "text": row.text,
        "postings": [[one.account.code, one.amount, one.nights] for one in row.postings],
        "member": row.member,
        "happened": _text(row.happened),
        "counters": row.counters,
        "receipt": row.receipt,
        "night": _text(night),
        "paid_until": _text(paid_until),
    }


def model_of(home: ClubHome, values: Mapping[str, Any]) -> KeptLedgerRow:
    """Returns the row of the database, not saved, for values as JSON has them."""
    days = {name: _day(values.get(name)) for name in _DAYS}
    return KeptLedgerRow(club=home, **{**values, **days})


def row_of(kept: Mapping[str, Any] | KeptLedgerRow) -> LedgerRow:
    """Returns the row of the ledger that is kept so, as a model or by the names in `KEPT`."""
    held = kept if isinstance(kept, Mapping) else {name: getattr(kept, name) for name in KEPT}
    if held["month"] is not None:
        return Closing(held["number"], held["month"])
    postings = (Posting(account_of(code), *amounts) for code, *amounts in held["postings"])
    return Transaction(
        held["number"],
        held["day"],
        held["currency"],
        held["text"],
        tuple(postings),
        member=held["member"],
        happened=held["happened"],
        counters=held["counters"],
        receipt=held["receipt"],
    )


def _text(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
