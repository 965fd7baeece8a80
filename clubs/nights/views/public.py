"""The public pages of a night: served as they were stored, made by whoever finds them missing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from clubs.kernel.queries.clubs import KnownClub
from clubs.nights.pages.report import SIZES, report_page, report_paper
from clubs.nights.queries.report_version import public_night
from core.phrases import phrase
from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads
from tournaments.models import Tournament


@reads
def show_report(request: HttpRequest, club: str, day: str) -> HttpResponse:
    """Shows the report of a night."""
    known, night, version = _need_night(club, day)
    return serve(
        request,
        version=version,
        draft=lambda: Made(version, report_page(known, night, WEB, timezone.now())),
    )


@reads
def show_paper(request: HttpRequest, club: str, day: str) -> HttpResponse:
    """Shows the report of a night as it will look on paper, A4 unless the address says Letter."""
    known, night, version = _need_night(club, day)
    size = request.GET.get("size", "a4")
    if size not in SIZES:
        raise Http404(phrase("There is no such paper."))
    return serve_unstored(
        request,
        version=version,
        make=lambda: report_paper(known, night, WEB, timezone.now(), size).encode(),
    )


def _need_night(club: str, day: str) -> tuple[KnownClub, Tournament, str]:
    found = public_night(club, day)
    if found is None:
        raise Http404
    return found
