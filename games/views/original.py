"""The original of a game, sent to those who may have it."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from core.phrases import phrase
from games.models import Game
from games.selectors.games import original_of

KIND = "application/octet-stream"
"""Nothing that a browser would show or run."""


def need_original(game: Game) -> tuple[str, bytes]:
    """Returns what was handed in with its name; Http404 for a game that was typed."""
    content = original_of(game)
    if content is None:
        raise Http404(phrase("This game was typed, so there is no file."))
    return game.file_name or f"{game.key}.gcg", content


def send_original(game: Game) -> HttpResponse:
    """Returns the answer with the bytes that were handed in; Http404 for a game that was typed."""
    name, content = need_original(game)
    answer = HttpResponse(content, content_type=KIND)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
