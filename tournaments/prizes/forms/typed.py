"""What the forms about prizes have in common: amounts as they are typed, and choices of entries."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django import forms

from core.money import MoneyError, amount_figures, read_amount
from core.phrases import phrase
from tournaments.kernel.desk.context import EventForm
from tournaments.models import Entry, EventPrize, Tournament
from tournaments.prizes.queries.offered import terms_of
from tournaments.prizes.wording.money import PLACE_WORDS

PLACES = tuple(PLACE_WORDS.items())
SHOWN = 40
NO_CURRENCY = phrase("Set the currency in the terms of the prizes first.")
_PERCENT = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,2}))?\s*%")
_AMOUNT = re.compile(r"(?:[A-Za-z]{3}\s*)?[0-9]+(?:[.,][0-9]+)?(?:\s*[A-Z]{3})?")


class TypedAmount(forms.CharField):
    """An amount as it is typed; the form reads it in the currency of the event."""

    def __init__(self, label: str, **more: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal"})
        super().__init__(max_length=SHOWN, widget=widget, label=label, **more)


class OfPrizesForm(EventForm):
    """Base of the forms about the prizes of an event."""

    @property
    def counted_in(self) -> str:
        """The currency of the event, empty where none is set."""
        return terms_of(self.where.the_event).currency

    @property
    def the_prize(self) -> EventPrize:
        """The prize that the address names."""
        assert self.where.prize is not None
        return self.where.prize

    def read_typed(self, name: str, text: str, currency: str = "") -> int | None:
        """Returns a typed amount in minor units, None where it is empty or wrong."""
        code = currency or self.counted_in
        if not text:
            return None
        if not code:
            self.add_error(name, NO_CURRENCY)
            return None
        try:
            return read_amount(text, code, field=name)
        except MoneyError as wrong:
            self.add_error(name, wrong.message)
            return None

    def figures(self, amount: int | None) -> str:
        """Returns an amount as a field begins with it, empty for none."""
        return amount_figures(amount, self.counted_in) if amount and self.counted_in else ""


class Worth(NamedTuple):
    """What a prize is: an amount or a part of the fund, with a note, or a thing."""

    amount: int
    part: int
    text: str


def read_worth(text: str, currency: str) -> Worth:
    """Returns what was typed for a prize: "500", "12.5 %", "500; from the mayor", or a thing.

    Raises MoneyError for an amount that cannot be meant.
    """
    first, _, note = (part.strip() for part in text.partition(";"))
    percent = percent_of(first)
    if percent is not None:
        return Worth(0, percent, note)
    if not _AMOUNT.fullmatch(first):
        return Worth(0, 0, text.strip())
    if not currency:
        raise MoneyError(NO_CURRENCY, code="prize.no_currency")
    return Worth(read_amount(first, currency), 0, note)


def worth_text(row: EventPrize, currency: str) -> str:
    """Returns what a prize is as it is typed."""
    if row.part:
        said = f"{percent_text(row.part)} %"
    elif row.amount:
        said = amount_figures(row.amount, currency)
    else:
        return row.text
    return f"{said}; {row.text}" if row.text else said


def percent_of(text: str) -> int | None:
    """Returns hundredths of a percent: "12.5 %" is 1250; None for anything else."""
    found = _PERCENT.fullmatch(text)
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else None


def percent_text(part: int) -> str:
    """Returns hundredths of a percent as they are typed, without the sign."""
    return f"{part / 100:g}"


def entry_choices(event: Tournament) -> list[tuple[int, str]]:
    """Returns the entries of an event by key, in the order of their divisions and numbers."""
    rows = Entry.objects.filter(tournament=event).select_related("division")
    ordered = rows.order_by("division__position", "division__name", "number")
    several = event.divisions.count() > 1
    return [(one.key, f"{one.division.name} {one}" if several else str(one)) for one in ordered]


def place_field(label: str) -> forms.ChoiceField:
    """Returns the choice between the cash and the bank."""
    return forms.ChoiceField(
        choices=PLACES, label=label, widget=forms.RadioSelect, initial=PLACES[0][0]
    )
