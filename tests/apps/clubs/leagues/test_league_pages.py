"""A league as everybody sees it, and as programs read it: made from the matches, and stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.club.commands.describing import DescribeClub
from clubs.leagues.commands.matches import CorrectMatch
from clubs.leagues.commands.teams import ChangeTeam, DeductPoints, SquadPlayer
from clubs.leagues.queries.versions import versioned_league
from core.roles.commands import GiveRole
from core.roles.table import Role
from people.commands import AddPlayer
from tests.apps.api.asking import error, of
from tests.apps.tournaments.desk_events import account, give
from tests.builders.clubs import found
from tests.builders.leagues import (
    PLACE,
    a_trophy,
    a_year,
    drawn_league,
    entered,
    games,
    line_ups,
    match_between,
)
from tests.pages import main_words, sound_words, source_at

pytestmark = pytest.mark.django_db
LEAGUE = {"club": "hill", "league": "winter"}
API = "club_houses/hill/leagues"


def page(name: str = "league", **more: Any) -> str:
    """Returns the words of a public page of the league."""
    return main_words(Client().get(reverse(name, kwargs={**LEAGUE, **more})))


def test_everybody_may_see_a_league_and_what_is_not_there_is_not_found() -> None:
    drawn_league(("hill", "vale"))
    assert Client().get(reverse("league", kwargs=LEAGUE)).status_code == 200
    assert Client().get(reverse("league-match", kwargs={**LEAGUE, "match": 1})).status_code == 200
    for missing in ({"league": "none"}, {"club": "vale"}):
        place = {**LEAGUE, **missing}
        assert Client().get(reverse("league", kwargs=place)).status_code == 404
        assert (
            Client().get(reverse("league-match", kwargs={**place, "match": 1})).status_code == 404
        )
    assert Client().get(reverse("league-match", kwargs={**LEAGUE, "match": 9})).status_code == 404
    give(DescribeClub(club="hill", is_public=False))
    assert Client().get(reverse("league", kwargs=LEAGUE)).status_code == 404
    assert Client().get(f"/api/v1/{API}").status_code == 404


def test_the_page_has_the_table_the_matches_the_players_and_what_was_taken_off() -> None:
    drawn_league(("hill", "vale"))
    number = match_between("hill", "vale")
    line_ups(number)
    entered("hill", "vale", (400, 300), (350, 350))
    give(DeductPoints(**PLACE, team="vale", points=1, said="Started late"))
    told = page()
    assert "1 Hill Aces 2 1 1 0 0 1½ +100" in told
    assert "2 Vale Aces -1 1 0 0 1 ½ −100" in told
    assert "Vale Aces: 1 match point taken off, Started late" in told
    assert "Hill Aces – Vale Aces 1½:½" in told
    assert "Hill A Hill Aces 1 1–0 +100" in told
    assert "1 Hill A 400 300 Vale A" in page("league-match", match=number)
    sound_words(source_at(Client(), reverse("league", kwargs=LEAGUE)))


def test_a_player_of_a_squad_is_seen_by_their_public_name_alone() -> None:
    drawn_league(("hill", "vale"))
    alias = {"public_name_style": "alias", "alias": "Lady P"}
    give(
        AddPlayer(
            key="phil-undisclosed", given_name="Philomena", family_name="Undisclosed", **alias
        )
    )
    squad = (SquadPlayer(player="phil-undisclosed", rating=1),)
    give(ChangeTeam(**PLACE, team="hill", squad=squad))
    text = source_at(Client(), reverse("league", kwargs=LEAGUE))
    listed = Client().get(f"/api/v1/{API}/winter/teams").content.decode()
    for shown in (text, listed):
        assert "Lady P" in shown
        assert "Philomena" not in shown
        assert "ndisclosed" not in shown


def test_a_correction_makes_the_stored_page_anew_and_the_same_page_is_known() -> None:
    drawn_league(("hill", "vale"))
    number = entered("hill", "vale", (400, 300), (350, 350))
    before = Client().get(reverse("league", kwargs=LEAGUE))
    tag = {"If-None-Match": before["ETag"]}
    assert Client().get(reverse("league", kwargs=LEAGUE), headers=tag).status_code == 304
    version = versioned_league("hill", "winter")
    right = CorrectMatch(**PLACE, match=number, games=games((300, 400), (350, 350)))
    give(right, reason="Sides were swapped")
    now = versioned_league("hill", "winter")
    assert version is not None
    assert now is not None
    assert version.version != now.version
    assert "1 Vale Aces 2" in page()


def test_the_page_of_the_club_leads_to_its_leagues_years_and_trophies() -> None:
    found("hill")
    club = reverse("club", kwargs={"club": "hill"})
    assert "player of the year" not in source_at(Client(), club)
    drawn_league(("hill", "vale"))
    a_year(())
    a_trophy()
    text = source_at(Client(), club)
    for address in (
        reverse("league", kwargs=LEAGUE),
        reverse("points-year", kwargs={"club": "hill", "year": "2026"}),
        reverse("trophy", kwargs={"club": "hill", "trophy": "cup"}),
    ):
        assert f'href="{address}"' in text
        assert Client().get(address).status_code == 200


def test_a_program_of_the_secretary_runs_a_league_from_its_opening_to_a_correction() -> None:
    found("hill")
    account("sue", staff=False)
    give(GiveRole(journal="club:hill", account="sue", role=Role.SECRETARY))
    sue = of("sue", staff=False)
    opened = {"league": "winter", "name": "Winter", "boards": 1}
    assert sue.post(API, opened).status_code == 200
    for key in ("one", "two"):
        give(AddPlayer(key=key, given_name=key.title()))
        team = {"team": key, "name": key.title(), "squad": [{"player": key, "rating": 1000}]}
        assert sue.post(f"{API}/winter/teams", team).status_code == 200
    drawn = sue.post(f"{API}/winter/fixtures", {"legs": 1, "first_day": "2026-09-03"})
    assert drawn.status_code == 200
    match = f"{API}/winter/matches/1"
    for side in ("home", "away"):
        player = sue.get(match).json()[side]
        named = sue.ask("PUT", f"{match}/line_up", {"side": side, "players": [player]})
        assert named.status_code == 200
    sent = {"games": [{"board": 1, "home": 400, "away": 300}]}
    assert sue.post(f"{match}/result", sent).status_code == 200
    wrong = sue.ask("PUT", f"{match}/result", {"games": [], "why": "Misread"})
    assert error(wrong)["field"] == "board_1"
    right = {"games": [{"board": 1, "home": 300, "away": 400}], "why": "Misread"}
    assert sue.ask("PUT", f"{match}/result", right).status_code == 200
    home, away = (sue.get(match).json()[side] for side in ("home", "away"))
    rows = Client().get(f"/api/v1/{API}/winter/table").json()
    first = rows["items"][0] if isinstance(rows, dict) else rows[0]
    assert (first["team"], first["match_points"], first["spread"]) == (away, 2, 100)
    assert home != away


def test_the_lists_of_matches_and_teams_look_everybody_up_at_once() -> None:
    drawn_league()
    for number in range(1, 13):
        line_ups(number)
    for part in ("matches", "teams"):
        with CaptureQueriesContext(connection) as asked:
            rows = Client().get(f"/api/v1/{API}/winter/{part}").json()
        assert sum('"people_player"' in one["sql"] for one in asked.captured_queries) == 1
        assert "Hill A" in str(rows)


def test_a_program_without_a_role_reads_and_writes_nothing() -> None:
    drawn_league(("hill", "vale"))
    zed = of("zed", staff=False)
    assert zed.get(f"{API}/winter").status_code == 200
    refused = zed.post(f"{API}/winter/matches/1/walkover", {"side": "home"})
    assert refused.status_code == 403
    assert Client().get(f"/api/v1/{API}/winter/matches/9").status_code == 404
