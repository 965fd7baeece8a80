"""Access to the page of a judge's station."""

from __future__ import annotations

from functools import wraps
from typing import Any

import rules
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase

from core.phrases import phrase
from desk.access import View, actor_of, kept_by_nobody
from desk.permissions import USE_DESK
from lexicon.models import JudgeStation
from lexicon.places import directs


def for_station(view: View) -> View:
    """Returns the view open to who directs where the station judges; to the staff where it is free.

    It is called with the station, not its key.
    """

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        station = JudgeStation.objects.filter(key=key).first()
        if not _may_come(request, station.place if station else ""):
            raise PermissionDenied(
                phrase("Only the director of the judge's event can open this page.")
            )
        if station is None:
            raise Http404(phrase("There is no such station."))
        return view(request, station, **kwargs)

    return guarded


def _may_come(request: HttpRequest, place: str) -> bool:
    if place:
        return directs(actor_of(request), place)
    return bool(rules.has_perm(USE_DESK, request.user))
