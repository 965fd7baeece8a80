"""A small club whose money the tests keep."""

from __future__ import annotations

from datetime import date

from clubs.money.fees.rules import FeeRules
from clubs.money.fees.till import Till
from clubs.money.ledger.folding import ClubLedger
from clubs.money.ledger.rows import LedgerRow

MAY, JUNE, JULY = date(2026, 5, 1), date(2026, 6, 1), date(2026, 7, 1)
NIGHT = date(2026, 5, 14)
NAMES = {"ann": "Ann Lee", "bob": "Bob Day", "cy": "Cy Fox"}
RULES = FeeRules(
    "EUR",
    nightly=600,
    guest=800,
    first_night_free=True,
    junior_discount=50,
    senior_discount=25,
    to_prizes=100,
)


def till(ledger: ClubLedger | None = None, day: date = NIGHT) -> Till:
    """Return the till of a club in euros; its ledger is empty unless one is given."""
    return Till(ledger or ClubLedger("EUR"), day, NAMES)


def with_row(ledger: ClubLedger, row: LedgerRow) -> ClubLedger:
    return ledger.posted([row])
