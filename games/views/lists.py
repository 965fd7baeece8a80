"""All recorded games, for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from core.web.pages import serve, serve_unstored
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads
from games.pages.lists import games_csv, games_page, read_choice
from games.selectors.versions import games_version

CSV = "text/csv; charset=utf-8"


@reads
def show_games(request: HttpRequest) -> HttpResponse:
    """Shows the games; as they are shown first they are stored, as somebody searched them not."""
    choice, page = read_choice(request.GET.dict())

    def make() -> str:
        return games_page(choice, page, WEB)

    version = games_version()
    if request.GET:
        return serve_unstored(request, version=version, make=lambda: make().encode())
    return serve(request, version=version, draft=lambda: Made(version, make()))


@reads
def show_games_csv(request: HttpRequest) -> HttpResponse:
    """Sends the games, or those that somebody searched, as a table for spreadsheets."""
    choice, _ = read_choice(request.GET.dict())
    response = serve_unstored(
        request, version=games_version(), make=lambda: games_csv(choice), content_type=CSV
    )
    response["Content-Disposition"] = 'attachment; filename="games.csv"'
    return response
