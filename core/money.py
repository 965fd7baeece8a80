"""Amounts of money: whole numbers of the smallest unit of a currency, read and written."""

from __future__ import annotations

import re
from typing import Final

from core.errors import UserError
from core.phrases import phrase

MOST: Final = 999_999_999
"""The largest amount in minor units: a column of a database holds it, and nobody here has it."""
_AMOUNT = re.compile(
    r"(?:(?P<before>[A-Za-z]{3})\s*)?(?:(?P<sign>[-\u2212])\s*)?"
    r"(?P<whole>[0-9]+)(?:[.,](?P<part>[0-9]+))?(?:\s*(?P<after>[A-Za-z]{3}))?"
)
_SHOWN: Final = 40
_MINUS: Final = "\N{MINUS SIGN}"


class MoneyError(UserError):
    """A mistake about money; `field` names what was typed, where something was."""


def digits_of(currency: str) -> int:
    """Returns how many digits after the point a currency has: EUR 2, JPY 0, KWD 3.

    Raises MoneyError `money.currency_unknown` for what is no code of ISO 4217.
    """
    # Reading the table takes longer than a page may; only who deals with money waits for it.
    from babel.core import get_global  # noqa: PLC0415 - slow, and few ask

    if currency not in get_global("all_currencies"):
        raise MoneyError(
            phrase("{code!r} is not the code of a currency, such as EUR.", code=currency[:_SHOWN]),
            code="money.currency_unknown",
            field="currency",
        )
    fractions = get_global("currency_fractions")
    digits: int = fractions.get(currency, fractions["DEFAULT"])[0]
    return digits


def read_amount(text: str, currency: str, *, field: str = "amount") -> int:
    """Returns a typed amount in minor units: "6", "6.50", "6,50" and "6.50 EUR".

    Raises MoneyError `money.words`, `money.negative`, `money.currency`, `money.digits` or
    `money.too_much` for anything else.
    """
    found = _AMOUNT.fullmatch(text.strip())
    if found is None or (found["before"] and found["after"]):
        raise MoneyError(
            phrase("{text!r} is not an amount; write it in digits.", text=text.strip()[:_SHOWN]),
            code="money.words",
            field=field,
        )
    named = (found["before"] or found["after"] or currency).upper()
    if named != currency:
        raise _mixed(named, currency, field)
    digits = digits_of(currency)
    part = found["part"] or ""
    if len(part) > digits:
        raise MoneyError(
            phrase(
                "Write no more than {digits} digits after the point, and none between thousands.",
                digits=digits,
            )
            if digits
            else phrase("An amount in {currency} has no point.", currency=currency),
            code="money.digits",
            field=field,
        )
    # Longer ones are too much whatever they say, and cost time to read.
    whole = found["whole"].lstrip("0")
    amount = int(whole + part.ljust(digits, "0") or "0") if len(whole) < 12 else MOST + 1
    return checked_amount(-amount if found["sign"] else amount, currency, field=field)


def checked_amount(amount: int, currency: str, *, field: str = "amount", least: int = 0) -> int:
    """Returns an amount of at least `least` minor units.

    Raises MoneyError `money.negative`, `money.nothing` or `money.too_much`.
    """
    if amount < 0:
        raise MoneyError(
            phrase("An amount cannot be negative."), code="money.negative", field=field
        )
    if amount < least:
        raise MoneyError(
            phrase("Give an amount of {least} or more.", least=amount_words(least, currency)),
            code="money.nothing",
            field=field,
        )
    if amount > MOST:
        raise MoneyError(
            phrase("An amount cannot be more than {most}.", most=amount_words(MOST, currency)),
            code="money.too_much",
            field=field,
        )
    return amount


def checked_currency(currency: str, of_ledger: str) -> None:
    """Raises MoneyError `money.currency` for money of another currency than the ledger's."""
    if currency != of_ledger:
        raise _mixed(currency, of_ledger, "currency")


def amount_figures(amount: int, currency: str) -> str:
    """Returns an amount in figures, as a file has it: 650 of EUR as "6.50"."""
    digits = digits_of(currency)
    sign, figures = "-" if amount < 0 else "", str(abs(amount)).rjust(digits + 1, "0")
    return f"{sign}{figures[:-digits]}.{figures[-digits:]}" if digits else sign + figures


def amount_shown(amount: int, currency: str) -> str:
    """Returns an amount in figures, as a page has it: with a minus sign below nothing."""
    figures = amount_figures(abs(amount), currency)
    return f"{_MINUS}{figures}" if amount < 0 else figures


def amount_words(amount: int, currency: str) -> str:
    """Returns an amount as a sentence has it: "6.50 EUR", with a minus sign below nothing."""
    return f"{amount_shown(amount, currency)} {currency}"


def _mixed(named: str, currency: str, field: str) -> MoneyError:
    return MoneyError(
        phrase(
            "This ledger is in {currency}; an amount in {named} does not belong in it.",
            currency=currency,
            named=named,
        ),
        code="money.currency",
        field=field,
    )
