"""The one view of the API in Django's addresses; what answers behind it is loaded when asked."""

from __future__ import annotations

from importlib import import_module

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import Resolver404
from django.views.decorators.csrf import csrf_exempt

from core.web.refusals import not_found


@csrf_exempt
def api(request: HttpRequest, rest: str = "") -> HttpResponseBase:
    """Returns the answer at an address below `/api/v1/`; where nothing answers, the envelope.

    Who comes by a session is asked for Django's token where they write (`api.authentication`).
    """
    addresses = import_module("api.addresses")
    try:
        found = addresses.find(rest)
        answered: HttpResponseBase = found.func(request, **found.kwargs)
    except (Http404, Resolver404):
        return not_found(request)
    return answered
