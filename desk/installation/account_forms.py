"""The form that adds an account."""

from __future__ import annotations

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator

from core.accounts import AccountKind
from core.phrases import phrase

ROLES: dict[AccountKind, str] = {
    AccountKind.DIRECTOR: phrase("director"),
    AccountKind.OPERATOR: phrase("operator"),
    AccountKind.MEMBER: phrase("member"),
}
WHAT_IT_MAY: dict[AccountKind, str] = {
    AccountKind.DIRECTOR: phrase("Director: makes and directs their own events"),
    AccountKind.OPERATOR: phrase("Operator: directs every event, and runs this installation"),
    AccountKind.MEMBER: phrase("Member: looks up words, and has the roles that events give"),
}


class AddAccountForm(forms.Form):
    """Names an account and what it may do; its password is made."""

    name = forms.CharField(
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        label=phrase("Name"),
        help_text=phrase("For signing in; letters, digits and @ . + - _, without spaces."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    role = forms.TypedChoiceField(
        coerce=AccountKind,
        choices=[(role.value, words) for role, words in WHAT_IT_MAY.items()],
        initial=AccountKind.DIRECTOR.value,
        label=phrase("May"),
        widget=forms.RadioSelect,
    )
