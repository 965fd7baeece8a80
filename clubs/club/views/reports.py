"""Ending the reports by e-mail: by the link of any of them, without signing in."""

from __future__ import annotations

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from clubs.club.commands.care import StopReports, stopping_link
from clubs.club.queries.reachable import sharing
from clubs.club.queries.report_links import players_of_token
from core.actors import Actor
from core.errors import UserError
from core.journal.execute import execute
from core.phrases import phrase
from core.roles.table import Permission
from core.web.device import device_of
from core.web.view_access import asks_for, writes


# A mail program sends the one click by itself: it has no cookie, and the link proves all there is.
@csrf_exempt
@writes(StopReports)
@asks_for(Permission.PUBLIC)
@never_cache
def stop_reports(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to end the reports to an address; a POST ends them, also a second time."""
    named = players_of_token(token)
    if not named:
        raise Http404(phrase("This link is not valid. Ask the club to end the reports."))
    today = timezone.localdate()
    if request.method == "POST":
        keys = tuple(one.key for one in sharing(named, today))
        link = stopping_link(keys)
        actor = Actor(name="by the link of a report", link=link, device=device_of(request))
        # Who ended them before has what they ask for.
        with suppress(UserError):
            execute(StopReports(players=keys), actor=actor)
    is_on = bool(sharing(named, today))
    return render(request, "clubs/club/stop_reports.html", {"is_on": is_on})
