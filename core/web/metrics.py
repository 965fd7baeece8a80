"""`/metrics`: figures for who looks after the machines, and for nobody else."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from core import metering
from core.roles.access import is_operator
from core.roles.table import Permission
from core.web.view_access import asks_for, reads

NO_VIEW = "none"
_BEARER = "Bearer "


class MetricsMiddleware:
    """Counts each request by the name of its view, with what it was answered and how fast."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer of whoever comes next."""
        began = time.perf_counter()
        response = self._get_response(request)
        found = request.resolver_match
        view = (found.view_name if found else "") or NO_VIEW
        metering.count_request(view, response.status_code, time.perf_counter() - began)
        return response


@reads
@asks_for(Permission.OPERATE)
@never_cache
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Returns the figures to an operator who is signed in, and to who brings the token (else 403).

    An address is no proof of who asks: behind a proxy on the same machine everybody has its own.
    """
    if not (_brings_token(request) or is_operator(request.user)):
        raise PermissionDenied
    from core.meters import CONTENT_TYPE, figures  # noqa: PLC0415 - most programs never ask

    return HttpResponse(figures(), content_type=CONTENT_TYPE)


def _brings_token(request: HttpRequest) -> bool:
    wanted: str = settings.METRICS_TOKEN
    said = request.headers.get("Authorization", "")
    brought = said.removeprefix(_BEARER)
    is_brought = said != brought and secrets.compare_digest(brought.encode(), wanted.encode())
    return bool(wanted) and is_brought
