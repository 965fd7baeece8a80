"""The screen of an event, and the code on it that leads a phone to the event."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control

from core.web.pages import serve
from core.web.site import WEB
from core.web.store import Made
from core.web.unchanged import remembered
from core.web.view_access import reads
from desk.qr import qr_code
from tournaments.kernel.queries.play import event_named
from tournaments.readmodel.live import SCREEN_UNTIL_MORE_S
from tournaments.readmodel.page_versions import versioned_event
from tournaments.screen.pages import screen_page


@reads
def show_screen(request: HttpRequest, slug: str, division: str = "") -> HttpResponse:
    """Shows the screen of an event, or of one of its divisions."""
    versioned = remembered(("event", slug), lambda: versioned_event(slug))
    if versioned is None:
        raise Http404
    if division and division not in (part.division.name for part in versioned.divisions):
        raise Http404

    def draft() -> Made:
        page = screen_page(versioned, WEB, division, at=timezone.now())
        return Made(versioned.version, page)

    version = versioned.version
    return serve(request, version=version, draft=draft, until_more_s=SCREEN_UNTIL_MORE_S)


@reads
@cache_control(public=True, max_age=60)
def show_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the address of an event's page as a QR code, as whoever asks reaches this site."""
    if event_named(slug) is None:
        raise Http404
    code = qr_code(request.build_absolute_uri(reverse("event", kwargs={"slug": slug})))
    size = f"0 0 {code.size} {code.size}"
    ground = f'<path fill="#fff" d="M0 0h{code.size}v{code.size}H0z"/>'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" shape-rendering="crispEdges">'
        f'{ground}<path d="{code.path}"/></svg>'
    )
    return HttpResponse(svg, content_type="image/svg+xml")
