"""The forms for what a club pays, takes in besides, takes back and closes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone

from clubs.money.commands.books import CloseMonth, CounterEntry
from clubs.money.commands.spending import GiveBack, PayIn, PayPrize, RecordExpense, RecordIncome
from clubs.money.forms.context import open_months
from clubs.money.forms.typed import MoneyForm, PlaceField, amount_field, day_field
from clubs.money.ledger.accounts import EXPENSES, INCOME
from clubs.money.ledger.folding import LONGEST_TEXT
from core.phrases import phrase

_INCOME = (
    *((kind, INCOME[kind]) for kind in ("donations", "other")),
    ("prizes", phrase("For the prize pool")),
    ("opening", phrase("What the club has at the start")),
)


def _text(label: str) -> forms.CharField:
    return forms.CharField(max_length=LONGEST_TEXT, label=label)


class PrizeForm(MoneyForm):
    """Pays a prize out of the pool."""

    command_class = PayPrize
    amount = amount_field()
    text = _text(phrase("For what"))
    out_of = PlaceField(phrase("Paid out of"))
    day = day_field()


class ExpenseForm(MoneyForm):
    """Records what the club paid."""

    command_class = RecordExpense
    kind = forms.ChoiceField(choices=list(EXPENSES.items()), label=phrase("Kind"))
    amount = amount_field()
    text = _text(phrase("For what"))
    out_of = PlaceField(phrase("Paid out of"))
    day = day_field()


class IncomeForm(MoneyForm):
    """Records money that no member is charged."""

    command_class = RecordIncome
    kind = forms.ChoiceField(choices=_INCOME, label=phrase("Kind"))
    amount = amount_field()
    text = _text(phrase("What it is"))
    into = PlaceField(phrase("How"))
    day = day_field()


class PayInForm(MoneyForm):
    """Takes cash to the bank."""

    command_class = PayIn
    amount = amount_field()
    day = day_field()


class GiveBackForm(MoneyForm):
    """Gives a member money back."""

    command_class = GiveBack
    what = forms.ChoiceField(
        choices=(
            ("tab", phrase("What they have paid ahead")),
            ("card", phrase("The rest of their card")),
        ),
        label=phrase("What"),
    )
    out_of = PlaceField(phrase("Paid out of"))
    day = day_field()


class CounterForm(MoneyForm):
    """Takes a transaction back, whole."""

    command_class = CounterEntry
    above = "clubs/money/_countered.html"
    folded = ()
    text = _text(phrase("Why"))


class CloseMonthForm(MoneyForm):
    """Closes a month and all before it."""

    command_class = CloseMonth
    folded = ()
    month = forms.ChoiceField(label=phrase("Month"))

    def prepare(self) -> None:
        months = open_months(self.where.book, timezone.localdate())
        self.offer("month", [(one.isoformat(), f"{one:%Y-%m}") for one in months])

    def obstacle(self) -> str:
        if not self.fields["month"].choices:  # type: ignore[attr-defined] # of a choice
            return phrase("There is no month to close yet: none that is over has anything in it.")
        return super().obstacle()

    def payload(self) -> Mapping[str, Any]:  # type: ignore[override] # a day in place of its text
        months = open_months(self.where.book, timezone.localdate())
        chosen = self.cleaned_data["month"]
        return {"month": next(one for one in months if one.isoformat() == chosen)}
