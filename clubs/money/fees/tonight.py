"""What somebody owes tonight, and why.

The reason that comes first in this list decides: life member, season member, first night free,
card, guest, junior, senior, the usual fee. The discounts of juniors and seniors are on the fee of
a guest as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from clubs.ages import age_on
from clubs.money.fees.rules import FeeRules
from clubs.money.ledger.amounts import amount_words
from core.phrases import phrase, phrase_count

Reason = Literal["life", "season", "first", "card", "guest", "junior", "senior", "nightly", "free"]


@dataclass(frozen=True, slots=True)
class Payer:
    """Who pays. `nights_before` are those that they came to this club.

    `season_through` is the last day for which a season's fee is paid, `nights_left` those of their
    card. `born` is used here alone and said to nobody.
    """

    name: str
    is_member: bool = True
    is_life_member: bool = False
    season_through: date | None = None
    nights_before: int = 0
    nights_left: int = 0
    born: date | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What is due: an amount in minor units, or a night of a card. `why` is a sentence.

    `to_prizes` is the part of the amount that goes to the prize pool.
    """

    reason: Reason
    why: str
    amount: int = 0
    nights: int = 0
    to_prizes: int = 0
    is_guest: bool = False


def due_tonight(payer: Payer, rules: FeeRules, night: date) -> Due:
    """Returns what is due on a night, before anything is paid."""
    name = payer.name
    if payer.is_life_member:
        return Due("life", phrase("{name} is a life member.", name=name))
    if payer.season_through is not None and night <= payer.season_through:
        paid = payer.season_through.isoformat()
        return Due("season", phrase("{name} has paid until {day}.", name=name, day=paid))
    if rules.first_night_free and not payer.nights_before:
        why = phrase("The first night of {name} is free.", name=name)
        return Due("first", why, is_guest=not payer.is_member)
    if payer.nights_left > 0:
        why = phrase_count(
            "{name} has {count} night left on a card, tonight included.",
            "{name} has {count} nights left on a card, tonight included.",
            payer.nights_left,
            name=name,
        )
        return Due("card", why, nights=1)
    return _fee(payer, rules, night)


def _fee(payer: Payer, rules: FeeRules, night: date) -> Due:
    is_guest = not payer.is_member
    full = rules.guest if is_guest and rules.guest is not None else rules.nightly
    group, percent = _discount(payer, rules, night)
    # A part of the smallest unit is not taken.
    amount = full * (100 - percent) // 100
    reason: Reason = "guest" if is_guest else "nightly"
    said = amount_words(amount, rules.currency)
    if not full:
        return Due("free", phrase("The club takes no fee for a night."), is_guest=is_guest)
    if group == "junior":
        reason, why = group, phrase("Juniors pay {amount}.", amount=said)
    elif group == "senior":
        reason, why = group, phrase("Seniors pay {amount}.", amount=said)
    elif is_guest:
        why = phrase("Guests pay {amount}.", amount=said)
    else:
        why = phrase("The fee for a night is {amount}.", amount=said)
    prizes = min(amount, rules.to_prizes)
    return Due(reason, why, amount, to_prizes=prizes, is_guest=is_guest)


def _discount(
    payer: Payer, rules: FeeRules, night: date
) -> tuple[Literal["junior", "senior"] | None, int]:
    if payer.born is None:
        return None, 0
    age = age_on(payer.born, night)
    if rules.junior_discount and age < rules.junior_under:
        return "junior", rules.junior_discount
    if rules.senior_discount and age >= rules.senior_from:
        return "senior", rules.senior_discount
    return None, 0
