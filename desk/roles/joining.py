"""Taking up an invitation: by its link or its code, signed in or with a new account."""

from __future__ import annotations

from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_login_failed
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.accounts import AccountKind, add_account_with
from core.actors import Actor
from core.errors import UserError
from core.journal.execute import execute
from core.models import Invitation
from core.phrases import phrase
from core.roles.access import shown_scope
from core.roles.commands import GONE, TakeUpInvitation, brought_by, must_be_a_new_name
from core.roles.secrets import hash_of_code, hash_of_link
from core.roles.table import Permission, Role
from core.roles.wording import ROLE_MEANINGS, ROLE_NAMES
from core.web.device import device_of
from core.web.view_access import asks_for, reads, writes
from desk.roles.forms import InvitationCodeForm, NewAccountForm

BROUGHT = "invitation"
CODES = "code of an invitation"
"""The name under which wrong codes count, so that an address that guesses is locked out."""
NO_SUCH_CODE = phrase(
    "No open invitation has this code. Compare it letter by letter; if it is right, the invitation "
    "has been used, withdrawn, or is too old: ask for another."
)
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
@asks_for(Permission.PUBLIC)
@never_cache
def join(request: HttpRequest) -> HttpResponseBase:
    """Asks for the code of an invitation, and leads to it; an address that guesses has to wait."""
    form = InvitationCodeForm(request.POST if request.method == "POST" else None)
    counted = {"username": CODES}
    if request.method == "POST" and not AxesProxyHandler.is_allowed(request, counted):
        form.add_error("code", phrase("Too many wrong codes from here. Wait 15 minutes."))
        return render(request, "desk/roles/join.html", {"form": form}, status=429)
    if form.is_valid():
        row = Invitation.objects.filter(code_hash=hash_of_code(form.cleaned_data["code"])).first()
        if _stands(row):
            return _brought(request, row)
        user_login_failed.send(sender=__name__, credentials=counted, request=request)
        form.add_error("code", NO_SUCH_CODE)
    return render(
        request, "desk/roles/join.html", {"form": form}, status=422 if form.errors else 200
    )


@reads
@asks_for(Permission.PUBLIC)
@never_cache
def join_by_link(request: HttpRequest, link: str) -> HttpResponseBase:
    """Keeps which invitation a link brings, and leads to it; nothing is taken up by that."""
    row = Invitation.objects.filter(link_hash=hash_of_link(link)).first()
    if _stands(row):
        return _brought(request, row)
    messages.error(request, GONE)
    return redirect("join")


@writes(TakeUpInvitation)
@asks_for(Permission.PUBLIC)
@never_cache
def take_up(request: HttpRequest) -> HttpResponseBase:
    """Says what somebody is invited to; gives them the role, and an account where they want one."""
    row = Invitation.objects.filter(pk=request.session.get(BROUGHT, 0)).first()
    shown = shown_scope(row.scope) if row is not None else None
    if row is None or shown is None or not _stands(row):
        messages.error(request, GONE)
        return redirect("join")
    is_known = request.user.is_authenticated
    form = NewAccountForm(request.POST if request.method == "POST" and not is_known else None)
    if request.method == "POST" and (is_known or form.is_valid()):
        done = _taken_up(request, row, form)
        if done:
            return redirect(shown[1])
    role = Role(row.role)
    context: dict[str, Any] = {
        "name": shown[0],
        "role": ROLE_NAMES[role],
        "meaning": ROLE_MEANINGS[role],
        "made_by": row.made_by,
        "form": form,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/roles/take_up.html", context, status=status)


def _stands(row: Invitation | None) -> bool:
    """Returns whether an invitation can be taken up; one to a role of another version cannot."""
    if row is None or row.taken_by or row.role not in set(map(str, Role)):
        return False
    return timezone.now() <= row.until


def _brought(request: HttpRequest, row: Invitation | None) -> HttpResponse:
    assert row is not None
    request.session[BROUGHT] = row.pk
    return redirect("take-up")


def _taken_up(request: HttpRequest, row: Invitation, form: NewAccountForm) -> bool:
    """Takes an invitation up, making the account first; returns False where the page says why."""
    try:
        with transaction.atomic():
            user = request.user if request.user.is_authenticated else _new_account(form, row)
            name = user.get_username()
            actor = Actor(
                name=name,
                user=user,
                link=brought_by(row.scope, row.key),
                device=device_of(request),
            )
            execute(TakeUpInvitation(journal=row.scope, key=row.key, account=name), actor=actor)
    except UserError as refused:
        if request.user.is_authenticated or refused.field not in form.fields:
            messages.error(request, refused.message)
        else:
            form.add_error(refused.field, refused.message)
        return False
    if not request.user.is_authenticated:
        login(request, user, backend=BACKEND)
    request.session.pop(BROUGHT, None)
    messages.success(request, phrase("Your role now: {role}.", role=ROLE_NAMES[Role(row.role)]))
    return True


def _new_account(form: NewAccountForm, row: Invitation) -> User:
    typed = form.cleaned_data
    must_be_a_new_name(typed["name"])
    return add_account_with(
        typed["name"], AccountKind.MEMBER, typed["password"], by=f"invitation {row.key}"
    )
