"""The report of a night, for everybody whose club shows itself."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.models import ClubHome
from core.journal.guard import writing
from people.commands import AddPlayer
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.nights import an_open_night, played, played_by_three
from tests.pages import source_at

pytestmark = pytest.mark.django_db

REPORT = "/clubs/hill/nights/2026-03-05/"


def test_everybody_reads_the_report_of_a_club_that_shows_itself_and_of_no_other() -> None:
    found("hill")
    an_open_night(guests=("Zoe",))
    for shown, status in ((True, 200), (False, 404)):
        with writing():
            ClubHome.objects.update(is_public=shown)
        assert Client().get(REPORT).status_code == status
    with writing():
        ClubHome.objects.update(is_public=True)
    for wrong in ("/clubs/hill/nights/2026-03-06/", "/clubs/hill/nights/today/"):
        assert Client().get(wrong).status_code == 404


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
    page = source_at(Client(), REPORT)
    assert "High game: Ann A., 412" in page
    assert "Abelsson" not in page
    assert "Zoe began with 20" in page
    assert "three-handed" in page
    played(night, 2, 1, 444, 380)
    assert "High game: Ben Birch, 444" in source_at(Client(), REPORT)
