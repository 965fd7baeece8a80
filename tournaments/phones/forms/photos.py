"""The forms by which a player sends a photo of the slip, and takes one back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from core.phrases import phrase
from tournaments.kernel.desk.context import EventForm
from tournaments.models import SlipPhoto
from tournaments.phones.commands.photos import AddSlipPhoto, RemoveSlipPhoto, refuse_more
from tournaments.phones.photos.cleaning import MOST_BYTES, cleaned
from tournaments.phones.photos.keeping import keep_photo


class AddPhotoForm(EventForm):
    """A photo of the slip.

    It is decoded and kept only where the command is built: after the limits, and only of whom the
    board takes one more.
    """

    command_class = AddSlipPhoto
    opponent = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    photo = forms.FileField(
        allow_empty_file=True,
        label=phrase("Photo of the slip"),
        help_text=phrase("Only the director’s desk sees it. Place and time are taken out."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": phrase("Choose a photo.")},
    )

    def payload(self) -> dict[str, Any]:
        """Returns the fields, the photo kept under its name; UserError where it is not taken."""
        given = super().payload()
        if self.stored() is None:
            refuse_more(self._sent_before(given["opponent"]))
        return {**given, "photo": keep_photo(cleaned(given["photo"].read(MOST_BYTES + 1)))}

    def _sent_before(self, opponent: int) -> QuerySet[SlipPhoto]:
        number: int = self.scope()["round"]
        photos = SlipPhoto.objects.filter(entry=self.where.the_entry)
        return photos.filter(board__round__number=number, board__seats__entry__number=opponent)


class RemovePhotoForm(EventForm):
    """Takes back a photo that the player sent."""

    command_class = RemoveSlipPhoto
    opponent = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    photo = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
