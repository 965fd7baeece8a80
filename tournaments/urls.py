"""The addresses of events: what the public reads."""

from __future__ import annotations

import re

from django.urls import path, register_converter

from tournaments.board_games.views import hand_in
from tournaments.event_ratings.views import public as public_rating
from tournaments.failover.lifeboat.tables import TABLES
from tournaments.overlays import views as overlays
from tournaments.phones.views import phone, photos, pins, portrait, tablets
from tournaments.public import views as public
from tournaments.reporting.records import ReportKind
from tournaments.screen import views as screen
from tournaments.sharing import views as sharing
from tournaments.statistics import views as statistics
from tournaments.timetable import views as timetable


class DivisionName:
    """A division's name as it stands in a path: any name that a division can have."""

    regex = r"\w[\w .+-]{0,29}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Number:
    """A round's or an entry's number, written in the one way that names its page."""

    regex = r"[1-9][0-9]{0,4}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class ListName:
    """The name of a list of reports in an address."""

    regex = "|".join(kind.value.replace("_", "-") for kind in ReportKind)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class TableName:
    """The name of a file with a table of a division."""

    regex = "|".join(map(re.escape, TABLES))

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class OverlayForm:
    """The form of an overlay that is no page."""

    regex = "txt|json"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class EntryLink:
    """The token of an entry's link: event, the entry's key, and 32 letters and digits."""

    regex = r"[-a-zA-Z0-9_]{1,60}\.[0-9]{1,9}\.[a-z2-7]{32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class TabletLink(EntryLink):
    """The token of the link of a division's tablets."""

    regex = r"[-a-zA-Z0-9_]{1,60}\.k[0-9]{1,9}\.[a-z2-7]{32}"


register_converter(DivisionName, "division")
register_converter(Number, "number")
register_converter(ListName, "list")
register_converter(TableName, "table")
register_converter(OverlayForm, "form")
register_converter(EntryLink, "link")
register_converter(TabletLink, "tablet")

EVENT = "events/<slug:slug>/"
DIVISION = f"{EVENT}<division:division>/"
OVERLAY = f"{DIVISION}overlay/<slug:kind>"
LINK = "p/<link:token>/"
GAMES = f"{LINK}games/"

