"""The report of a night, for everybody whose club shows itself."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client

from clubs.club.commands.describing import SetHouseRules
from clubs.models import ClubHome
from core.journal.guard import writing
from games.engine.checking import check_gcg
from games.engine.figures import figures_of
from games.recording import new_game_key
from people.commands import AddPlayer
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.games import FIRST_SCORE, SECOND_SCORE, complete_game
from tests.builders.lexica import imported_list
from tests.builders.nights import a_simulated_night, an_open_night, played, played_by_three
from tests.pages import source_at, words
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

REPORT = "/clubs/hill/nights/2026-03-05/"
HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn")


def test_everybody_reads_the_report_of_a_club_that_shows_itself_and_of_no_other() -> None:
    found("hill")
    an_open_night(guests=("Zoe",))
    for shown, status in ((True, 200), (False, 404)):
        with writing():
            ClubHome.objects.update(is_public=shown)
        for page in (REPORT, f"{REPORT}paper/", f"{REPORT}paper/?size=letter"):
            assert Client().get(page).status_code == status
    with writing():
        ClubHome.objects.update(is_public=True)
    for wrong in ("2026-03-06/", "today/", "2026-03-06/paper/", "2026-03-05/paper/?size=a9"):
        assert Client().get(f"/clubs/hill/nights/{wrong}").status_code == 404


def test_the_report_has_the_table_the_games_and_the_high_game_under_public_names() -> None:
    found("hill")
    with writing():
        ClubHome.objects.update(is_public=True)
    give(
        AddPlayer(key="ann", given_name="Ann", family_name="Abelsson", public_name_style="initial")
    )
    night = an_open_night(here=("ann", "ben-birch"), guests=("Zoe",))
    played(night, 1, 2, 412, 380)
    played(night, 2, 3, 300, 290, start_two=20, rated=False)
    played_by_three(night, 1, (1, 2, 3), (500, 310, 320))
    for address in (REPORT, f"{REPORT}paper/"):
        page = source_at(Client(), address)
        told = words(Client().get(address))
        assert "High game Ann A., 412" in told
        assert "Abelsson" not in page
        assert "Zoe began with 20" in told
        assert "three-handed" in told
        # One game of 412, and one of three with 500, which counts one and a half times.
        assert "1 Ann A. 1 0 +32 581" in told
    played(night, 2, 1, 444, 380)
    assert "High game Ben Birch, 444" in words(Client().get(REPORT))


def test_the_report_tells_what_was_close_what_was_an_upset_and_what_people_reached() -> None:
    for week, day in enumerate((12, 19, 26), 1):
        a_simulated_night("hill", date(2026, 2, day), here=HERE, games_each=1, seed=week)
    night = an_open_night(here=(*HERE, "eve-eck"))
    with writing():
        Entry.objects.filter(tournament__slug=night, number=1).update(rating=900)
        Entry.objects.filter(tournament__slug=night, number=2).update(rating=1500)
    for _ in range(3):
        played(night, 1, 2, 402, 401)
    played(night, 3, 5, 300, 500)
    told = words(Client().get(REPORT))
    assert "Closest game Ann Abel, 402 and Ben Birch, 401" in told
    assert "Widest win Eve Eck, 500 and Cy Colt, 300" in told
    assert "High losing score Ben Birch, 401 against 402 of Ann Abel" in told
    assert "Ann Abel won against Ben Birch, whose rating is 600 higher: 402–401" in told
    assert re.search(r"Wins in a row Ann Abel, [3-6] wins", told)
    assert "First night Eve Eck" in told


def test_round_numbers_reached_tonight_are_told_with_those_of_the_nights_before() -> None:
    for week in range(9):
        an_open_night("hill", date(2026, 1, 1) + timedelta(7 * week), here=("ann-abel",))
    an_open_night(here=("ann-abel",))
    told = words(Client().get(REPORT))
    assert "Milestones Ann Abel 10 nights Ann Abel 10 nights in a row" in told
    assert "10 nights" not in words(Client().get("/clubs/hill/nights/2026-02-26/"))


def test_the_words_of_the_week_are_those_of_recorded_games_with_their_marks() -> None:
    made = figures_of(check_gcg(complete_game().encode())).words
    imported_list("COLLINS", [one for one in made if one != "FIRE"], edition="CSW21")
    imported_list("AMERICA", [one for one in made if one != "TRUEING"], edition="NWL2023")
    found("hill")
    give(SetHouseRules(club="hill", lexica=("COLLINS",)))
    night = an_open_night(here=HERE[:2])
    played(night, 1, 2, FIRST_SCORE, SECOND_SCORE)
    assert "Words of the week" not in words(Client().get(REPORT))
    give(
        RecordBoardGame(
            event=night,
            division="Night",
            round=1,
            game=new_game_key(),
            entry=1,
            content=complete_game("Ann Abel", "Ben Birch").encode(),
            source="file",
        )
    )
    told = words(Client().get(REPORT))
    assert "High plays 1L JUVE 82" in told
    assert "7H TRUEING# 62" in told
    assert "Phoneys 14J FIRE* 35 Ben Birch" in told
    assert "Bingos Ben Birch 1 bingo: TRAVOIsE 62 Ann Abel 1 bingo: TRUEING# 62" in told
