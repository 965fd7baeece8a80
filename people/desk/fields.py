"""A field for a player of the register."""

from __future__ import annotations

from typing import Any

from django import forms

from core.errors import UserError
from core.phrases import phrase
from people.models import Player
from people.register import Register


class PlayerField(forms.CharField):
    """A player of the register: the key, the association number, or a name of one player only.

    `stranger` is what the form starts with where the register lacks the player.
    """

    stranger = ""

    def clean(self, value: Any) -> Player | str | None:
        """Returns the player, None where none is given, and the stranger as it was shown."""
        text: str = super().clean(value)
        if not text:
            return None
        if text == self.stranger:
            return text
        # A key is what the form starts with: no need to read the whole register for it.
        player = Player.objects.filter(key=text).first()
        if player is not None:
            return player
        try:
            return Player.objects.get(key=Register().one(text).key)
        except UserError as wrong:
            raise forms.ValidationError(wrong.message) from wrong


def player_field(label: str) -> PlayerField:
    """Returns a field for a player of the register; `people/desk/_register.html` suggests them."""
    return PlayerField(
        max_length=120,
        required=False,
        label=label,
        help_text=phrase("The key, the association number, or the full name."),
        widget=forms.TextInput(attrs={"list": "players"}),
    )
