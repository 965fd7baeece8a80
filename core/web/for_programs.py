"""What programs ask a site for at its root: who may read what, and how it is kept on a phone."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control

from core.phrases import phrase
from core.web.site import HOME, WEB
from core.web.view_access import reads

NOT_FOR_ROBOTS = (
    *("/accounts/", "/desk/", "/join/", "/judge/", "/words/", "/follow/", "/styleguide/"),
    *("/p/", "/slip/", "/tablet/", "/go/", "/stop_reports/", "/metrics", "/api/v1/$", "/*?"),
)
"""Addresses of which nothing is for everybody, or of which there is no end."""

SITEMAP = "/sitemap.xml"
_ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


@reads
@cache_control(public=True, max_age=3600)
def show_robots(request: HttpRequest) -> HttpResponse:
    """Tells robots which addresses are not for them, and where the others are listed."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS), ""]
    lines.append(f"Sitemap: {request.build_absolute_uri(SITEMAP)}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@reads
@cache_control(public=True, max_age=3600)
def show_manifest(_: HttpRequest) -> HttpResponse:
    """Tells a phone how to keep the site on its first screen, as W3C's manifest says it."""
    said = {
        "name": "Wallchart",
        "short_name": "Wallchart",
        "description": phrase("Standings, pairings and results"),
        "id": HOME,
        "start_url": HOME,
        "scope": HOME,
        "display": "minimal-ui",
        "background_color": "#f7f6f2",
        "theme_color": "#14342b",
        "icons": [
            {
                "src": WEB.asset(f"icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in _ICONS
        ],
    }
    text = json.dumps(said, default=str)
    return HttpResponse(text, content_type="application/manifest+json")
