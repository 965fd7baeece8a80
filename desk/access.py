"""Access to the desk."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import rules
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from core.journal.command import Actor
from core.phrases import phrase
from desk.permissions import USE_DESK, is_operator

View = Callable[..., HttpResponseBase]

# A desk names people in full, and the next person at this browser may be anybody.
kept_by_nobody = cache_control(private=True, no_store=True)


def actor_of(request: HttpRequest) -> Actor:
    """Returns the person who asks, as the journal names them."""
    return Actor(name=request.user.get_username(), user=request.user)


def for_staff(view: View) -> View:
    """Returns the view open to accounts that may make events; others are sent away politely."""

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not rules.has_perm(USE_DESK, request.user):
            raise PermissionDenied(phrase("Only directors can use the desk."))
        return view(request, *args, **kwargs)

    return guarded


def for_operator(view: View) -> View:
    """Returns the view open to whoever runs the installation; others are told who may come.

    What is everybody's is theirs: the register, rating lists, lexica, and this computer's files.
    """

    @for_staff
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_operator(request.user):
            return operators_only(request)
        return view(request, *args, **kwargs)

    return guarded


def operators_only(request: HttpRequest) -> HttpResponseBase:
    """Returns the refusal of what is everybody's, with the names of those who may."""
    return render(request, "desk/operators_only.html", {"event": None}, status=403)


def number_in(text: str | None) -> int:
    """Returns the whole number that part of an address holds; Http404 when it holds none."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 8:
        raise Http404(phrase("This is not a number."))
    return int(text)
