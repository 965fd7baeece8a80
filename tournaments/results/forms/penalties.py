"""The form of a penalty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.entries.forms.entries import entry_choices, entry_prefilled
from tournaments.kernel.desk.context import EventForm
from tournaments.results.commands.penalties import SetPenalty


class SetPenaltyForm(EventForm):
    """Sets the points that an entry loses (or is given) in a round."""

    command_class = SetPenalty
    entry = forms.TypedChoiceField(coerce=int, label=phrase("Entry"))
    points = forms.IntegerField(
        min_value=-10_000,
        max_value=10_000,
        label=phrase("Points"),
        help_text=phrase("Added to the spread, so give a negative number; 0 lifts the penalty."),
    )

    def prepare(self) -> None:
        entries = self.where.the_division.entries.all()
        self.offer("entry", entry_choices(entries))

    def prefilled(self) -> Mapping[str, Any]:
        return entry_prefilled(self.where)
