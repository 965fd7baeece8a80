"""The form in which the two at a board type their scores once; nothing is kept until both agree."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from core.phrases import phrase
from tournaments.claiming import Scores
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST


class TypedScoresForm(forms.Form):
    """Two scores in the order of the seats; `names` are what the page calls both."""

    one = forms.IntegerField(min_value=LOWEST, max_value=HIGHEST)
    two = forms.IntegerField(min_value=LOWEST, max_value=HIGHEST)

    def __init__(self, data: QueryDict | None, *, names: tuple[str, str]) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        for field, player in zip(self.fields.values(), names, strict=True):
            field.label = player
            field.widget = forms.TextInput(
                attrs={"class": "score", "inputmode": "numeric", "maxlength": "4"}
            )
            said = phrase(
                "The score of {player} must be a whole number from {lowest} to {highest}.",
                player=player,
                lowest=LOWEST,
                highest=HIGHEST,
            )
            field.error_messages.update(
                dict.fromkeys(("required", "invalid", "min_value", "max_value"), said)
            )

    @property
    def scores(self) -> Scores | None:
        """The scores that were typed, None where they are missing or wrong."""
        if not self.is_bound or not self.is_valid():
            return None
        return self.cleaned_data["one"], self.cleaned_data["two"]
