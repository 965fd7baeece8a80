"""Signing in: a name, a password and, where the account wants it, the code of its second step."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.signals import user_login_failed

from core.phrases import phrase

CODE = "code"


class SignInForm(AuthenticationForm):
    """Django's form, with one more field that most people leave empty."""

    code = forms.CharField(
        required=False,
        max_length=40,
        label=phrase("Code of the second step"),
        help_text=phrase("Only if you set one up for your account."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "text"}),
    )

    def confirm_login_allowed(self, user: Any) -> None:
        """Raises ValidationError for a code that is missing or wrong, which counts as a failure.

        The name and the password were right.
        """
        from core.second_step import has_second_step, is_right  # noqa: PLC0415 - few ever need it

        super().confirm_login_allowed(user)
        if not has_second_step(user):
            return
        code = self.cleaned_data.get(CODE, "")
        if not code:
            said = phrase("Type the code of your app too, or one of your recovery codes.")
            raise forms.ValidationError({CODE: said}, code="second_step.missing")
        if not is_right(user, code):
            counted = {"username": user.get_username()}
            user_login_failed.send(sender=__name__, credentials=counted, request=self.request)
            said = phrase("The code is wrong, or was used before. Wait for the next one.")
            raise forms.ValidationError({CODE: said}, code="second_step.wrong")
