"""One's own account: its second step, and signing out everywhere."""

from __future__ import annotations

from base64 import b32encode
from textwrap import wrap
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from core.signing_out import sign_out_everywhere
from desk.access import allowed
from desk.qr import qr_code

signed_in = allowed(Permission.SIGNED_IN)


class PasswordForm(forms.Form):
    """Asks for the password again, before the second step is begun or taken off."""

    password = forms.CharField(
        label=phrase("Your password"),
        strip=False,
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, sent: Any, user: Any) -> None:
        super().__init__(sent, label_suffix="")
        self._user = user

    def clean_password(self) -> str:
        """Returns the password of the account; it is refused where it is another."""
        typed = str(self.cleaned_data["password"])
        if not self._user.check_password(typed):
            raise forms.ValidationError(phrase("This is not your password."))
        return typed


class FirstCodeForm(forms.Form):
    """Asks for the first code of the app."""

    code = forms.CharField(
        label=phrase("Code that the app shows"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, label_suffix="")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def second_step(request: HttpRequest) -> HttpResponseBase:
    """Sets the second step of one's own account up, or takes it off."""
    wish = request.POST.get("do", "") if request.method == "POST" else ""
    try:
        return _answer(request, wish)
    except UserError as refused:
        messages.error(request, refused.message)
        return redirect("second-step")


def _answer(request: HttpRequest, wish: str) -> HttpResponse:
    from core import second_step as step  # noqa: PLC0415 - few ever need it

    user: Any = request.user
    password = PasswordForm(None, user)
    code = FirstCodeForm()
    if wish == "confirm":
        code = FirstCodeForm(request.POST)
        codes = step.confirm(user, code.cleaned_data["code"]) if code.is_valid() else []
        if codes:
            return render(request, "registration/second_step.html", {"codes": codes})
        code.add_error("code", phrase("The code is not right. Type the one that is shown now."))
    elif wish:
        password = PasswordForm(request.POST, user)
        if password.is_valid():
            return _changed(request, wish)
    return _shown(request, password, code)


def _shown(request: HttpRequest, password: PasswordForm, code: FirstCodeForm) -> HttpResponse:
    from core import second_step as step  # noqa: PLC0415 - few ever need it

    user: Any = request.user
    app = step.begun(user)
    context: dict[str, Any] = {
        "is_on": step.has_second_step(user),
        "password": password,
        "code": code,
        "app": app,
        "qr": qr_code(app.config_url) if app else None,
        "key": _in_fours(b32encode(app.bin_key).decode()) if app else "",
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "registration/second_step.html", context, status=status)


def _in_fours(key: str) -> str:
    return " ".join(wrap(key, 4))


def _changed(request: HttpRequest, wish: str) -> HttpResponse:
    from core import second_step as step  # noqa: PLC0415 - few ever need it

    user: Any = request.user
    if wish == "begin" and not step.has_second_step(user):
        step.begin(user)
    elif wish == "off":
        step.take_off(user, by=user.get_username())
        messages.success(request, phrase("You sign in with your password only."))
    return redirect("second-step")


@require_POST
@signed_in
def sign_out_of_all(request: HttpRequest) -> HttpResponseBase:
    """Ends every session of one's own account, this one too."""
    user: Any = request.user
    sign_out_everywhere(user, by=user.get_username())
    logout(request)
    messages.success(request, phrase("You are signed out everywhere."))
    return redirect("login")
