"""The search over everything that has a name."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clubs.overview.pages.search import search_page
from core.web.pages import serve_unstored
from core.web.query_values import search_text
from core.web.site import WEB
from core.web.view_access import reads
from ratings.selectors.page_versions import public_lists, version_of
from tournaments.readmodel.page_versions import home_version


@reads
def show_search(request: HttpRequest) -> HttpResponse:
    """Shows what has the words in its name that somebody looks for."""
    words = search_text(request.GET.get("q", ""))
    return serve_unstored(
        request,
        version=f"{home_version()}.{version_of(public_lists())}",
        make=lambda: search_page(WEB, words, timezone.now()).encode(),
    )
