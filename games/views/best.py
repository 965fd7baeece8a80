"""The highest of what games hold, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from core.web.pages import serve, serve_unstored
from core.web.query_values import search_text
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads
from games.medals import entered_version
from games.pages.best import best_page
from games.selectors.versions import games_version


@reads
def show_best(request: HttpRequest) -> HttpResponse:
    """Shows the records of all games, or of those by the lexica of a family."""
    family = search_text(request.GET.get("family", ""))
    version = f"{games_version()}.{entered_version()}"
    if request.GET:
        return serve_unstored(
            request, version=version, make=lambda: best_page(family, WEB).encode()
        )
    return serve(request, version=version, draft=lambda: Made(version, best_page("", WEB)))
