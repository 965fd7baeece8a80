"""The forms that write the money of an event down."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms

from core.money import amount_words
from core.phrases import phrase
from tournaments.prizes.commands.money import (
    PayPrizes,
    RecordMoney,
    RemoveMoney,
    TakeFees,
)
from tournaments.prizes.forms.typed import NO_CURRENCY, OfPrizesForm, TypedAmount, place_field
from tournaments.prizes.queries.books import paid_by_entry
from tournaments.prizes.queries.now import PrizesNow, prizes_now
from tournaments.prizes.queries.offered import money_rows, terms_of
from tournaments.prizes.wording.money import MONEY
from tournaments.prizing.books import Money


class BooksForm(OfPrizesForm):
    """Base of the forms about money, which an event without a currency cannot have."""

    above = "tournaments/prizes/_no_currency.html"

    @cached_property
    def now(self) -> PrizesNow:
        """The prizes and the money as they are now."""
        return prizes_now(self.where.the_event)

    def obstacle(self) -> str:
        return super().obstacle() or ("" if self.counted_in else NO_CURRENCY)

    def words(self, amount: int) -> str:
        """Returns an amount in the currency of the event."""
        return amount_words(amount, self.counted_in) if self.counted_in else str(amount)

    def named(self, key: int) -> str:
        """Returns an entry by its division, number and name."""
        division, entry = self.now.people[key]
        return f"{division} #{entry.number} {self.now.names[key]}"


class TakeFeesForm(BooksForm):
    """Takes entry fees, of many at once."""

    command_class = TakeFees
    entries = forms.TypedMultipleChoiceField(
        coerce=int, label=phrase("Who has paid"), widget=forms.CheckboxSelectMultiple
    )
    place = place_field(phrase("Into"))

    def prepare(self) -> None:
        paid = paid_by_entry(self.now, Money.FEE)
        owed = {key: fee - paid.get(key, 0) for key, fee in self.now.fees.items()}
        self._owed = {key: amount for key, amount in owed.items() if amount > 0}
        self.offer(
            "entries",
            [(key, f"{self.named(key)}: {self.words(owed)}") for key, owed in self._owed.items()],
        )

    def obstacle(self) -> str:
        return super().obstacle() or ("" if self._owed else phrase("Nobody owes an entry fee."))

    def payload(self) -> dict[str, Any]:
        return {
            "entries": tuple(self.cleaned_data["entries"]),
            "place": self.cleaned_data["place"],
        }


class RecordMoneyForm(BooksForm):
    """Writes down money that was added, or an expense."""

    command_class = RecordMoney
    kind = forms.ChoiceField(
        choices=[(kind.value, MONEY[kind]) for kind in (Money.ADDED, Money.EXPENSE)],
        label=phrase("What"),
        widget=forms.RadioSelect,
    )
    amount = TypedAmount(phrase("Amount"))
    text = forms.CharField(max_length=200, label=phrase("For what, or from whom"))
    place = place_field(phrase("Into or out of"))

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if "amount" in given:
            given["amount"] = self.read_typed("amount", given["amount"])
        return given

    def payload(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("kind", "amount", "text", "place")}


class PayPrizesForm(BooksForm):
    """Pays a winner all prizes in money that are due."""

    command_class = PayPrizes
    entry = forms.TypedChoiceField(coerce=int, label=phrase("Winner"))
    place = place_field(phrase("Out of"))

    def prepare(self) -> None:
        paid = paid_by_entry(self.now, Money.PRIZE)
        due = {key: won - paid.get(key, 0) for key, won in self.now.due.items()}
        self._due = {key: amount for key, amount in due.items() if amount > 0}
        self.offer(
            "entry",
            [(key, f"{self.named(key)}: {self.words(due)}") for key, due in self._due.items()],
        )

    def obstacle(self) -> str:
        return super().obstacle() or ("" if self._due else phrase("No prize in money is due."))

    def doubt(self) -> str:
        key = self.cleaned_data["entry"]
        open_ones = [
            str(one.title)
            for one in self.now.list
            if not one.final and any(w.key == key and w.amount for w in one.winners)
        ]
        if not open_ones:
            return ""
        return phrase(
            "Games can still change who wins this: {prizes}.", prizes="; ".join(open_ones)
        )

    def payload(self) -> dict[str, Any]:
        return {"entry": self.cleaned_data["entry"], "place": self.cleaned_data["place"]}


class RemoveMoneyForm(BooksForm):
    """Takes a row off the books."""

    command_class = RemoveMoney
    number = forms.TypedChoiceField(coerce=int, label=phrase("Receipt"))

    def prepare(self) -> None:
        currency = terms_of(self.where.the_event).currency
        self.offer(
            "number",
            [
                (
                    row.number,
                    f"{row.number}: {MONEY[Money(row.kind)]}, {amount_words(row.amount, currency)}",
                )
                for row in money_rows(self.where.the_event)
            ],
        )

    def payload(self) -> dict[str, Any]:
        return {"number": self.cleaned_data["number"]}
