"""Accounts at the desk: all of them, a new one, and what is changed of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core import accounts
from core.accounts import AccountKind, kind_of
from core.errors import UserError
from core.phrases import phrase
from core.second_step import has_second_step, take_off
from core.signing_out import sign_out_everywhere
from core.web.hosts import reachable_host
from desk.access import for_operator
from desk.installation.account_forms import ROLES, WHAT_IT_MAY, AddAccountForm
from desk.installation.events import events_here

EVENTS_SAID = 5
DONE: Mapping[str, str] = {
    "shut_out": phrase("{name} can no longer sign in."),
    "let_in": phrase("{name} can sign in again."),
    "director": phrase("{name} is a director now."),
    "operator": phrase("{name} is an operator now."),
    "sign_out": phrase("{name} is signed out everywhere."),
    "second_step_off": phrase("{name} signs in with the password only."),
    "member": phrase("{name} is a member now, and cannot direct events."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def accounts_desk(request: HttpRequest) -> HttpResponseBase:
    """Lists the accounts, and adds one; its password is shown this once."""
    form, told = AddAccountForm(label_suffix=""), None
    if request.method == "POST":
        form = AddAccountForm(request.POST, label_suffix="")
        told = _added(request, form) if form.is_valid() else None
        form = AddAccountForm(label_suffix="") if told else form
    shown = [(one, ROLES[kind_of(one)]) for one in accounts.all_accounts()]
    context = {"form": form, "accounts": shown, "told": told} | _next_steps(request, told)
    return render(
        request, "desk/installation/accounts.html", context, status=422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def account_desk(request: HttpRequest, number: int) -> HttpResponseBase:
    """Shows an account; shuts it out, lets it in, makes it something else or a new password."""
    account = get_object_or_404(User, pk=number)
    if request.method != "POST":
        return _show(request, account)
    if account == request.user:
        messages.error(
            request,
            phrase("Only another operator can change your account; you can change your password."),
        )
        return redirect("own-account")
    wish = request.POST.get("do", "")
    by = request.user.get_username()
    change = _changes(account, by).get(wish)
    if change is None and wish != "password":
        raise Http404(phrase("Accounts have no such action."))
    try:
        if change is None:
            return _show(
                request, account, (account.username, accounts.new_password(account, by=by))
            )
        change()
        messages.success(request, DONE[wish].format(name=account.username))
    except UserError as refused:
        messages.error(request, refused.message)
    return redirect("desk-account", number=account.pk)


def _changes(account: User, by: str) -> dict[str, Callable[[], None]]:
    """Returns the changes that can be made to an account, by the value of their button."""
    roles: dict[str, Callable[[], None]] = {
        role.value: partial(accounts.give_kind, account, role, by=by) for role in AccountKind
    }
    return roles | {
        "shut_out": lambda: accounts.shut_out(account, by=by),
        "let_in": lambda: accounts.let_in(account, by=by),
        "sign_out": lambda: _signed_out(account, by),
        "second_step_off": lambda: take_off(account, by=by),
    }


def _signed_out(account: User, by: str) -> None:
    sign_out_everywhere(account, by=by)


def _added(request: HttpRequest, form: AddAccountForm) -> tuple[str, str] | None:
    """Adds the account of a valid form; returns its name and password, None where refused."""
    name, role = form.cleaned_data["name"], form.cleaned_data["role"]
    try:
        account, password = accounts.add_account(name, role, by=request.user.get_username())
    except UserError as refused:
        form.add_error("name", refused.message)
        return None
    return account.username, password


def _next_steps(request: HttpRequest, told: tuple[str, str] | None) -> dict[str, Any]:
    """Returns the values for a person who was given a password: where to sign in, which events."""
    if told is None:
        return {}
    account = User.objects.get(username=told[0])
    return {
        "told_role": kind_of(account),
        "sign_in": request.build_absolute_uri(reverse("login")),
        "is_reached": bool(reachable_host(request)),
        "to_hand_over": list(events_here().to_hand_over(told[0]))[:EVENTS_SAID],
    }


def _show(request: HttpRequest, account: User, told: tuple[str, str] | None = None) -> HttpResponse:
    role = kind_of(account)
    context: dict[str, Any] = {
        "account": account,
        "what_it_may": WHAT_IT_MAY[role],
        "others": [(one, words) for one, words in WHAT_IT_MAY.items() if one != role],
        "events": events_here().directed_by(account.username),
        "has_second_step": has_second_step(account),
        "is_me": account == request.user,
        "told": told,
    }
    return render(request, "desk/installation/account.html", context | _next_steps(request, told))
