"""The addresses of ratings: what the public reads."""

from __future__ import annotations

from django.urls import path

from core.web.numbers import ROW
from ratings.views import inspection, portraits, public

LIST = "ratings/<slug:key>"
PLAYER = f"players/<{ROW}:player>/"

urlpatterns = [
    path("ratings/", public.show_lists, name="rating-lists"),
    path(f"{LIST}/", public.show_list, name="rating-list"),
    path(f"{LIST}/share.png", public.show_list_picture, name="rating-list-picture"),
    path(f"{LIST}.csv", public.show_list_csv, name="rating-list-csv"),
    path(f"{LIST}/moves/", public.show_moves, name="rating-moves-last"),
    path(f"{LIST}/moves/<slug:period>/", public.show_moves, name="rating-moves"),
    path(
        f"{LIST}/<{ROW}:player>/<{ROW}:event>/",
        inspection.show_inspection,
        name="rating-inspection",
    ),
    path(PLAYER, public.show_player, name="player"),
    path(f"{PLAYER}events/", public.show_events, name="player-events"),
    path(f"{PLAYER}events/<{ROW}:page>/", public.show_events, name="player-events-page"),
    path(f"{PLAYER}share.png", public.show_player_picture, name="profile-picture"),
    path(f"{PLAYER}portrait/<slug:name>.jpg", portraits.show_portrait, name="portrait"),
    path(f"{PLAYER}vs/", public.choose_opponent, name="player-choose"),
    path(f"{PLAYER}vs/<{ROW}:other>/", public.show_heads, name="player-heads"),
    path(f"{PLAYER}vs/<{ROW}:other>/share.png", public.show_heads_picture, name="heads-picture"),
]
