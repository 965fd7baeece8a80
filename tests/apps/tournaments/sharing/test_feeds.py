"""What programs follow: everybody may ask for the news of an event and the calendar of events."""

from __future__ import annotations

import csv
import io
import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from core.models import JournalEntry
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_large_event,
    a_played_event,
    give,
    hidden_players,
    undo,
)
from tests.markup import Markup
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import CreateEvent
from tournaments.failover.lifeboat.tables import TABLES
from tournaments.models import Result
from tournaments.results.commands.results import CorrectResult

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("json", "aggregates")]

FEED, CALENDAR = "/events/spring/feed.atom", "/events.ics"
ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
HOSTILE = "<script>&'\"]]> Ö, Zoë; \\ 名"


def the_one(parent: Element, tag: str) -> str:
    """Returns the text of an element that its parent has once, and that says something."""
    (found,) = parent.findall(f"{ATOM}{tag}")
    assert found.text
    return found.text


def linked(parent: Element, rel: str) -> str:
    """Returns where the only link of this kind leads."""
    (href,) = [one.attrib["href"] for one in parent.findall(f"{ATOM}link") if one.get("rel") == rel]
    return href


def said(at: datetime) -> str:
    """Returns a moment as a feed says it."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def valid_feed(text: bytes) -> Element:
    """Returns a feed that has all that RFC 4287 asks for, its news in order."""
    feed: Element = fromstring(text, forbid_dtd=True)
    assert feed.tag == f"{ATOM}feed"
    assert all(one.tag.startswith(ATOM) for one in feed.iter())
    assert the_one(feed.find(f"{ATOM}author") or Element("none"), "name")
    assert linked(feed, "self")
    entries = feed.findall(f"{ATOM}entry")
    for one in (feed, *entries):
        assert urlsplit(the_one(one, "id")).scheme == "urn"
        assert the_one(one, "title")
        assert MOMENT.fullmatch(the_one(one, "updated"))
        assert linked(one, "alternate")
    assert len({the_one(one, "id") for one in entries}) == len(entries)
    times = [the_one(one, "updated") for one in entries]
    assert times == sorted(times, reverse=True)
    assert the_one(feed, "updated") >= max(times, default="")
    return feed


def news_of(client: Client, address: str = FEED, **headers: str) -> dict[str, Element]:
    """Returns the news of a valid feed by their titles."""
    feed = valid_feed(client.get(address, headers=headers or None).content)
    return {the_one(one, "title"): one for one in feed.findall(f"{ATOM}entry")}


def valid_calendar(text: str) -> list[dict[str, str]]:
    """Returns the events of a calendar that is written as RFC 5545 asks."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    lines = text.replace("\r\n ", "").split("\r\n")[:-1]
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    events: list[dict[str, str]] = []
    for line in lines[2:-1]:
        name, colon, value = line.partition(":")
        assert colon, line
        if (name, value) == ("BEGIN", "VEVENT"):
            events.append({})
        elif events and name != "END":
            assert name not in events[-1]
            events[-1][name] = value
    for event in events:
        assert {"UID", "DTSTAMP", "SUMMARY"} <= event.keys()
    return events


