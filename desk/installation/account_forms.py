"""The form that adds an account."""

from __future__ import annotations

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator

from core.accounts import Role

WHAT_IT_MAY: dict[Role, str] = {
    Role.DIRECTOR: "Director: makes and directs their own events",
    Role.OPERATOR: "Operator: directs every event, and runs this installation",
    Role.MEMBER: "Member: looks up words only",
}


class AddAccountForm(forms.Form):
    """Names an account and what it may do; its password is made."""

    name = forms.CharField(
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        label="Name",
        help_text="For signing in; letters, digits and @ . + - _, without spaces.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    role = forms.TypedChoiceField(
        coerce=Role,
        choices=[(role.value, words) for role, words in WHAT_IT_MAY.items()],
        initial=Role.DIRECTOR.value,
        label="May",
        widget=forms.RadioSelect,
    )
