"""The original of a game, sent to those who may have it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from core.phrases import phrase
from games.models import Game
from games.selectors.games import original_of


def send_original(game: Game) -> HttpResponse:
    """Returns the bytes that were handed in; nothing that a browser would show or run.

    Raises Http404 for a game that was typed.
    """
    content = original_of(game)
    if content is None:
        raise Http404(phrase("This game was typed, so there is no file."))
    name = game.file_name or f"{game.key}.gcg"
    answer = HttpResponse(content, content_type="application/octet-stream")
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
