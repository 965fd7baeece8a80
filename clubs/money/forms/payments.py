"""The forms by which members and guests pay."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone

from clubs.money.commands.payments import SellCard, SettleTab, TakeDues, TakeFee
from clubs.money.forms.typed import AmountField, MoneyForm, PlaceField, amount_field, day_field
from clubs.money.ledger.accounts import INCOME
from clubs.money.queries.tonight import DueTonight, dues_in
from core.phrases import phrase

_FEES = ("season", "membership", "other")


class DuesForm(MoneyForm):
    """Takes the dues of a night of a member."""

    command_class = TakeDues
    above = "clubs/money/_due.html"
    paid = AmountField(
        phrase("Paid"),
        required=False,
        help_text=phrase("What is missing goes on the tab."),
    )
    into = PlaceField(phrase("How"))
    day = day_field()

    @cached_property
    def due(self) -> DueTonight | None:
        """What the member owes tonight."""
        book, player = self.where.book, self.where.player
        if book is None or player is None:
            return None
        return dues_in(book, timezone.localdate(), (player.key,)).players[player.key]

    def prefilled(self) -> Mapping[str, Any]:
        return {"paid": self.figures(self.due.due.amount)} if self.due else {}

    def payload(self) -> dict[str, Any]:
        return {**self.cleaned_data, "paid": self.cleaned_data["paid"] or 0}


class GuestDuesForm(MoneyForm):
    """Takes the dues of a night of a guest whom the register lacks: what is due, at once."""

    command_class = TakeDues
    guest = forms.CharField(max_length=120, label=phrase("Name of the guest"))
    into = PlaceField(phrase("How"))
    day = day_field()


class FeeForm(MoneyForm):
    """Takes the fee of a season, or another one."""

    command_class = TakeFee
    kind = forms.ChoiceField(
        choices=[(kind, INCOME[kind]) for kind in _FEES], label=phrase("For what")
    )
    amount = amount_field()
    until = forms.DateField(
        required=False,
        label=phrase("Last day of the season"),
        help_text=phrase("Until then no night costs more. Only a season has it."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    paid = AmountField(
        phrase("Paid"),
        required=False,
        help_text=phrase("Empty: all of it. What is missing goes on the tab."),
    )
    into = PlaceField(phrase("How"))
    day = day_field()

    def prefilled(self) -> Mapping[str, Any]:
        book = self.where.book
        return {"amount": self.figures(book.fees.season)} if book else {}


class CardForm(MoneyForm):
    """Sells a card."""

    command_class = SellCard
    amount = amount_field()
    nights = forms.IntegerField(min_value=1, max_value=999, label=phrase("Nights"))
    into = PlaceField(phrase("How"))
    day = day_field()

    def prefilled(self) -> Mapping[str, Any]:
        book = self.where.book
        if book is None:
            return {}
        return {
            "amount": self.figures(book.fees.card_price),
            "nights": book.fees.card_nights or None,
        }


class TabForm(MoneyForm):
    """Takes what a member pays on their tab."""

    command_class = SettleTab
    amount = amount_field()
    into = PlaceField(phrase("How"))
    day = day_field()

    def prefilled(self) -> Mapping[str, Any]:
        book, player = self.where.book, self.where.player
        if book is None or player is None:
            return {}
        return {"amount": self.figures(max(0, book.tab_of(player.key)) or None)}
