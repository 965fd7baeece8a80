"""The forms that draw prizes and name their winners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.prizes.commands.winners import MOST_WINNERS, DrawPrize, NameWinners
from tournaments.prizes.forms.typed import OfPrizesForm, entry_choices


class DrawPrizeForm(OfPrizesForm):
    """Draws a door prize."""

    command_class = DrawPrize
    submit = phrase("Draw")
    winners = forms.IntegerField(
        min_value=1, max_value=MOST_WINNERS, initial=1, label=phrase("How many winners")
    )

    def payload(self) -> dict[str, Any]:
        return {"number": self.the_prize.number, "winners": self.cleaned_data["winners"]}


class NameWinnersForm(OfPrizesForm):
    """Names the winners of a prize that no figure tells."""

    command_class = NameWinners
    submit = phrase("Save the winners")
    entries = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label=phrase("Winners"),
        widget=forms.CheckboxSelectMultiple,
    )

    def prepare(self) -> None:
        self.offer("entries", entry_choices(self.where.the_event))

    def prefilled(self) -> Mapping[str, Any]:
        return {"entries": self.the_prize.winners}

    def payload(self) -> dict[str, Any]:
        return {
            "number": self.the_prize.number,
            "entries": tuple(self.cleaned_data["entries"]),
        }
