"""The forms about roles: give one, invite to one, type a code, make an account of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.http import QueryDict

from core.phrases import phrase, phrase_count
from core.roles.commands import NAME_LIMIT, NOTE_LIMIT

DAYS = (1, 7, 30)


class GiveRoleForm(forms.Form):
    """Gives a role to an account that is there."""

    account = forms.CharField(
        max_length=NAME_LIMIT, label=phrase("Name of the account"), strip=True
    )
    role = forms.ChoiceField(label=phrase("Role"))

    def __init__(self, sent: QueryDict | None = None, *, roles: Sequence[tuple[str, str]]) -> None:
        super().__init__(sent, label_suffix="", auto_id="give_%s")
        _offer(self.fields["role"], roles)


class InviteForm(forms.Form):
    """Makes an invitation to a role."""

    role = forms.ChoiceField(label=phrase("Role"))
    note = forms.CharField(
        max_length=NOTE_LIMIT,
        required=False,
        label=phrase("For whom"),
        help_text=phrase("So that you know later whose invitation it is."),
    )
    days = forms.TypedChoiceField(
        label=phrase("It can be used for"),
        coerce=int,
        initial=7,
        choices=[(days, phrase_count("{count} day", "{count} days", count=days)) for days in DAYS],
    )

    def __init__(self, sent: QueryDict | None = None, *, roles: Sequence[tuple[str, str]]) -> None:
        super().__init__(sent, label_suffix="")
        _offer(self.fields["role"], roles)


def _offer(field: Any, roles: Sequence[tuple[str, str]]) -> None:
    # The first of them may most: nobody is to be given it because nothing was chosen.
    field.choices = [("", phrase("Choose a role")), *roles]


class InvitationCodeForm(forms.Form):
    """Takes the code of an invitation."""

    code = forms.CharField(
        max_length=40,
        label=phrase("Code of the invitation"),
        help_text=phrase("Three groups of letters, such as bado-kefi-suto."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, sent: QueryDict | None = None) -> None:
        super().__init__(sent, label_suffix="")


class NewAccountForm(forms.Form):
    """Makes the account of somebody who was invited and has none."""

    name = forms.CharField(
        max_length=NAME_LIMIT,
        label=phrase("Name of the account"),
        help_text=phrase("You sign in with it, and the log shows it. No spaces."),
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=phrase("Password"),
        strip=False,
        max_length=128,
        help_text=phrase("At least 8 characters, and not a common word."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=phrase("Password again"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, sent: QueryDict | None = None) -> None:
        super().__init__(sent, label_suffix="")

    def clean(self) -> dict[str, Any]:
        """Returns what was typed; the two passwords are the same, and not easy to guess."""
        typed = super().clean() or {}
        password, again = typed.get("password"), typed.get("again")
        if password and again and password != again:
            self.add_error("again", phrase("The two passwords are not the same."))
        elif password:
            try:
                validate_password(password, User(username=typed.get("name", "")))
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return typed
