"""The steps of past ratings, for everybody who may see the list."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from core.web.pages import serve_unstored
from core.web.site import WEB
from core.web.view_access import reads
from ratings.pages.inspection import inspection_page
from ratings.selectors.inspection import RatingMissing
from ratings.views.public import need_list, need_player


@reads
def show_inspection(request: HttpRequest, key: str, player: int, event: int) -> HttpResponse:
    """Shows how a list came to a player's rating in an event; nobody asks for many of them."""
    edition, shown = need_list(key), need_player(player)
    try:
        return serve_unstored(
            request,
            version=edition.version,
            make=lambda: inspection_page(edition.rating_list, shown, event, WEB).encode(),
        )
    except RatingMissing as missing:
        raise Http404 from missing
