"""The pictures of players who agreed to be seen."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from core.web.view_access import reads
from people.portraits.showing import shown_picture

KIND = "image/jpeg"
KEPT_S = 7 * 24 * 3600
"""For how long browsers keep a picture: who takes theirs back is not seen in them for ever."""


@reads
def show_portrait(_request: HttpRequest, player: int, name: str) -> HttpResponse:
    """Sends the picture of a player; its address is that of this very picture."""
    content = shown_picture(player, name)
    if content is None:
        raise Http404
    answer = HttpResponse(content, content_type=KIND)
    answer["Cache-Control"] = f"public, max-age={KEPT_S}, immutable"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = f'inline; filename="portrait-{name[:8]}.jpg"'
    return answer
