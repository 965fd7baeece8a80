"""The list of all public pages, for who searches the web."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from clubs.overview.pages.sitemap import CONTENT_TYPE, sitemap
from core.web.pages import serve_unstored
from core.web.view_access import reads
from tournaments.readmodel.page_versions import home_version


@reads
def show_sitemap(request: HttpRequest) -> HttpResponse:
    """Sends the addresses of all public pages."""
    base = request.build_absolute_uri("/").rstrip("/")
    return serve_unstored(
        request,
        version=home_version(),
        make=lambda: sitemap(base).encode(),
        content_type=CONTENT_TYPE,
    )
