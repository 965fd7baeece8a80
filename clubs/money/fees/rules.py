"""What a club takes for a night, a season and a card, and from whom less."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.money.ledger.amounts import checked_amount
from clubs.money.ledger.errors import MoneyError
from core.phrases import phrase


@dataclass(frozen=True, slots=True)
class FeeRules:
    """The fees of a club, in minor units of its currency; discounts in percent.

    `guest` is None where guests pay as members do. `to_prizes` of every fee paid for a night goes
    to the prize pool, no more than the fee. `junior_under` and `senior_from` are ages in years on
    the night. Raises MoneyError `money.percent`, `money.negative`, `money.too_much`,
    `money.currency_unknown`.
    """

    currency: str
    nightly: int = 0
    guest: int | None = None
    first_night_free: bool = False
    junior_discount: int = 0
    junior_under: int = 18
    senior_discount: int = 0
    senior_from: int = 65
    to_prizes: int = 0

    def __post_init__(self) -> None:
        for name in ("nightly", "guest", "to_prizes"):
            checked_amount(getattr(self, name) or 0, self.currency, field=name)
        for name in ("junior_discount", "senior_discount"):
            if not 0 <= getattr(self, name) <= 100:
                raise MoneyError(
                    phrase("A discount is from 0 to 100 percent."), code="money.percent", field=name
                )
