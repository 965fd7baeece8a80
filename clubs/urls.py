"""The addresses of clubs: what the public reads."""

from __future__ import annotations

from django.urls import path

from clubs.club.views import reports
from clubs.leagues.views import public as leagues
from clubs.nights.views import public as nights
from clubs.overview.views import public, search, sitemap
from clubs.records.views import public as records
from clubs.seasons.views import public as seasons
from core.web.numbers import ROW

CLUB = "clubs/<slug:club>/"
SEASON = f"{CLUB}seasons/<slug:season>/"
LEAGUE = f"{CLUB}leagues/<slug:league>/"
EVERYWHERE = ("all", "tournaments")
CLUB_RECORDS = "records/club/<slug:club>/"

urlpatterns = [
    path("stop_reports/<str:token>/", reports.stop_reports, name="stop-reports"),
    path("search/", search.show_search, name="search"),
    path("sitemap.xml", sitemap.show_sitemap, name="sitemap"),
    path("clubs/", public.show_clubs, name="clubs"),
    path(CLUB, public.show_club, name="club"),
    path(f"{CLUB}share.png", public.show_club_picture, name="club-picture"),
    path(f"{CLUB}calendar.ics", public.show_calendar, name="club-calendar"),
    path(f"{CLUB}nights/<slug:day>/", nights.show_report, name="night-report"),
    path(f"{CLUB}nights/<slug:day>/paper/", nights.show_paper, name="night-report-paper"),
    path(SEASON, seasons.show_season, name="season"),
    path(f"{SEASON}poster/", seasons.show_poster, name="season-poster"),
    path(f"{SEASON}table.csv", seasons.show_season_csv, name="season-csv"),
    path(LEAGUE, leagues.show_league, name="league"),
    path(f"{LEAGUE}<{ROW}:match>/", leagues.show_match, name="league-match"),
    path(f"{CLUB}year/<slug:year>/", leagues.show_year, name="points-year"),
    path(f"{CLUB}trophies/<slug:trophy>/", leagues.show_trophy, name="trophy"),
    path("records/", records.show_book, name="records"),
    path("records/share.png", records.show_book_picture, name="records-picture"),
    path("records/news/", records.show_news, name="records-news"),
    *(
        path(address, records.show_shelf, {"scope": scope, "kind": kind}, name=name)
        for scope in EVERYWHERE
        for address, kind, name in (
            (f"records/{scope}/<str:family>/", "", f"records-{scope}"),
            (f"records/{scope}/<str:family>/clean/", "clean", f"records-{scope}-clean"),
        )
    ),
    *(
        path(f"{address}<str:family>/{below}table.csv", records.show_shelf_csv, what, name=name)
        for address, scope in (
            *((f"records/{scope}/", scope) for scope in EVERYWHERE),
            (CLUB_RECORDS, "club"),
        )
        for below, kind, name in (("", "", "records-csv"), ("clean/", "clean", "records-clean-csv"))
        for what in ({"scope": scope, "kind": kind},)
    ),
    path("records/event/<slug:slug>/", records.show_event_records, name="records-event"),
    path(
        "records/event/<slug:slug>/clean/",
        records.show_event_records,
        {"kind": "clean"},
        name="records-event-clean",
    ),
    path(CLUB_RECORDS, records.show_shelf, {"scope": "club"}, name="records-club"),
    path(
        f"{CLUB_RECORDS}<str:family>/",
        records.show_shelf,
        {"scope": "club"},
        name="records-club-family",
    ),
    path(
        f"{CLUB_RECORDS}<str:family>/clean/",
        records.show_shelf,
        {"scope": "club", "kind": "clean"},
        name="records-club-clean",
    ),
    path(f"players/<{ROW}:player>/records/", records.show_player_records, name="player-records"),
]
