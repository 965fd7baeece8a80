"""What a membership costs: the first year, the years after it, and a renewal in good time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from clubs.membership.terms.errors import MembershipError
from clubs.membership.terms.kinds import MOST_YEARS
from clubs.money.ledger.amounts import MOST
from core.phrases import phrase, phrase_count


@dataclass(frozen=True, slots=True)
class MembershipFees:
    """The fees of a kind of membership, in minor units.

    `early` is for a renewal at least `early_days` before what was paid ends, `extra_year` for each
    year after the first; either is None where it costs as much as any. Raises MembershipError
    `membership.fee`.
    """

    full: int
    early: int | None = None
    early_days: int = 30
    extra_year: int | None = None

    def __post_init__(self) -> None:
        for name in ("full", "early", "extra_year"):
            if not 0 <= (getattr(self, name) or 0) <= MOST:
                raise MembershipError(
                    phrase("A fee cannot be negative or that large."),
                    code="membership.fee",
                    field=name,
                )


@dataclass(frozen=True, slots=True)
class FeePart:
    """A part of a fee and what it is for, in minor units."""

    text: str
    amount: int


def membership_fee(
    fees: MembershipFees, day: date, *, years: int = 1, paid: date | None = None
) -> tuple[FeePart, ...]:
    """Returns what so many years cost a member on a day; their sum is the fee.

    `paid` is the last day of what they have paid before. Raises MembershipError
    `membership.years`.
    """
    if not 1 <= years <= MOST_YEARS:
        raise MembershipError(
            phrase("A membership is for 1 to {count} years.", count=MOST_YEARS),
            code="membership.years",
            field="years",
        )
    first = FeePart(phrase("Membership"), fees.full)
    if fees.early is not None and paid is not None and _in_time(day, paid, fees.early_days):
        first = FeePart(phrase("Membership, renewed early"), fees.early)
    more = years - 1
    if not more:
        return (first,)
    each = fees.full if fees.extra_year is None else fees.extra_year
    text = phrase_count("{count} more year", "{count} more years", more)
    return (first, FeePart(text, each * more))


def _in_time(day: date, paid: date, days: int) -> bool:
    return paid - day >= timedelta(days=days)
