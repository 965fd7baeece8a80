"""The addresses of recorded games: what the public reads."""

from __future__ import annotations

from django.urls import URLPattern, path

from core.web.numbers import ROW
from games.views import best, count, lists, profile, replay

urlpatterns: list[URLPattern] = [
    path("games/", lists.show_games, name="games"),
    path("games.csv", lists.show_games_csv, name="games-csv"),
    path("games/count/", count.count_lines, name="games-count"),
    path("games/best/", best.show_best, name="games-best"),
    path(f"games/players/<{ROW}:player>/", profile.show_player_games, name="player-games"),
    path("games/<slug:key>/", replay.show_game, name="game"),
    path("games/<slug:key>/share.png", replay.show_picture, name="game-picture"),
    path("games/<slug:key>/embed/", replay.show_embedded, name="game-embed"),
    path("games/<slug:key>/<slug:name>.gcg", replay.download_game, name="game-gcg"),
]
