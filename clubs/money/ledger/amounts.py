"""What a ledger is written in: amounts of money as every room has them, and its months."""

from __future__ import annotations

from datetime import date

from core.money import (
    MOST,
    amount_figures,
    amount_shown,
    amount_words,
    checked_amount,
    checked_currency,
    digits_of,
    read_amount,
)

__all__ = [
    "MOST",
    "amount_figures",
    "amount_shown",
    "amount_words",
    "checked_amount",
    "checked_currency",
    "digits_of",
    "month_after",
    "month_of",
    "read_amount",
]


def month_of(day: date) -> date:
    """Returns the first day of the month, by which a ledger knows it."""
    return day.replace(day=1)


def month_after(month: date) -> date:
    """Returns the first day of the next month."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)
