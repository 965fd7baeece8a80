"""A night is an event: its pages and its desk work, and a replay of its journal is the night."""

from __future__ import annotations

import pytest
from django.test import Client

from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.playing import NightGame, RemoveNightGame
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.clubs import found
from tests.builders.events import give, undo
from tests.builders.nights import an_open_night, played, played_by_three, seated
from tests.pages import source_at
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn")
PUBLIC = ("", "Night/standings/", "Night/wallchart/", "Night/results/", "Night/pairings/")
DESK = (
    "",
    "enter/",
    "log/",
    "people/",
    "players/",
    "round/",
    "plan/",
    "paper/",
    "contention/",
    "close-event/",
)


def a_strange_night() -> str:
    """A night with all that an event of rounds does not know, an empty wave among it."""
    found("hill", owner="dora")
    night = an_open_night(here=HERE)
    played(night, 1, 2, 400, 380, start_two=30, rated=False)
    played_by_three(night, 1, (1, 3, 4), (300, 310, 320))
    seated(night, NightGame(one=1, two=3))
    seated(night, NightGame(one=1, two=4, minutes=15))
    give(ArriveTonight(event=night, guests=("Zoe", "Max")))
    played(night, 5, 1, 333, 333)
    give(LeaveTonight(event=night, entry=2))
    give(ComeBackTonight(event=night, entry=2))
    last = give(RemoveNightGame(event=night, wave=3, one=1, two=3))
    undo(f"event:{night}", last.seq)
    give(RemoveNightGame(event=night, wave=3, one=1, two=3))
    give(RemoveNightGame(event=night, wave=3, one=1, two=4))
    return night


def test_nobody_lacks_a_seat_on_a_night_and_it_can_be_closed_when_its_results_are_in() -> None:
    found("hill", owner="dora")
    night = an_open_night(here=HERE)
    played(night, 1, 2, 400, 380)
    dora = signed_in("dora")
    page = source_at(dora, f"/desk/{night}/")
    assert "lacks" not in page
    assert "Every round is complete: close the event" in page
    assert "has no place" not in source_at(dora, f"/desk/{night}/close-event/")


def test_a_replay_of_a_night_is_the_night() -> None:
    night = a_strange_night()
    assert compare_with_replay(Tournament.objects.get(slug=night)).differences == ()


def test_the_pages_of_an_event_show_a_night_to_everybody_and_to_its_officers() -> None:
    night = a_strange_night()
    dora = signed_in("dora")
    for path in PUBLIC:
        assert Client().get(f"/events/{night}/{path}").status_code == 200, path
    for path in DESK:
        assert dora.get(f"/desk/{night}/{path}").status_code == 200, path
    desk = source_at(dora, f"/desk/{night}/")
    assert 'href="/desk/club_desk/hill/nights/2026-03-05/"' in desk
    people = source_at(dora, f"/desk/{night}/people/")
    assert '<a href="/desk/club_desk/hill/people/">officers of the club</a>' in people
