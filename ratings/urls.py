"""The addresses of ratings: what the public reads."""

from __future__ import annotations

from django.urls import path, register_converter

from ratings.views import inspection, public


class RowNumber:
    """A row's number, written in the one way that names its page."""

    regex = r"[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(RowNumber, "row")

LIST = "ratings/<slug:key>"
PLAYER = "players/<row:player>/"

urlpatterns = [
    path("ratings/", public.show_lists, name="rating-lists"),
    path(f"{LIST}/", public.show_list, name="rating-list"),
    path(f"{LIST}.csv", public.show_list_csv, name="rating-list-csv"),
    path(f"{LIST}/moves/", public.show_moves, name="rating-moves-last"),
    path(f"{LIST}/moves/<slug:period>/", public.show_moves, name="rating-moves"),
    path(
        f"{LIST}/<row:player>/<row:event>/",
        inspection.show_inspection,
        name="rating-inspection",
    ),
    path(PLAYER, public.show_player, name="player"),
    path(f"{PLAYER}vs/", public.choose_opponent, name="player-choose"),
    path(f"{PLAYER}vs/<row:other>/", public.show_heads, name="player-heads"),
]
