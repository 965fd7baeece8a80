"""The addresses of clubs at the desk.

No event's short name holds an underscore, so none can hide another address of the desk.
"""

from django.urls import path

from clubs.club.desk_pages import FOUND, KEEP_PLAYER, find_kept_player
from clubs.club.views import people
from clubs.demonstration.views import demonstration_desk
from clubs.kernel.desk.access import in_club
from clubs.kernel.desk.pages import of_club
from clubs.leagues import desk_pages as leagues
from clubs.leagues.views import desk as leagues_desk
from clubs.membership import desk_pages as membership
from clubs.membership.views import duplicates, files, members
from clubs.money import desk_pages as money
from clubs.money.views import till
from clubs.nights.views import night as nights
from clubs.nights.views import report as reports
from clubs.overview.desk_pages import PAGES
from clubs.overview.views import desk as overview
from clubs.records.desk_pages import AT_LARGE, OF_ONE, find_claim, find_claims
from clubs.records.views import desk as claims
from clubs.seasons.desk_pages import SEASON_PAGES, of_season
from clubs.seasons.views import desk as seasons
from core.roles.table import Permission
from core.web.numbers import ROW
from desk.access import for_operator, for_staff
from desk.giving import command_view

CLUB = "club_desk/<slug:club>/"
SEASON = f"{CLUB}seasons/<slug:season>/"
LEAGUE = f"{CLUB}leagues/<slug:league>/"
TEAM = f"{LEAGUE}teams/<slug:team>/"
MATCH = f"{LEAGUE}matches/<{ROW}:match>/"
YEAR = f"{CLUB}years/<slug:year>/"
TROPHY = f"{CLUB}trophies/<slug:trophy>/"
NIGHT = f"{CLUB}nights/<slug:day>/"

urlpatterns = [
    path("this_installation/demonstration/", demonstration_desk, name="desk-demonstration"),
    path("player_register/duplicates/", duplicates.duplicates_desk, name="desk-duplicates"),
    *(
        path(
            f"player_register/{page.path}/",
            command_view(page, for_operator, duplicates.find_two),
            name=page.url_name,
        )
        for page in duplicates.PAGES
    ),
    path("club_desk/", overview.clubs_desk, name="desk-clubs"),
    path("found_club/", command_view(FOUND, for_staff, overview.no_club), name=FOUND.url_name),
    path("record_claims/", claims.claims_desk, name="desk-claims"),
    *(
        path(
            f"record_claims/{page.path}/",
            command_view(page, for_operator, find_claims),
            name=page.url_name,
        )
        for page in AT_LARGE
    ),
    *(
        path(
            f"record_claims/claim/<slug:claim>/{page.path}/",
            command_view(page, for_operator, find_claim),
            name=page.url_name,
        )
        for page in OF_ONE
    ),
    path(CLUB, overview.club_desk, name="desk-club"),
    path(
        f"{CLUB}{KEEP_PLAYER.path}/",
        command_view(KEEP_PLAYER, in_club(Permission.KEEP_MEMBERS), find_kept_player),
        name=KEEP_PLAYER.url_name,
    ),
    path(f"{CLUB}log/", overview.club_log, name="desk-club-log"),
    path(f"{CLUB}people/", people.club_people, name="desk-club-people"),
    path(f"{CLUB}people/give/", people.give_role_in_club, name="desk-club-give-role"),
    path(f"{CLUB}people/invite/", people.invite_to_club, name="desk-club-invite"),
    path(
        f"{CLUB}people/take-back/", people.take_role_back_in_club, name="desk-club-take-role-back"
    ),
    path(
        f"{CLUB}people/withdraw/",
        people.withdraw_club_invitation,
        name="desk-club-withdraw-invitation",
    ),
    path(f"{CLUB}seasons/", seasons.seasons_desk, name="desk-club-seasons"),
    path(SEASON, seasons.season_desk, name="desk-season"),
    *(path(f"{SEASON}{page.path}/", of_season(page), name=page.url_name) for page in SEASON_PAGES),
    path(f"{CLUB}leagues/", leagues_desk.leagues_desk, name="desk-club-leagues"),
    path(LEAGUE, leagues_desk.league_desk, name="desk-league"),
    path(TEAM, leagues_desk.team_desk, name="desk-league-team"),
    path(MATCH, leagues_desk.match_desk, name="desk-league-match"),
    path(YEAR, leagues_desk.year_desk, name="desk-year"),
    path(TROPHY, leagues_desk.trophy_desk, name="desk-trophy"),
    *(
        path(f"{below}{page.path}/", leagues.of_league(page), name=page.url_name)
        for below, pages in (
            (LEAGUE, leagues.LEAGUE_PAGES),
            (TEAM, leagues.TEAM_PAGES),
            (MATCH, leagues.MATCH_PAGES),
        )
        for page in pages
    ),
    *(
        path(f"{YEAR}{page.path}/", leagues.of_year(page), name=page.url_name)
        for page in leagues.YEAR_PAGES
    ),
    *(
        path(f"{TROPHY}{page.path}/", leagues.of_trophy(page), name=page.url_name)
        for page in leagues.TROPHY_PAGES
    ),
    path(f"{CLUB}money/", till.money_desk, name="desk-club-money"),
    path(f"{CLUB}money/till/", till.till_desk, name="desk-club-till"),
    path(f"{CLUB}money/ledger/", till.ledger_desk, name="desk-club-ledger"),
    path(f"{CLUB}money/ledger.csv", till.ledger_file, name="desk-club-ledger-file"),
    path(f"{CLUB}money/receipts/", till.receipt_desk, name="desk-club-receipts"),
    *(
        path(f"{CLUB}money/{page.path}/", money.of_money(page), name=page.url_name)
        for page in money.PAGES
    ),
    path(f"{CLUB}nights/", nights.club_nights, name="desk-club-nights"),
    path(NIGHT, nights.night, name="desk-night"),
    path(f"{NIGHT}report/", reports.send_report, name="desk-send-report"),
    *(path(f"{NIGHT}{act}/", view, name=f"desk-night-{act}") for act, view in nights.ACTS.items()),
    path(f"{CLUB}members/", members.members_desk, name="desk-club-members"),
    path(f"{CLUB}members/csv/", files.members_file, name="desk-club-members-file"),
    path(f"{CLUB}members/xlsx/", files.members_workbook, name="desk-club-members-workbook"),
    path(f"{CLUB}members/import/", files.import_members_desk, name="desk-club-import-members"),
    path(f"{CLUB}member/", members.member_desk, name="desk-club-member"),
    path(f"{CLUB}add-member/", members.add_member_desk, name="desk-club-add-member"),
    *(
        path(f"{CLUB}{page.path}/", membership.of_member(page), name=page.url_name)
        for page in membership.PAGES
    ),
    *(path(f"{CLUB}{page.path}/", of_club(page), name=page.url_name) for page in PAGES),
]
