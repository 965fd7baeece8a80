"""What the forms about leagues, the player of the year and trophies share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import slugify

from clubs.leagues.commands.base import KEYS_LIMIT
from clubs.models import Trophy
from core.errors import UserError
from core.names import in_ascii
from core.phrases import phrase
from people.models import Club
from people.register import Register


def day_field(label: str, **more: Any) -> forms.DateField:
    """Returns a field for a day."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **more)


def count_field(
    label: str, most: int, *, least: int = 0, help_text: str = "", required: bool = True
) -> forms.IntegerField:
    """Returns a field for a whole number."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=required
    )


def key_for(name: str, otherwise: str) -> str:
    """Returns the key that a name makes, which stands in addresses and never changes."""
    key = slugify(in_ascii(name)).replace("_", "-")[:KEYS_LIMIT].strip("-")
    return key or otherwise


def key_named(between: str, text: str) -> str:
    """Returns the key of the club or the player who is meant by a text, empty for none.

    Raises ValidationError where nobody is meant, or several are.
    """
    wanted = " ".join(text.split())
    if not wanted:
        return ""
    if between == Trophy.Between.PLAYERS:
        try:
            return Register().one(wanted).key
        except UserError as wrong:
            raise forms.ValidationError(wrong.message) from wrong
    called = list(Club.objects.filter(name__iexact=wanted).values_list("slug", flat=True))
    if Club.objects.filter(slug=wanted).exists():
        return wanted
    if len(called) == 1:
        return called[0]
    if called:
        sentence = phrase("Several clubs are called {name}. Give the short name.", name=wanted)
    else:
        sentence = phrase("The register has no club {club}.", club=wanted[:60])
    raise forms.ValidationError(sentence)


def named_field(label: str, help_text: str = "", *, required: bool = False) -> forms.CharField:
    """Returns a field for a player or a club of the register."""
    return forms.CharField(
        max_length=120,
        required=required,
        label=label,
        help_text=help_text,
        widget=forms.TextInput(attrs={"list": "players"}),
    )