urlpatterns = [
    path("", public.show_home, name="home"),
    path(EVENT, public.show_event, name="event"),
    path(f"{EVENT}find/", public.show_finding, name="find-player"),
    path(f"{EVENT}clock/", public.show_clock, name="clock"),
    path(f"{EVENT}screen/", screen.show_screen, name="screen"),
    path(f"{EVENT}screen/code.svg", screen.show_code, name="screen-code"),
    path(f"{OVERLAY}/", overlays.show_overlay, name="overlay"),
    path(f"{OVERLAY}.<form:form>", overlays.show_overlay, name="overlay-as"),
    path(f"{OVERLAY}/<number:number>/", overlays.show_overlay, name="overlay-of"),
    path(f"{OVERLAY}/<number:number>.<form:form>", overlays.show_overlay, name="overlay-of-as"),
    path(f"{EVENT}slot/<slug:slot>/", overlays.show_named_slot, name="slot"),
    path(f"{EVENT}slot/<slug:slot>.<form:form>", overlays.show_named_slot, name="slot-as"),
    path(f"{DIVISION}screen/", screen.show_screen, name="division-screen"),
    path("events.ics", sharing.show_events_calendar, name="events-calendar"),
    path(f"{EVENT}timetable.csv", timetable.show_timetable_csv, name="timetable-csv"),
    path(f"{EVENT}timetable.ics", sharing.show_event_calendar, name="event-calendar"),
    path(f"{EVENT}feed.atom", sharing.show_feed, name="event-feed"),
    path(f"{DIVISION}<table:name>", sharing.show_table, name="division-table"),
    path(f"{EVENT}share.png", sharing.show_event_picture, name="event-picture"),
    path(f"{DIVISION}share.png", sharing.show_division_picture, name="division-picture"),
    path(
        f"{DIVISION}player/<number:number>/share.png",
        sharing.show_player_picture,
        name="player-picture",
    ),
    path(f"{EVENT}tourney.js", overlays.show_tourney, name="tourney-js"),
    path(f"{EVENT}prizes/", public.show_prizes, name="prizes"),
    path(f"{EVENT}statistics/", statistics.show_event_statistics, name="event-statistics"),
    path(f"{DIVISION}statistics/", statistics.show_statistics, name="statistics"),
    path(f"{EVENT}reports/", public.show_event_reports, name="event-reports"),
    path(f"{EVENT}reports/<list:name>/", public.show_event_reports, name="event-report-list"),
    path(f"{DIVISION}reports/", public.show_reports, name="reports"),
    path(f"{DIVISION}reports/<number:number>/", public.show_reports, name="round-reports"),
    path(f"{DIVISION}reports/<list:name>/", public.show_report_list, name="report-list"),
    path(f"{DIVISION}why/", public.show_wall_index, name="wall-index"),
    path(f"{DIVISION}why/<number:entry>/", public.show_wall, name="wall"),
    path(f"{DIVISION}why/<number:entry>/<number:number>/", public.show_wall, name="round-wall"),
    path(f"{DIVISION}pairings/", public.show_board_pairings, name="latest-pairings"),
    path(f"{DIVISION}pairings/names/", public.show_name_pairings, name="latest-pairings-names"),
    path(f"{DIVISION}pairings/<number:number>/", public.show_board_pairings, name="pairings"),
    path(
        f"{DIVISION}pairings/<number:number>/names/",
        public.show_name_pairings,
        name="pairings-names",
    ),
    path(f"{DIVISION}results/", public.show_results, name="latest-results"),
    path(f"{DIVISION}results/<number:number>/", public.show_results, name="results"),
    path(DIVISION, public.show_division, name="division"),
    path(f"{DIVISION}standings/", public.show_standings, name="latest-standings"),
    path(f"{DIVISION}standings/<number:number>/", public.show_standings, name="standings"),
    path(f"{DIVISION}wallchart/", public.show_wallchart, name="wallchart"),
    path(f"{DIVISION}wallchart/all/", public.show_whole_wallchart, name="wallchart-all"),
    path(f"{DIVISION}ratings/", public.show_ratings, name="ratings"),
    path(f"{DIVISION}contention/", public.show_contention, name="contention"),
    path(f"{DIVISION}player/<number:number>/", public.show_scorecard, name="scorecard"),
    path(
        f"{DIVISION}player/<number:number>/rating/",
        public_rating.show_rating_steps,
        name="rating-steps",
    ),
    path(LINK, phone.show_phone, name="phone"),
    path(f"{LINK}score/<number:number>/", phone.claim_result, name="phone-claim"),
    path(f"{LINK}confirm/<number:number>/", phone.confirm_claim, name="phone-confirm"),
    path(f"{LINK}object/<number:number>/", phone.object_to_claim, name="phone-object"),
    path("tablet/<tablet:token>/", tablets.show_tablet, name="tablet"),
    path("tablet/<tablet:token>/<number:number>/", tablets.show_board, name="tablet-board"),
    path("tablet/<tablet:token>/<number:number>/first/", tablets.agree_first, name="tablet-first"),
    path("tablet/<tablet:token>/<number:number>/too/", tablets.agree_too, name="tablet-too"),
    path("slip/<link:token>/<number:number>/", photos.add_photo, name="phone-photo"),
    path(
        "slip/<link:token>/<number:number>/take-back/",
        photos.remove_photo,
        name="phone-photo-take-back",
    ),
    path("slip/<link:token>/portrait/", portrait.show_myself, name="phone-portrait"),
    path("slip/<link:token>/portrait/take-back/", portrait.hide_myself, name="phone-portrait-hide"),
    path(GAMES, hand_in.show_hand_in, name="hand-in"),
    path(f"{GAMES}round/<number:number>/", hand_in.hand_in_game, name="hand-in-game"),
    path(f"{GAMES}game/<slug:key>/", hand_in.confirm_game, name="hand-in-confirm"),
    path(f"{GAMES}game/<slug:key>/refuse/", hand_in.refuse_game, name="hand-in-refuse"),
    path(f"{GAMES}game/<slug:key>/take-back/", hand_in.take_back_game, name="hand-in-take-back"),
    path("go/", pins.choose_event, name="go"),
    path("go/<slug:slug>/", pins.go_to_event, name="go-to-event"),
]
