"""The forms by which a player sends a photo of the slip, and takes one back."""

from __future__ import annotations

from typing import Any

from django import forms

from core.errors import UserError
from core.phrases import phrase
from tournaments.kernel.desk.context import EventForm
from tournaments.phones.commands.photos import AddSlipPhoto, RemoveSlipPhoto
from tournaments.phones.photos.cleaning import MOST_BYTES, cleaned
from tournaments.phones.photos.keeping import keep_photo


class AddPhotoForm(EventForm):
    """A photo of the slip; it is decoded only once the form is looked at, after the limits."""

    command_class = AddSlipPhoto
    opponent = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    photo = forms.FileField(
        allow_empty_file=True,
        label=phrase("Photo of the slip"),
        help_text=phrase("Only the director’s desk sees it. Place and time are taken out."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": phrase("Choose a photo.")},
    )

    def clean_photo(self) -> bytes:
        """Returns the photo as it is kept."""
        sent = self.cleaned_data["photo"]
        try:
            return cleaned(sent.read(MOST_BYTES + 1))
        except UserError as refused:
            raise forms.ValidationError(refused.message) from refused

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        return {**given, "photo": keep_photo(given["photo"])}


class RemovePhotoForm(EventForm):
    """Takes back a photo that the player sent."""

    command_class = RemoveSlipPhoto
    opponent = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    photo = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
