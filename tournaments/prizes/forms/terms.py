"""The forms that say how prizes are paid, who wins none, and whether everybody may read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.money import MoneyError, digits_of
from core.phrases import phrase
from tournaments.prizes.commands.terms import ExcludeFromPrizes, PublishPrizes, SetPrizeTerms
from tournaments.prizes.forms.typed import (
    OfPrizesForm,
    TypedAmount,
    entry_choices,
    percent_of,
    percent_text,
)
from tournaments.prizes.queries.offered import terms_of
from tournaments.prizes.wording.titles import ONE_MONEY, THING_TIES

_FEE = "fee_of_"
_AMOUNTS = ("fund", "entry_fee", "unit", "tax_from")


def _percent(label: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(required=False, max_length=10, label=label, help_text=help_text)


class PrizeTermsForm(OfPrizesForm):
    """Says how the prizes of the event are paid."""

    command_class = SetPrizeTerms
    submit = phrase("Save the terms")
    fold_title = phrase("Fees of single divisions, rounding, tax")

    currency = forms.CharField(
        min_length=3,
        max_length=3,
        label=phrase("Currency"),
        help_text=phrase("Its code of three letters, such as EUR or USD."),
    )
    fund = TypedAmount(
        phrase("Prize fund"),
        required=False,
        help_text=phrase("Leave it empty if it is what comes in."),
    )
    entry_fee = TypedAmount(phrase("Entry fee"), required=False)
    paid_back = _percent(
        phrase("Part of the fees that is paid back, in percent"),
        phrase("It counts where the fund is empty."),
    )
    one_money = forms.ChoiceField(
        choices=[(key.value, words) for key, words in ONE_MONEY.items()],
        label=phrase("What one player can win"),
        widget=forms.RadioSelect,
    )
    thing_ties = forms.ChoiceField(
        choices=[(key.value, words) for key, words in THING_TIES.items()],
        label=phrase("Things for which several are tied"),
        widget=forms.RadioSelect,
        help_text=phrase("Money is pooled and split equally."),
    )
    unit = TypedAmount(
        phrase("Smallest amount paid"),
        required=False,
        help_text=phrase("Shares are multiples of it: 1 pays whole euros or dollars."),
    )
    tax_percent = _percent(phrase("Tax kept back, in percent"))
    tax_from = TypedAmount(phrase("Kept back from this amount on"), required=False)

    def prepare(self) -> None:
        self._names = list(self.where.the_event.divisions.values_list("name", flat=True))
        several = self._names if len(self._names) > 1 else []
        for at, name in enumerate(several):
            label = phrase("Entry fee of division {name}", name=name)
            self.fields[f"{_FEE}{at}"] = TypedAmount(label, required=False)
        fees = tuple(f"{_FEE}{at}" for at in range(len(several)))
        self.folded = (*fees, "unit", "tax_percent", "tax_from")

    def prefilled(self) -> Mapping[str, Any]:
        terms = terms_of(self.where.the_event)
        fees = {
            f"{_FEE}{at}": self.figures(terms.division_fees.get(name))
            for at, name in enumerate(self._names)
            if f"{_FEE}{at}" in self.fields
        }
        return {
            "currency": terms.currency,
            "fund": self.figures(terms.fund),
            "entry_fee": self.figures(terms.entry_fee),
            "paid_back": percent_text(terms.back),
            "one_money": terms.one_money,
            "thing_ties": terms.thing_ties,
            "unit": self.figures(terms.unit if terms.unit > 1 else 0),
            "tax_percent": percent_text(terms.tax_percent) if terms.tax_percent else "",
            "tax_from": self.figures(terms.tax_from),
            **fees,
        }

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        code = given.get("currency", "").upper()
        if not self._is_currency(code):
            return given
        given["currency"] = code
        for name in [*_AMOUNTS, *(one for one in self.fields if one.startswith(_FEE))]:
            if name in given:
                given[name] = self.read_typed(name, given[name], code)
        for name in ("paid_back", "tax_percent"):
            if name in given:
                given[name] = self._percentage(name, given[name])
        return given

    def _is_currency(self, code: str) -> bool:
        try:
            digits_of(code)
        except MoneyError as wrong:
            if code:
                self.add_error("currency", wrong.message)
            return False
        return True

    def _percentage(self, name: str, text: str) -> int | None:
        if not text.strip():
            return None
        found = percent_of(f"{text.strip().removesuffix('%').strip()}%")
        if found is None:
            self.add_error(name, phrase("Give a percentage from 0 to 100."))
        return found

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        fees = {
            name: given[f"{_FEE}{at}"]
            for at, name in enumerate(self._names)
            if given.get(f"{_FEE}{at}") is not None
        }
        back = given["paid_back"]
        return {
            "currency": given["currency"],
            "fund": given["fund"],
            "entry_fee": given["entry_fee"] or 0,
            "division_fees": fees,
            "one_money": given["one_money"],
            "thing_ties": given["thing_ties"],
            "unit": given["unit"] or 1,
            "tax_percent": given["tax_percent"] or 0,
            "tax_from": given["tax_from"] or 0,
            **({} if back is None else {"back": back}),
        }


class ExcludeForm(OfPrizesForm):
    """Says who wins no prizes."""

    command_class = ExcludeFromPrizes
    submit = phrase("Save the list")
    entries = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label=phrase("No prizes for"),
        widget=forms.CheckboxSelectMultiple,
        help_text=phrase("Places are counted among the others."),
    )

    def prepare(self) -> None:
        self.offer("entries", entry_choices(self.where.the_event))

    def prefilled(self) -> Mapping[str, Any]:
        return {"entries": terms_of(self.where.the_event).excluded}

    def payload(self) -> dict[str, Any]:
        return {"entries": tuple(self.cleaned_data["entries"])}


class PublishPrizesForm(OfPrizesForm):
    """Shows the prizes to everybody, or no longer."""

    command_class = PublishPrizes

    def payload(self) -> dict[str, Any]:
        return {"is_public": not terms_of(self.where.the_event).is_public}
