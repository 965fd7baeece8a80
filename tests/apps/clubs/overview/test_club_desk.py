"""Whoever has a role in a club finds on its desk what is next, what waits, and what they may do."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.club.commands.describing import DescribeClub, SetHouseRules, SetMeetings
from clubs.club.desk_pages import KEEP_PLAYER
from clubs.club.forms.care import KeptPlayerContext
from clubs.club.meetings.meetings import MeetingTime
from clubs.kernel.queries.clubs import club_named
from clubs.membership.commands.terms import RenewMembership
from core.journal.guard import writing
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import found
from tests.builders.members import member
from tests.pages import sound, sound_words
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

DESK = reverse("desk-club", kwargs={"club": "hill"})


def _night(day: date) -> None:
    slug = f"hill-{day}"
    give(CreateEvent(event=slug, name="Night", starts_on=day))
    with writing():
        Tournament.objects.filter(slug=slug).update(night_of="hill")


def test_nobody_without_a_role_sees_the_desk_and_a_viewer_is_offered_no_form() -> None:
    found("hill", owner="dora")
    assert Client().get(DESK).status_code == 302
    mia = signed_in("mia", staff=False)
    assert mia.get(DESK).status_code == 403
    give(GiveRole(journal="club:hill", account="mia", role=Role.VIEWER))
    told = sound_words(mia.get(DESK))
    assert "Describe the club" not in told
    assert "What waits" not in told


def test_a_new_director_is_told_what_waits_until_it_is_done() -> None:
    found("hill", owner="dora")
    dora = signed_in("dora")
    signed_in("mia", staff=False)
    told = sound_words(dora.get(DESK))
    assert "Open a night" in told
    for said in ("Say when the club meets", "Say where the club meets", "Choose the word list"):
        assert said in told, said
    assert "Nobody but the owner can run a night" in told
    give(SetMeetings(club="hill", meetings=tuple(_every_day())))
    give(DescribeClub(club="hill", venue="Library", contact="Ann"))
    give(SetHouseRules(club="hill", lexica=("SCOWL80",)))
    give(GiveRole(journal="club:hill", account="mia", role=Role.DIRECTOR))
    told = sound_words(dora.get(DESK))
    for said in ("Add the members", "Say what a night costs", "Open a season, if"):
        assert said in told, said
    _night(date(2026, 11, 17))
    told = sound_words(dora.get(DESK))
    assert "What waits" not in told
    assert "Library" in told


def test_whoever_records_consents_goes_on_to_the_next_person_and_danger_comes_last() -> None:
    found("hill", owner="dora")
    offers = sound_words(signed_in("dora").get(DESK)).partition("The club ")[2]
    assert offers.index("Consents and guardians") < offers.index("Hand the club over")
    assert offers.index("Open a season") < offers.index("Hand the club over")
    where = KeptPlayerContext("dora", club=club_named("hill"), player=None)
    assert KEEP_PLAYER.after(where, JournalEntry()) == reverse(
        "desk-club-keep-player", kwargs={"club": "hill"}
    )


def test_the_secretary_is_told_how_many_memberships_end_and_the_viewer_is_not() -> None:
    found("hill", owner="dora")
    # A year from this day is over within a month.
    begun = timezone.localdate() - timedelta(days=350)
    member("hill", "Ann Archer", day=begun)
    renewed = member("hill", "Ben Bower", day=begun)
    give(RenewMembership(club="hill", player=renewed, day=timezone.localdate()))
    mia = signed_in("mia", staff=False)
    give(GiveRole(journal="club:hill", account="mia", role=Role.VIEWER))
    assert "within 30 days" not in sound_words(mia.get(DESK))
    give(GiveRole(journal="club:hill", account="mia", role=Role.SECRETARY))
    assert "1 membership ends within 30 days." in sound_words(mia.get(DESK))


def test_an_open_night_comes_first_and_closed_ones_are_listed() -> None:
    found("hill", owner="dora")
    _night(date(2026, 11, 17))
    _night(date(2026, 11, 24))
    with writing():
        Tournament.objects.filter(slug="hill-2026-11-17").update(closed=True)
    desk = sound(signed_in("dora").get(DESK))
    assert "/desk/club_desk/hill/nights/2026-11-24/" in desk.links
    told = desk.text
    assert "Open a night" not in told
    assert "Go on with Tuesday, 24 November 2026 0 players" in told
    assert "Last nights Tuesday, 17 November 2026 0 players" in told


def test_the_desk_asks_as_much_with_many_nights_as_with_one(
    django_assert_max_num_queries: Any,
) -> None:
    found("hill", owner="dora")
    for day in (3, 10, 17, 24):
        _night(date(2026, 11, day))
    dora = signed_in("dora")
    with django_assert_max_num_queries(16):
        dora.get(DESK)


def _every_day() -> list[MeetingTime]:
    return [MeetingTime(weekday=day, begins=time(0), ends=time(23, 59)) for day in range(7)]
