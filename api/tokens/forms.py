"""The form that makes a token."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import validate_slug
from django.http import QueryDict

from core.phrases import phrase
from core.roles.access import rights_in, shown_scope
from core.roles.table import Permission

MEANINGS: dict[Permission, str] = {
    Permission.VIEW: phrase("read what the desk of an event shows"),
    Permission.ENTER: phrase("enter results"),
    Permission.CORRECT: phrase("correct results, and set penalties"),
    Permission.CHECK_IN: phrase("check players in, add late entries, withdraw players"),
    Permission.JUDGE: phrase("rule on plays, and run the judges"),
    Permission.ANNOTATE: phrase("record games"),
    Permission.STREAM: phrase("read the event for a stream"),
    Permission.DIRECT: phrase("direct: divisions and rules, pairing and publishing, closing"),
    Permission.OWN: phrase("hand an event over, and name its directors"),
    Permission.MAKE_EVENTS: phrase("make events"),
    Permission.ADD_PLAYERS: phrase("add players to the register"),
    Permission.OPERATE: phrase("run this installation: the register, rating lists, lexica"),
}
_OF_EVENTS = frozenset(MEANINGS) - {
    Permission.MAKE_EVENTS,
    Permission.ADD_PLAYERS,
    Permission.OPERATE,
}
DAYS = (
    (1, phrase("a day")),
    (7, phrase("a week")),
    (31, phrase("a month")),
    (92, phrase("three months")),
    (366, phrase("a year")),
)


class TokenForm(forms.Form):
    """Says what a token is for, what it may do at most, where, and for how long."""

    name = forms.CharField(
        max_length=60,
        label=phrase("Name"),
        help_text=phrase("What uses it, such as “scorers' tablet”; the log shows this name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    permissions = forms.TypedMultipleChoiceField(
        coerce=Permission,
        label=phrase("It can"),
        widget=forms.CheckboxSelectMultiple,
    )
    event = forms.CharField(
        max_length=60,
        required=False,
        validators=[validate_slug],
        label=phrase("Only in the event"),
        help_text=phrase("The short name of an event, as in its address; empty for all."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    days = forms.TypedChoiceField(coerce=int, choices=DAYS, initial=7, label=phrase("Valid for"))

    def __init__(self, data: QueryDict | None = None, *, user: Any) -> None:
        super().__init__(data, label_suffix="", use_required_attribute=False)
        # What an account may do in events depends on the event; the rest is as it is here.
        offered = _OF_EVENTS | rights_in(user)
        permissions: Any = self.fields["permissions"]
        permissions.choices = [
            (str(one), words) for one, words in MEANINGS.items() if one in offered
        ]

    def clean_event(self) -> str:
        """Returns the short name of an event that is there, or nothing for all."""
        event = str(self.cleaned_data["event"])
        if event and shown_scope(f"event:{event}") is None:
            raise forms.ValidationError(phrase("There is no event {event}.", event=event))
        return event
