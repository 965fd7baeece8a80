"""What a membership of a club costs somebody, by what the club says of its fees."""

from __future__ import annotations

from datetime import date

from clubs.membership.queries.members import terms_of
from clubs.membership.terms.fees import MembershipFees, membership_fee
from clubs.membership.terms.kinds import paid_through
from clubs.models import ClubHome
from clubs.money.ledger.amounts import amount_words
from clubs.money.queries.ledgers import fees_of
from core.phrases import numeral, phrase


def fee_lines(club: ClubHome, day: date, player: str = "") -> list[str]:
    """Returns what a year of membership costs, and each further one, as lines; three queries.

    `player` is the key of a member who renews, empty for somebody new. There is no line where the
    club says nothing of it.
    """
    fees = fees_of(club)
    if fees is None or not fees.membership:
        return []
    terms = terms_of(club, [player]) if player else []
    asked = MembershipFees(fees.membership, fees.membership_early, extra_year=fees.membership_more)
    (first,) = membership_fee(asked, day, paid=paid_through(terms, day))
    more = fees.membership if fees.membership_more is None else fees.membership_more
    return [
        phrase(
            "{what}: {amount}",
            what=first.text,
            amount=numeral(amount_words(first.amount, fees.currency)),
        ),
        phrase("Each further year: {amount}", amount=numeral(amount_words(more, fees.currency))),
    ]
