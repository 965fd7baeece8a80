"""Access to the page of a judge's station."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase

from core.phrases import phrase
from core.roles.access import refusal, rights_in
from core.roles.table import Permission
from core.web.view_access import needing
from desk.access import View, kept_by_nobody, let_in
from lexicon.models import JudgeStation
from lexicon.places import scope_of


def for_station(view: View) -> View:
    """Returns the view open to who runs judges where it judges; to the staff where it is free.

    It is called with the station, not its key.
    """

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        station = JudgeStation.objects.filter(key=key).first()
        scope = scope_of(station.place if station else "")
        rights = rights_in(request.user, scope)
        if Permission.JUDGE not in rights:
            raise PermissionDenied(refusal(Permission.JUDGE, scope))
        if station is None:
            raise Http404(phrase("There is no such station."))
        let_in(request, rights)
        return view(request, station, **kwargs)

    return needing(guarded, Permission.JUDGE)
