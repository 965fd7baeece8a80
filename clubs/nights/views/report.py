"""Sending the report of a night by e-mail, and how that goes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from clubs.club.queries.reachable import readers_of
from clubs.kernel.queries.clubs import KnownClub
from clubs.nights.commands.reports import SendReport
from clubs.nights.queries.mails import mailing_of
from clubs.nights.views.acting import at_night, new_token, night_link
from core.errors import UserError
from core.journal.execute import execute
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of
from tournaments.models import Tournament


@writes(SendReport)
@at_night(Permission.KEEP_MEMBERS)
def send_report(request: HttpRequest, club: KnownClub, night: Tournament) -> HttpResponseBase:
    """Shows who gets the report and how sending it goes; sends it."""
    error = ""
    if request.method == "POST":
        assert night.starts_on is not None
        site = request.build_absolute_uri("/")
        command = SendReport(club=club.slug, day=night.starts_on, site=site)
        try:
            done = execute(command, actor=actor_of(request), key=request.POST.get("token") or None)
        except UserError as refused:
            error = refused.message
        else:
            messages.success(request, f"{command.sentence(done.answer)}.")
            return redirect(night_link("send-report", club.slug, night))
    return _page(request, club, night, error)


def _page(request: HttpRequest, club: KnownClub, night: Tournament, error: str) -> HttpResponse:
    readers = readers_of(club.slug, timezone.localdate())
    context: dict[str, Any] = {
        "club": club,
        "tab": "nights",
        "night": night,
        "back": night_link("night", club.slug, night),
        "token": new_token(),
        "error": error,
        "addresses": len(readers.by_hash),
        "readers": [p.full_name for one in readers.by_hash.values() for p in one.players],
        "unreachable": [one.full_name for one in readers.unreachable],
        "mailing": mailing_of(night),
    }
    return render(request, "clubs/nights/send_report.html", context, status=422 if error else 200)
