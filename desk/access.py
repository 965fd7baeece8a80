"""Access to the desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from core.actors import Actor
from core.phrases import phrase
from core.roles.access import Rights, account_may, rights_beside, rights_in
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.device import device_of
from core.web.view_access import needing

View = Callable[..., HttpResponseBase]

# A desk names people in full, and the next person at this browser may be anybody.
kept_by_nobody = cache_control(private=True, no_store=True)


def actor_of(request: HttpRequest) -> Actor:
    """Returns the person who asks, as the journal names them."""
    name = request.user.get_username()
    return Actor(name=name, user=request.user, device=device_of(request))


def allowed(permission: Permission) -> Callable[[View], View]:
    """Returns a decorator: the view is open to accounts with this permission in the installation.

    Others are told in a sentence who may come.
    """

    def guard(view: View) -> View:
        @kept_by_nobody
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            rights = rights_in(request.user)
            if permission in rights:
                let_in(request, rights)
                return view(request, *args, **kwargs)
            if permission == Permission.OPERATE and account_may(request.user, Permission.USE_DESK):
                return operators_only(request)
            raise PermissionDenied(who_may(permission))

        return needing(guarded, permission)

    return guard


def rights_on(request: HttpRequest) -> Rights:
    """Returns what who asks may do on the page that a guard let them into, wherever that is about.

    On a page about nothing but the installation, what they may do there.
    """
    rights: Rights | None = getattr(request, "rights", None)
    return rights_in(request.user) if rights is None else rights


def let_in(request: HttpRequest, rights: Rights) -> None:
    """Keeps what who asks may do in a scope, for what the page about it shows."""
    request.rights = rights_beside(request.user, rights)  # type: ignore[attr-defined] # for templates


at_desk = allowed(Permission.USE_DESK)
for_staff = allowed(Permission.MAKE_EVENTS)
# What is everybody's is theirs: the register, rating lists, lexica, and this computer's files.
for_operator = allowed(Permission.OPERATE)


def operators_only(request: HttpRequest) -> HttpResponseBase:
    """Returns the refusal of what is everybody's, with the names of those who may."""
    return render(request, "desk/operators_only.html", {"event": None}, status=403)


def number_in(text: str | None) -> int:
    """Returns the whole number that part of an address holds; Http404 when it holds none."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 8:
        raise Http404(phrase("This is not a number."))
    return int(text)
