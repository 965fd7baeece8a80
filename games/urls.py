"""The addresses of recorded games: what the public reads."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.views import replay

urlpatterns: list[URLPattern] = [
    path("games/<slug:key>/", replay.show_game, name="game"),
    path("games/<slug:key>/embed/", replay.show_embedded, name="game-embed"),
    path("games/<slug:key>/<slug:name>.gcg", replay.download_game, name="game-gcg"),
]
