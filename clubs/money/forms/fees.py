"""The form for what a club takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.money.commands.books import SetFees
from clubs.money.forms.typed import AmountField, MoneyForm
from clubs.money.ledger.amounts import amount_figures, digits_of
from clubs.money.ledger.errors import MoneyError
from core.phrases import phrase

_AS_ANY = ("guest", "membership_early", "membership_more")
"""The amounts that are left empty where they are as much as any."""
_AMOUNTS = ("nightly", "to_prizes", "season", "membership", "card_price", *_AS_ANY)
_NUMBERS = {
    "junior_discount": 0,
    "junior_under": 18,
    "senior_discount": 0,
    "senior_from": 65,
    "card_nights": 0,
}


def _number(label: str, most: int) -> forms.IntegerField:
    return forms.IntegerField(min_value=0, max_value=most, required=False, label=label)


class FeesForm(MoneyForm):
    """Says what a club takes, all of it; what is left empty is nothing."""

    command_class = SetFees
    submit = phrase("Save")
    fold_title = phrase("Juniors, seniors, prizes, season, memberships and cards")
    folded = (
        *("junior_discount", "junior_under", "senior_discount", "senior_from"),
        *("to_prizes", "season", "membership", "membership_early", "membership_more"),
        *("card_price", "card_nights"),
    )
    unmarked = ("first_night_free",)

    currency = forms.CharField(
        max_length=3, label=phrase("Currency"), help_text=phrase("Its code, such as EUR.")
    )
    nightly = AmountField(phrase("Fee for a night"))
    guest = AmountField(
        phrase("Fee for a guest"),
        required=False,
        help_text=phrase("Empty: guests pay as members do."),
    )
    first_night_free = forms.BooleanField(required=False, label=phrase("The first night is free"))
    junior_discount = _number(phrase("Juniors pay less, in percent"), 100)
    junior_under = _number(phrase("Juniors are younger than"), 150)
    senior_discount = _number(phrase("Seniors pay less, in percent"), 100)
    senior_from = _number(phrase("Seniors are at least"), 150)
    to_prizes = AmountField(
        phrase("Into the prize pool"),
        required=False,
        help_text=phrase("As much of every fee that is paid for a night."),
    )
    season = AmountField(phrase("Fee for a season"), required=False)
    membership = AmountField(phrase("Fee for a year of membership"), required=False)
    membership_early = AmountField(
        phrase("Renewed a month early"),
        required=False,
        help_text=phrase("Empty: it costs as much as any year."),
    )
    membership_more = AmountField(
        phrase("Each further year"),
        required=False,
        help_text=phrase("Empty: it costs as much as the first."),
    )
    card_price = AmountField(phrase("Price of a card"), required=False)
    card_nights = _number(phrase("Nights on a card"), 999)

    @property
    def counted_in(self) -> str:
        typed = getattr(self, "cleaned_data", {}).get("currency", "")
        return str(typed).strip().upper() or super().counted_in

    def obstacle(self) -> str:
        return ""

    def prefilled(self) -> Mapping[str, Any]:
        book = self.where.book
        if book is None:
            return {name: value for name, value in _NUMBERS.items() if value}
        held = {name: getattr(book.fees, name) for name in _NUMBERS}
        for name in _AMOUNTS:
            amount = getattr(book.fees, name)
            held[name] = "" if amount is None else amount_figures(amount, book.fees.currency)
        return held | {
            "currency": book.fees.currency,
            "first_night_free": book.fees.first_night_free,
        }

    def clean(self) -> dict[str, Any]:
        try:
            digits_of(self.counted_in)
        except MoneyError as wrong:
            if "currency" in self.cleaned_data:
                self.add_error("currency", wrong.message)
            return self.cleaned_data
        return super().clean()

    def payload(self) -> dict[str, Any]:
        given = dict(self.cleaned_data)
        for name, usual in _NUMBERS.items():
            given[name] = usual if given[name] is None else given[name]
        for name in _AMOUNTS:
            if name not in _AS_ANY:
                given[name] = given[name] or 0
        return {**given, "currency": self.counted_in}
