"""What all forms about money have: amounts as people type them, days, and cash or bank."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from clubs.money.forms.context import MoneyContext
from clubs.money.ledger.amounts import amount_figures, read_amount
from clubs.money.ledger.errors import MoneyError
from core.phrases import phrase
from desk.forms import CommandForm

PLACES = (("cash", phrase("Cash")), ("bank", phrase("Bank")))
SHOWN = 40


class AmountField(forms.CharField):
    """An amount of money as it is typed; the form reads it once it knows the currency."""

    def __init__(self, says: str, **kwargs: Any) -> None:
        self.says = says
        widget = forms.TextInput(attrs={"inputmode": "decimal"})
        super().__init__(max_length=SHOWN, widget=widget, label=says, **kwargs)


class PlaceField(forms.ChoiceField):
    """Cash or bank."""

    def __init__(self, label: str) -> None:
        super().__init__(choices=PLACES, label=label, widget=forms.RadioSelect, initial="cash")


def day_field() -> forms.DateField:
    """Returns a field for the day of what happened, empty for today."""
    return forms.DateField(
        required=False,
        label=phrase("Day"),
        help_text=phrase("Today, unless you give another one."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )


class MoneyForm(CommandForm[MoneyContext]):
    """Base of the forms about money: what stands in its amounts is read in the club's currency."""

    fold_title: ClassVar[str] = phrase("Another day")
    folded: tuple[str, ...] = ("day",)

    @property
    def counted_in(self) -> str:
        """The currency in which amounts are typed, empty where none is known yet."""
        return self.where.book.fees.currency if self.where.book else ""

    def obstacle(self) -> str:
        if self.where.book is None:
            return phrase("Say first in what currency the club keeps its money, and its fees.")
        return super().obstacle()

    def prepare(self) -> None:
        for field in self.fields.values():
            if isinstance(field, AmountField) and self.counted_in:
                field.label = phrase(
                    "{amount} in {currency}", amount=field.says, currency=self.counted_in
                )

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        for name, field in self.fields.items():
            if isinstance(field, AmountField) and name in given:
                given[name] = self._amount(name, given[name])
        return given

    def figures(self, amount: int | None) -> str:
        """Returns an amount as a field begins with it, empty for none."""
        return amount_figures(amount, self.counted_in) if amount else ""

    def _amount(self, name: str, text: str) -> int | None:
        if not text:
            return None
        try:
            return read_amount(text, self.counted_in, field=name)
        except MoneyError as wrong:
            self.add_error(name, wrong.message)
            return None


def amount_field(**kwargs: Any) -> AmountField:
    """Returns a field for an amount, whose label says the currency."""
    return AmountField(phrase("Amount"), **kwargs)
