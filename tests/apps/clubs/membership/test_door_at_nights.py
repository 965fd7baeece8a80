"""What the door is told of members, on the page of a night."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs.membership.commands.suspensions import Suspend
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.members import member
from tests.builders.nights import an_open_night
from tests.pages import words

pytestmark = pytest.mark.django_db

NIGHT = date(2026, 3, 5)
TOLD = "Bea Ray is suspended from 2026-03-01 until further notice."


@pytest.fixture
def page() -> str:
    """A night at which Ann, a member, and Bea, who must not play, are, and Cy, who is none."""
    an_open_night("hill", NIGHT, here=("ann-abel", "bea-ray", "cy-colt"), guests=("Zoe",))
    member("hill", "Ann Abel")
    member("hill", "Bea Ray")
    give(Suspend(club="hill", player="bea-ray", first=date(2026, 3, 1)))
    return reverse("desk-night", kwargs={"club": "hill", "day": NIGHT.isoformat()})


def _of(role: Role) -> Client:
    client = signed_in("pat", staff=False)
    give(GiveRole(journal="club:hill", account="pat", role=role))
    return client


def test_who_lets_people_in_is_told_of_who_must_not_play_and_who_is_no_member(page: str) -> None:
    told = words(_of(Role.DESK).get(page))
    assert TOLD in told
    assert "No membership of Cy Colt is known." in told
    assert "Ann Abel is" not in told
    assert "membership of Zoe" not in told


def test_whoever_does_not_let_people_in_is_told_nothing(page: str) -> None:
    assert TOLD not in words(_of(Role.DATA_ENTRY).get(page))
