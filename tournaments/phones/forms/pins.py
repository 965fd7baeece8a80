"""The form by which a player without the link comes to their page: number and PIN of the card."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from core.phrases import phrase
from tournaments.board_games.queries.entry_links import PIN_DIGITS
from tournaments.models import Tournament


class PinForm(forms.Form):
    """The division where there are several, the number of the entry, and its PIN."""

    division = forms.ChoiceField(label=phrase("Division"))
    number = forms.IntegerField(min_value=1, max_value=99_999, label=phrase("Your number"))
    pin = forms.RegexField(
        rf"^\s*[0-9]{{{PIN_DIGITS}}}\s*$",
        label=phrase("PIN on your card"),
        error_messages={"invalid": phrase("A PIN has six digits.")},
    )

    def __init__(self, event: Tournament, data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        names = list(event.divisions.values_list("name", flat=True))
        choices: Any = [(name, name) for name in names]
        self.fields["division"].choices = choices  # type: ignore[attr-defined] # a choice has them
        if len(names) == 1:
            self.fields["division"].widget = forms.HiddenInput()
            self.fields["division"].initial = names[0]
        for name in ("number", "pin"):
            self.fields[name].widget = forms.TextInput(
                attrs={"inputmode": "numeric", "autocomplete": "off", "class": "score"}
            )
