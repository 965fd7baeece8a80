"""What programs that share a page or follow an event ask for: everybody may."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header

from core.ical import CONTENT_TYPE
from core.web.pages import serve, serve_unstored
from core.web.sharing import public_address
from core.web.store import Made, NoSuchPage
from core.web.unchanged import remembered
from core.web.view_access import reads
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent, home_version, versioned_event
from tournaments.readmodel.serving import need_division, open_read_model
from tournaments.sharing.pages.calendar import event_calendar, events_calendar
from tournaments.sharing.pages.feed import event_feed
from tournaments.sharing.pages.pictures import (
    UNTIL_MORE_S,
    division_picture,
    event_picture,
    player_picture,
)
from tournaments.sharing.pages.tables import table_made


@reads
def show_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the news of an event."""
    versioned = _need_event(slug)
    return _served(request, versioned.version, partial(event_feed, versioned))


@reads
def show_events_calendar(request: HttpRequest) -> HttpResponse:
    """Sends the calendar of coming events."""
    now = timezone.now()
    base = public_address() or request.build_absolute_uri("/").rstrip("/")
    return serve_unstored(
        request,
        version=f"{home_version()}.{timezone.localdate(now)}",
        make=lambda: events_calendar(base, now).encode(),
        content_type=CONTENT_TYPE,
    )


@reads
def show_event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the timetable of an event as a calendar, 404 where nobody knows when it is."""
    versioned, now = _need_event(slug), timezone.now()
    base = public_address() or request.build_absolute_uri("/").rstrip("/")
    try:
        return serve_unstored(
            request,
            version=versioned.version,
            make=lambda: event_calendar(versioned.event, base, now).encode(),
            content_type=CONTENT_TYPE,
        )
    except NoSuchPage as missing:
        raise Http404 from missing


@reads
def show_event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Sends the picture of an event."""
    versioned = _need_event(slug)
    return _served(request, versioned.version, partial(event_picture, versioned))


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


@reads
def show_table(request: HttpRequest, slug: str, division: str, name: str) -> HttpResponse:
    """Sends a table of a division for spreadsheets."""
    response = _of_division(
        request, slug, division, lambda read_model: table_made(read_model, name)
    )
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{slug}-{division}-{name}"
    )
    return response


def _of_division(
    request: HttpRequest, slug: str, division: str, draw: Callable[[DivisionReadModel], Made]
) -> HttpResponse:
    versioned = need_division(slug, division)
    return _served(request, versioned.version, lambda: draw(open_read_model(versioned)))


def _served(request: HttpRequest, version: str, draft: Callable[[], Made]) -> HttpResponse:
    try:
        return serve(request, version=version, draft=draft, until_more_s=UNTIL_MORE_S)
    except NoSuchPage as missing:
        raise Http404 from missing


def _need_event(slug: str) -> VersionedEvent:
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    return versioned
