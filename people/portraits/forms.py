"""The forms by which a player is shown with a picture and a country, and hidden again."""

from __future__ import annotations

from typing import Any

from django import forms

from core.errors import UserError
from core.journal.errors import Refused
from core.phrases import language, phrase
from desk.forms import CommandForm
from people.desk.context import RegisterContext
from people.models import Player
from people.portraits.commands import HidePlayer, ShowPlayer
from people.portraits.countries import countries
from people.portraits.pictures import MOST_BYTES, clear_away, keep, square


class ShowPlayerForm(CommandForm[RegisterContext]):
    """A picture, a country, and the consent that everybody sees them: the player's own."""

    command_class = ShowPlayer
    on_paper = False
    kept: str | None = None
    picture = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=phrase("Picture"),
        help_text=phrase(
            "A JPEG, PNG or WebP. A small square of its middle is kept, and nothing of where and "
            "when it was taken."
        ),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    country = forms.ChoiceField(required=False, label=phrase("Country"))
    consent = forms.BooleanField(
        label=phrase("I agree that everybody can see these beside my name, until I take them back"),
        error_messages={"required": phrase("Without consent nothing is shown.")},
    )

    def prepare(self) -> None:
        named = countries(language() or "en")
        self.offer("country", [("", phrase("none")), *named.items()])

    def prefilled(self) -> dict[str, Any]:
        return {"country": self.player.country}

    @property
    def player(self) -> Player:
        """Whom the form is about."""
        assert self.where.player is not None
        return self.where.player

    def clean_picture(self) -> bytes | None:
        """Returns the small picture, None where none was sent."""
        sent = self.cleaned_data["picture"]
        if sent is None:
            return None
        try:
            return square(sent.read(MOST_BYTES + 1))
        except UserError as wrong:
            raise forms.ValidationError(wrong.message) from wrong

    def clean(self) -> dict[str, Any]:
        # Before the picture is kept: nobody is to find that of a child in the database.
        cleaned = super().clean()
        said = ShowPlayer(key=self.player.key, country=cleaned.get("country"), **self._consent())
        try:
            said.must_fit()
        except Refused as refused:
            raise forms.ValidationError(refused.message) from refused
        return cleaned

    def payload(self) -> dict[str, Any]:
        picture = self.cleaned_data["picture"]
        self.kept = None if picture is None else keep(picture)
        return {
            "key": self.player.key,
            "portrait": self.kept,
            "country": self.cleaned_data["country"],
            **self._consent(),
        }

    def refuse(self, refused: UserError) -> None:
        super().refuse(refused)
        if self.kept is not None:
            clear_away([self.kept])

    def _consent(self) -> dict[str, Any]:
        return {"on_paper": self.on_paper, "by_link": self.where.by_link}


class ShowOnPaperForm(ShowPlayerForm):
    """The same for who keeps the register: the consent is on paper."""

    on_paper = True
    consent = forms.BooleanField(
        label=phrase("The player agreed on paper that everybody can see these"),
        error_messages={"required": phrase("Without consent nothing is shown.")},
    )


class HidePlayerForm(CommandForm[RegisterContext]):
    """Removes picture and country: a button."""

    command_class = HidePlayer

    def payload(self) -> dict[str, Any]:
        assert self.where.player is not None
        return {"key": self.where.player.key, "by_link": self.where.by_link}
