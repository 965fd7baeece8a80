"""Access to an event's desk, and the division that a page of it is about."""

from __future__ import annotations

from functools import wraps
from typing import Any

import rules
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase

from desk.access import View, kept_by_nobody
from tournaments.kernel.permissions import DIRECT
from tournaments.kernel.queries.named import division_named, event_named
from tournaments.models import Division, Tournament


def for_director(view: View) -> View:
    """Returns the view open to the event's director; it is called with the event, not the slug."""

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        event = event_named(slug)
        if not rules.has_perm(DIRECT, request.user, event):
            raise PermissionDenied("Only the director of this event can open this page.")
        if event is None:
            raise Http404(f"There is no event {slug}.")
        return view(request, event, **kwargs)

    return guarded


def my_events(request: HttpRequest) -> QuerySet[Tournament]:
    """Returns the events that the person directs: all of them for who runs the installation."""
    mine = Q() if request.user.is_superuser else Q(director=request.user.get_username())
    return Tournament.objects.filter(mine)


def division_asked(request: HttpRequest, event: Tournament) -> Division | None:
    """Returns the division of the address, or the first; None while the event has none.

    Raises Http404 for a division that does not exist.
    """
    name = request.GET.get("division")
    if name is None:
        division = event.divisions.order_by("position", "name").first()
    else:
        division = division_named(event, name)
    if division is None and name is not None:
        raise Http404("There is no such division.")
    return division
