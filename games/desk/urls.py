"""The addresses of games of no event at the desk."""

from django.urls import path

from desk.access import for_staff
from desk.giving import command_view
from games.desk import games
from games.desk.new_game import new_game
from games.desk.pages import PAGES, find_game

ONE = "recorded_games/<slug:key>/"

urlpatterns = [
    path("recorded_games/new/", new_game, name="desk-new-game"),
    path("recorded_games/", games.games_desk, name="desk-recorded-games"),
    path(ONE, games.game_desk, name="desk-recorded-game"),
    path(f"{ONE}original/", games.download_original, name="desk-recorded-game-original"),
    *(
        path(f"{ONE}{page.path}/", command_view(page, for_staff, find_game), name=page.url_name)
        for page in PAGES
    ),
]
