"""Forms of the door: ticking entries, and letting who was missing arrive."""

from __future__ import annotations

import re
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.forms.entries import PresenceForm
from tournaments.kernel.desk.context import CHANGED_MEANWHILE, EventForm
from tournaments.models import Entry


class EntryKeys(forms.CharField):
    """Keys of entries, as "3" or "3,7,12": unlike its number, an entry's key never moves."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput)

    def clean(self, value: Any) -> tuple[int, ...]:
        """Returns the keys."""
        text = super().clean(value)
        if not re.fullmatch(r"(\d{1,6}(,\d{1,6})*)?", text, re.ASCII):
            raise forms.ValidationError(phrase("Give the keys of entries."))
        return tuple(int(key) for key in text.split(",") if key)


class CheckInForm(EventForm):
    """Ticks entries; what is typed are the values of its buttons."""

    command_class = CheckIn
    here = EntryKeys()
    not_here = EntryKeys()
    clear = EntryKeys()

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        keys = {key for name in self.base_fields for key in given.get(name, ())}
        entries = self.where.the_division.entries.filter(key__in=keys)
        self.numbers = dict(entries.values_list("key", "number"))
        if keys - set(self.numbers):
            self.add_error(None, CHANGED_MEANWHILE)
        return given

    def payload(self) -> dict[str, Any]:
        return {
            name: tuple(self.numbers[key] for key in self.cleaned_data[name])
            for name in self.base_fields
        }

    def sent_again(self) -> list[tuple[str, str]]:
        """Returns the fields by name as sent, for when the consequence is accepted."""
        return [(name, str(self.data.get(name, ""))) for name in self.base_fields]

    def refusals(self) -> list[str]:
        """Returns the sentences on why nothing was ticked."""
        return [str(said) for messages in self.errors.values() for said in messages]


class ArriveLateForm(PresenceForm):
    """Takes in somebody who was not here at check-in."""

    command_class = ArriveLate

    def offers(self, entry: Entry) -> bool:
        return entry.presence == Entry.Presence.NOT_HERE and not super().offers(entry)
