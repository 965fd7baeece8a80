"""Everybody may read what a club shows in public, and nobody more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.club.commands.describing import (
    CallOffMeeting,
    DescribeClub,
    SetHouseRules,
    SetMeetings,
)
from clubs.club.meetings.meetings import MeetingTime
from clubs.models import ClubHome
from clubs.records.jobs.kept_book import forget_book
from core.journal.guard import writing
from people.commands import AddClub
from tests.apps.clubs.records.book_events import fold
from tests.apps.tournaments.desk_events import give
from tests.builders.clubs import found, season_of_2026
from tests.builders.nights import an_open_night, played
from tests.pages import sound, sound_words, source_at, words
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=timezone.get_default_timezone())
"""A Tuesday."""
TUESDAYS = MeetingTime(weekday=1, begins=time(19), ends=time(22))
PAGE = "/clubs/hill/"
CALENDAR = "/clubs/hill/calendar.ics"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Return what sets the clock of pages."""

    def put(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return put


@pytest.fixture(autouse=True)
def now(clock: Callable[[datetime], None]) -> None:
    clock(NOW)


def _links(client: Client, path: str) -> list[str]:
    return sound(source_at(client, path)).links


def _hill() -> None:
    found("hill", owner="dora")
    give(
        DescribeClub(
            club="hill",
            venue="Library",
            address="1 Hill Road",
            contact="Ann, 0123 456",
            welcome="Come <b>in</b>.\n\nThe first night is free.",
        )
    )
    give(SetMeetings(club="hill", meetings=(TUESDAYS,)))


def test_anybody_reads_the_clubs_and_one_without_a_public_page_is_nowhere(client: Client) -> None:
    _hill()
    found("vale")
    give(DescribeClub(club="vale", is_public=False))
    give(AddClub(slug="dale", name="Dale Club"))
    listed = words(client.get("/clubs/"))
    assert "Hill Club" in listed
    assert "Vale Club" not in listed
    assert "Dale Club" not in listed
    for path in ("/clubs/vale/", "/clubs/vale/calendar.ics", "/clubs/dale/", "/clubs/none/"):
        assert client.get(path).status_code == 404, path
    assert "/clubs/" in _links(client, "/")


def test_a_club_is_found_by_its_town_whatever_the_accents(client: Client) -> None:
    _hill()
    found("vale")
    with writing():
        ClubHome.objects.filter(slug="vale").update(venue="Café Orléans")
    assert "Vale Club" in words(client.get("/clubs/", {"q": "orleans"}))
    assert "Hill Club" not in words(client.get("/clubs/", {"q": "orleans"}))
    assert "No club has these words" in words(client.get("/clubs/", {"q": "<zzz>"}))


def test_a_page_tells_a_newcomer_when_and_where_and_whom_to_ask(client: Client) -> None:
    _hill()
    give(SetHouseRules(club="hill", lexica=("SCOWL80",), newcomer_wins=3))
    page = client.get(PAGE)
    told = sound_words(page)
    for said in (
        "Tuesday, 24 November 2026, 19:00 to 22:00",
        "every Tuesday, 19:00 to 22:00",
        "Library 1 Hill Road",
        "Ann, 0123 456",
        "The first night is free.",
        "word lists at the board and free challenges, until 3 wins",
        "SCOWL80",
    ):
        assert said in told, said
    assert "Come &lt;b&gt;in&lt;/b&gt;." in source_at(client, PAGE)


def test_a_meeting_called_off_is_not_the_next_one_and_the_calendar_says_so(
    client: Client,
) -> None:
    _hill()
    before = client.get(PAGE)
    give(CallOffMeeting(club="hill", day=date(2026, 11, 24), note="Snow"))
    told = words(client.get(PAGE))
    assert "No meeting on Tuesday, 24 November 2026. Snow" in told
    assert "Next meeting Tuesday, 1 December 2026, 19:00 to 22:00" in told
    calendar = client.get(CALENDAR)
    assert calendar["Content-Type"] == "text/calendar; charset=utf-8"
    text = calendar.content.decode()
    assert text.count("STATUS:CANCELLED") == 1
    assert "SUMMARY:Hill Club: called off" in text
    assert "LOCATION:Library\\, 1 Hill Road" in text
    assert "URL:http://testserver/clubs/hill/" in text
    assert before["ETag"] != client.get(PAGE)["ETag"]


def test_the_meeting_of_today_is_the_next_one_until_it_is_over(
    client: Client, clock: Callable[[datetime], None]
) -> None:
    _hill()
    clock(NOW + timedelta(hours=7))
    assert "Next meeting Tuesday, 24 November 2026" in words(client.get(PAGE))
    clock(NOW + timedelta(days=1))
    assert "Next meeting Tuesday, 1 December 2026" in words(client.get(PAGE))


def test_last_nights_lead_to_their_pages_and_a_new_one_is_there_at_once(client: Client) -> None:
    _hill()
    assert "Last nights" not in words(client.get(PAGE))
    give(CreateEvent(event="hill-2026-11-17", name="Night", starts_on=date(2026, 11, 17)))
    with writing():
        Tournament.objects.filter(slug="hill-2026-11-17").update(night_of="hill")
    assert "Tuesday, 17 November 2026 · 0 players · 0 games" in words(client.get(PAGE))
    assert "/clubs/hill/nights/2026-11-17/" in _links(client, PAGE)
    assert "/records/club/hill/" not in _links(client, PAGE)


def test_a_club_shows_the_first_of_its_season_and_its_records_once_the_book_has_them(
    client: Client,
) -> None:
    _hill()
    season_of_2026(ranked_by="wins")
    assert "Year 2026" in words(client.get(PAGE))
    night = an_open_night("hill", date(2026, 11, 17), here=("ann-lee", "ben-day"))
    played(night, 1, 2, 401, 333)
    told = words(client.get(PAGE))
    assert "Year 2026 The first by wins 1 Ann Lee won–lost 1–0" in told
    assert "The whole season" in told
    assert "All records of the club" not in told
    forget_book()
    fold(night)
    told = words(client.get(PAGE))
    assert "Records High game 401 Ann Lee" in told
    assert "Largest spread" in told
    assert "/records/club/hill/" in _links(client, PAGE)
    assert client.get("/records/club/hill/").status_code == 200


def test_a_page_that_somebody_has_is_not_sent_again(client: Client) -> None:
    _hill()
    for path in ("/clubs/", PAGE, CALENDAR):
        tag = client.get(path)["ETag"]
        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304, path


def test_the_list_asks_a_few_questions_however_many_clubs_there_are(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(6):
        found(f"club-{number}")
        give(SetMeetings(club=f"club-{number}", meetings=(TUESDAYS,)))
    with django_assert_max_num_queries(6):
        client.get("/clubs/", {"q": "club"})
