"""What programs that share a page or follow an event ask for: everybody may."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse

from core.web.pages import serve
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from core.web.view_access import reads
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event
from tournaments.readmodel.serving import need_division, open_read_model
from tournaments.sharing.pages.pictures import (
    UNTIL_MORE_S,
    division_picture,
    event_picture,
    player_picture,
)


@reads
def show_event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the picture of an event."""
    versioned = _need_event(slug)
    return _picture(request, versioned.version, partial(event_picture, versioned))


@reads
def show_division_picture(request: HttpRequest, slug: str, division: str) -> HttpResponse:
    """Sends the picture of a division."""
    return _of_division(request, slug, division, division_picture)


@reads
def show_player_picture(
    request: HttpRequest, slug: str, division: str, number: int
) -> HttpResponse:
    """Sends the picture of an entry."""
    return _of_division(
        request, slug, division, lambda read_model: player_picture(read_model, number)
    )


def _of_division(
    request: HttpRequest, slug: str, division: str, draw: Callable[[DivisionReadModel], Made]
) -> HttpResponse:
    versioned = need_division(slug, division)
    return _picture(request, versioned.version, lambda: draw(open_read_model(versioned)))


def _picture(request: HttpRequest, version: str, draft: Callable[[], Made]) -> HttpResponse:
    try:
        return serve(request, version=version, draft=draft, until_more_s=UNTIL_MORE_S)
    except NoSuchPage as missing:
        raise Http404 from missing


def _need_event(slug: str) -> VersionedEvent:
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    return versioned