@pytest.mark.parametrize(
    ("address", "kind"),
    [(FEED, "application/atom+xml; charset=utf-8"), (CALENDAR, "text/calendar; charset=utf-8")],
)
def test_everybody_may_ask_is_told_when_nothing_is_new_and_nobody_may_write(
    client: Client, address: str, kind: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_played_event(players=4, rounds=1, starts_on=date(2099, 5, 1))
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"] == kind
    assert not response.cookies
    assert client.post(address).status_code == 405
    with django_assert_max_num_queries(3):
        again = client.get(address, headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_a_feed_tells_rounds_leaders_and_the_end_at_the_times_of_the_journal(
    client: Client, settings: Settings
) -> None:
    a_played_event(divisions=("A", "Div 1.5"), players=4, rounds=2, planned=3, open_games=1)
    first = news_of(client)
    assert sorted(re.sub(r": .* leads", ": X leads", title) for title in first) == [
        *("Division A: X leads after round 1", "Division A: round 1 is paired"),
        "Division A: round 2 is paired",
        *("Division Div 1.5: X leads after round 1", "Division Div 1.5: round 1 is paired"),
        "Division Div 1.5: round 2 is paired",
    ]
    for one in first.values():
        assert client.get(linked(one, "alternate")).status_code == 200
    results = JournalEntry.objects.filter(command="result.entered", payload__division="A")
    at = results.filter(payload__round=1).latest("seq").at
    (led,) = [
        one
        for title, one in first.items()
        if title.startswith("Division A: ") and " leads" in title
    ]
    assert the_one(led, "updated") == said(at)
    give(CloseEvent(event="spring", confirmed=True))
    settings.HTTPS_ONLY, settings.SECURE_SSL_REDIRECT = True, False
    settings.ALLOWED_HOSTS = ["*", "play.example.org"]
    give(ReopenEvent(event="spring"))
    assert "Spring Open is closed" not in news_of(client)
    give(CloseEvent(event="spring", confirmed=True))
    closed = news_of(client)
    assert next(iter(closed)) == "Spring Open is closed"
    assert linked(closed["Spring Open is closed"], "alternate") == (
        "https://play.example.org/events/spring/"
    )
    ids = {the_one(one, "id") for one in first.values()}
    assert ids < {the_one(one, "id") for one in closed.values()}


def test_a_corrected_result_and_an_undone_one_make_the_standings_after_it_news(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=2)
    later = timezone.now() + timedelta(hours=1)

    def standings() -> list[str]:
        found = [
            one for one in news_of(client).values() if "/standings/" in linked(one, "alternate")
        ]
        return [the_one(one, "updated") for one in found]

    assert max(standings()) < said(later)
    result = Result.objects.filter(board__round__number=1)[0]
    winner = result.board.seats.get(position=0 if result.won_one else 1)
    change = CorrectResult(
        event="spring",
        division="A",
        round=1,
        entry=winner.entry.number,
        score=600,
        opponent_score=200,
    )
    done = give(change, reason="slip", at=later)
    assert standings() == [said(later), said(later)]
    undo("event:spring", done.seq, reason="no", at=later + timedelta(hours=1))
    assert standings() == [said(later + timedelta(hours=1))] * 2


def test_a_feed_is_bounded_and_asks_no_more_for_a_longer_event(client: Client) -> None:
    counts = []
    for slug, players, rounds in (("short", 4, 3), ("long", 8, 30)):
        a_large_event(slug, players=players, rounds=rounds)
        with CaptureQueriesContext(connection) as queries:
            feed = valid_feed(client.get(f"/events/{slug}/feed.atom").content)
        counts.append(len(queries))
        assert len(feed.findall(f"{ATOM}entry")) == min(2 * rounds, 40)
        assert "won by" in the_one(feed.findall(f"{ATOM}entry")[0], "title")
    assert counts[0] == counts[1]


def test_hostile_names_stay_text_and_hidden_ones_stay_hidden(client: Client) -> None:
    a_played_event(players=4, rounds=1, registered=hidden_players())
    give(CreateEvent(event="odd", name=HOSTILE, place=HOSTILE, starts_on=date(2099, 1, 1)))
    a_division("odd", "A", players=4)
    assert the_one(valid_feed(client.get("/events/odd/feed.atom").content), "title") == HOSTILE
    (event,) = valid_calendar(client.get(CALENDAR).content.decode())
    read = re.sub(r"\\([\\;,])", r"\1", event["SUMMARY"])
    assert read == HOSTILE
    for number in (3, 4):
        give(ChangeEntry(event="spring", division="A", entry=number, name=f"{HOSTILE} {number}"))
    text = client.get(FEED).content.decode()
    valid_feed(text.encode())
    assert "<script>" not in text
    assert not any(fact in text for fact in HIDDEN)
    assert "Lady P" in text or "Bartholomew U" in text


def test_a_rehearsal_and_an_unknown_event_have_none(client: Client) -> None:
    give(CreateEvent(event="practice", name="Practice", rehearsal=True, starts_on=date(2099, 1, 1)))
    a_division("practice", "A", players=4)
    for slug in ("practice", "nowhere"):
        assert client.get(f"/events/{slug}/feed.atom").status_code == 404
    assert valid_calendar(client.get(CALENDAR).content.decode()) == []
    assert "feed.atom" not in client.get("/events/practice/").content.decode()


@pytest.mark.parametrize(
    ("page", "address", "kind"),
    [
        ("/", CALENDAR, "text/calendar"),
        ("/events/spring/", FEED, "application/atom+xml"),
        ("/events/spring/A/standings/", FEED, "application/atom+xml"),
    ],
)
def test_pages_lead_programs_and_readers_there(
    client: Client, page: str, address: str, kind: str
) -> None:
    a_played_event(players=4, rounds=1)
    text = client.get(page).content.decode()
    assert f'<link rel="alternate" type="{kind}" href="{address}"' in text
    assert f'href="{address}"' in text.partition("</head>")[2]
    assert address in {unquote(link) for link in Markup(text).links}


def test_a_feed_is_in_the_language_of_its_reader(client: Client) -> None:
    a_played_event(players=4, rounds=1, planned=2)
    assert any("mène après la ronde 1" in title for title in news_of(client, accept_language="fr"))
    assert any("leads after round 1" in title for title in news_of(client, accept_language="en"))


def test_the_calendar_has_coming_events_on_their_first_day(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    today = timezone.localdate()
    for slug, days in (("past", -40), ("lately", -20), ("soon", 20), ("later", 300)):
        give(
            CreateEvent(
                event=slug,
                name=slug.title(),
                dates="three days",
                place="Ersby",
                starts_on=today + timedelta(days=days),
            )
        )
    give(CreateEvent(event="some-day", name="Some day"))
    with django_assert_max_num_queries(4):
        events = valid_calendar(client.get(CALENDAR).content.decode())
    assert [event["SUMMARY"] for event in events] == ["Lately", "Soon", "Later"]
    soon = events[1]
    assert soon["DTSTART;VALUE=DATE"] == f"{today + timedelta(days=20):%Y%m%d}"
    assert soon["DTEND;VALUE=DATE"] == f"{today + timedelta(days=21):%Y%m%d}"
    assert (soon["LOCATION"], soon["DESCRIPTION"]) == ("Ersby", "three days")
    assert soon["URL"] == "http://testserver/events/soon/"
    again = valid_calendar(client.get(CALENDAR).content.decode())
    assert [one["UID"] for one in again] == [one["UID"] for one in events]


def test_everybody_has_the_tables_of_a_division_as_files(client: Client) -> None:
    a_played_event(
        divisions=("A", "Div 1.5"), players=5, rounds=2, open_games=1, registered=hidden_players()
    )
    give(ChangeEntry(event="spring", division="A", entry=3, name="=1+2"))
    page = client.get("/events/spring/A/standings/").content.decode()
    for name in ("standings.csv", "results.csv"):
        assert f'href="/events/spring/A/{name}"' in page.partition("</head>")[2]
    lines = {}
    for name in TABLES:
        address = f"/events/spring/A/{name}"
        response = client.get(address)
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert response["Content-Disposition"] == f'attachment; filename="spring-A-{name}"'
        assert not response.cookies
        assert client.post(address).status_code == 405
        known = {"If-None-Match": response["ETag"]}
        assert client.get(address, headers=known).status_code == 304
        text = response.content.decode("utf-8-sig")
        assert not any(fact in text for fact in HIDDEN)
        assert client.get(f"/events/spring/Div 1.5/{name}").status_code == 200
        assert client.get(f"/events/spring/B/{name}").status_code == 404
        lines[name] = list(csv.reader(io.StringIO(text)))
    assert {line[2] for line in lines["standings.csv"][1:]} >= {"'=1+2", "Lady P"}
    assert [line[0] for line in lines["results.csv"][1:]] == ["1"] * 3 + ["2"] * 3
    assert sum("not in yet" in line for line in lines["results.csv"]) == 1
    assert client.get("/events/spring/A/other.csv").status_code == 404


def test_a_rehearsal_has_no_files(client: Client) -> None:
    give(CreateEvent(event="practice", name="Practice", rehearsal=True))
    a_division("practice", "A", players=4)
    assert client.get("/events/practice/A/standings.csv").status_code == 404
    assert "standings.csv" not in client.get("/events/practice/A/standings/").content.decode()
