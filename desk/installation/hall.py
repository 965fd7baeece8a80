"""The page that lets the phones of the hall in, and shows the address they use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from core import hall
from core.log import Log
from core.web.hosts import reachable_host
from desk.access import for_operator
from desk.qr import qr_code

AGAIN_S = 8

log = Log(__name__)


@require_http_methods(["GET", "HEAD", "POST"])
@for_operator
def hall_desk(request: HttpRequest) -> HttpResponseBase:
    """Shows whether other devices are let in; lets them in, or shuts them out.

    The answer is the page itself: who is sent on to another would find nobody for a moment.
    """
    if request.method == "POST" and settings.SUPERVISED:
        lets_in = request.POST.get("let") == "in"
        hall.let_in(settings.HALL_FILE, is_open=lets_in)
        by = request.user.get_username()
        log.warning("hall.opened" if lets_in else "hall.closed", by=by)
    wanted = hall.lets_in(settings.HALL_FILE)
    is_open = settings.LAN if wanted is None else wanted
    here = hall.lan_address()
    address = f"{request.scheme}://{here}:{request.get_port()}/" if here else ""
    changing = settings.SUPERVISED and is_open != settings.LAN
    context: dict[str, Any] = {
        "is_open": is_open,
        "changing": changing,
        "address": address,
        "qr": qr_code(address) if address else None,
        "supervised": settings.SUPERVISED,
        "is_away": bool(reachable_host(request)),
    }
    answer = render(request, "desk/installation/hall.html", context)
    if changing:
        # Later than a job's page: for a moment nobody listens, and a browser would stop there.
        answer["Refresh"] = str(AGAIN_S)
    return answer
