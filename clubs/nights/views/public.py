"""The public page of a night: served as it was stored, made by whoever finds it missing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from clubs.nights.pages.report import report_page
from clubs.nights.queries.report_version import public_night
from core.web.pages import serve
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads


@reads
def show_report(request: HttpRequest, club: str, day: str) -> HttpResponse:
    """Shows the report of a night."""
    found = public_night(club, day)
    if found is None:
        raise Http404
    known, night, version = found
    return serve(
        request,
        version=version,
        draft=lambda: Made(version, report_page(known, night, WEB, timezone.now())),
    )
