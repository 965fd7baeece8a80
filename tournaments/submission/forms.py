"""The questions before results go to a rating authority."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms

from core.phrases import phrase
from ratings.models import RatingList
from tournaments.formats.submission import AUTHORITIES, Authority
from tournaments.models import Tournament

_BYES = (("", phrase("a row for each")), ("no", phrase("left out")))


class SubmissionForm(forms.Form):
    """The choice that an address carries; what it leaves out is the usual."""

    to = forms.ChoiceField(
        required=False,
        choices=[(key, one.title) for key, one in AUTHORITIES.items()],
        widget=forms.HiddenInput,
    )
    rating_list = forms.ChoiceField(required=False, label=phrase("Compare with"))
    held_on = forms.DateField(
        required=False,
        label=phrase("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    byes = forms.ChoiceField(required=False, choices=_BYES, label=phrase("Byes"))

    def __init__(
        self, *args: Any, event: Tournament, lists: Iterable[RatingList], **kwargs: Any
    ) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        choices = [
            ("", phrase("the imported list of its system")),
            *((one.key, one.name) for one in lists),
        ]
        field: Any = self.fields["rating_list"]
        field.choices = choices
        if event.starts_on is not None:
            del self.fields["held_on"]
        if not self.authority.has_byes:
            del self.fields["byes"]

    @property
    def authority(self) -> Authority:
        """The authority asked for, the first where none or an unknown one is."""
        return AUTHORITIES.get(self.data.get("to", ""), next(iter(AUTHORITIES.values())))

    @property
    def day(self) -> date | None:
        """The first day as it was given here."""
        given: date | None = self.cleaned_data.get("held_on")
        return given

    @property
    def wants_byes(self) -> bool:
        """Whether the rows of byes are written."""
        return self.cleaned_data.get("byes") != "no"
