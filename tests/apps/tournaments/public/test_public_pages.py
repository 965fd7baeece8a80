"""Everybody may see every public page; nobody sees a draft, or a name that a player keeps back."""

from __future__ import annotations

import gzip
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from core.models import StoredPage
from core.web.build import ROOMS, build
from core.web.site import MANIFEST, WEB
from people.commands import ChangePlayer
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    circle,
    give,
    hidden_players,
    some_results,
)
from tests.builders.grounds import built_once
from tests.markup import Markup
from tests.pages import source_at, words, words_at
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.event.commands.event import CreateEvent
from tournaments.event_ratings.jobs.rating import rate_event
from tournaments.models import Tournament
from tournaments.public.jobs.mirror import mirror_event
from tournaments.public.jobs.prerender import render_live_pages
from tournaments.public.pages.standings import standings_page
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division, versioned_of
from tournaments.results.commands.results import CorrectResult, EnterForfeit
from tournaments.rounds.commands.rounds import HandPairing, SetUpRound

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/",
    "/events/spring/",
    "/events/spring/A/standings/",
    "/events/spring/A/standings/1/",
    "/events/spring/A/pairings/",
    "/events/spring/A/pairings/1/",
    "/events/spring/A/pairings/names/",
    "/events/spring/A/pairings/1/names/",
    "/events/spring/A/results/",
    "/events/spring/A/results/1/",
    "/events/spring/A/wallchart/",
    "/events/spring/A/statistics/",
    "/events/spring/A/reports/",
    "/events/spring/A/reports/1/",
    "/events/spring/A/why/",
    "/events/spring/A/why/1/",
    "/events/spring/A/why/1/1/",
    "/events/spring/A/ratings/",
    "/events/spring/A/player/1/",
    "/events/spring/A/player/1/rating/",
)
"""One address of each kind of page."""

FILES = (".atom", ".csv", ".ics")
"""How the addresses end of what is no page."""

DESK = "/desk/"
"""Addresses for directors only; the links of the public pages end there."""


def crawl(client: Client, start: str = "/") -> dict[str, str]:
    """Follows every link from a page on and returns the text of each, by its path."""
    pages: dict[str, str] = {}
    waiting = [start]
    while waiting:
        path = waiting.pop()
        response = client.get(path)
        assert response.status_code == 200, path
        pages[path] = response.content.decode()
        links = {unquote(link) for link in Markup(pages[path]).links}
        waiting += sorted(
            link
            for link in links
            if link.startswith("/")
            and not link.startswith(("/static/", "/api/", "/language/", MANIFEST))
            and not link.endswith(FILES)
            and link != DESK
            and link not in pages
            and link not in waiting
        )
    return pages


@pytest.fixture
@built_once
def lively() -> str:
    """An event with byes, forfeits, a withdrawal, an open round and two divisions."""
    slug = a_played_event(
        divisions=("A", "Div 1.5"), players=9, rounds=2, planned=5, registered=hidden_players()
    )
    pairs = a_published_round(slug, "A", 3, players=9)
    give(EnterForfeit(event=slug, division="A", round=3, absent=(pairs[0][0],)))
    give(EnterForfeit(event=slug, division="A", round=3, absent=pairs[1]))
    give(WithdrawEntry(event=slug, division="A", entry=9, from_round=4))
    rate_event(Mock(), {"event": slug, "divisions": ["A"], "system": ""})
    return slug


@pytest.mark.parametrize("address", ADDRESSES)
def test_everybody_may_see_it_without_a_session(client: Client, address: str) -> None:
    a_played_event(players=4, rounds=1)
    response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies
    assert "Cookie" not in response["Vary"]
    assert client.post(address).status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "/events/autumn/",
        "/events/spring/B/standings/",
        "/events/spring/A/standings/3/",
        "/events/spring/A/standings/01/",
        "/events/spring/A/pairings/2/",
        "/events/spring/A/pairings/2/names/",
        "/events/spring/A/results/2/",
        "/events/spring/A/player/9/",
        "/events/spring/A/player/0/",
        "/nowhere/",
    ],
)
def test_what_is_not_there_is_a_404_that_is_not_stored(client: Client, address: str) -> None:
    a_played_event(players=4, rounds=1, planned=3)
    response = client.get(address)
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
    assert 'href="/"' in response.content.decode(), "a way home"
    assert not StoredPage.objects.filter(path=address).exists()


def test_a_draft_is_on_no_page(client: Client) -> None:
    slug = a_played_event(players=4, rounds=1, planned=3)
    boards = tuple(HandPairing(one=one, two=two) for one, two in circle(4, 2)[0])
    give(SetUpRound(event=slug, division="A", round=2, boards=boards))
    pages = crawl(client)
    of_entries = ("/player/", "/why/2/")
    found = [path for path in pages if "/2/" in path]
    assert not [path for path in found if not any(part in path for part in of_entries)]
    assert "/events/spring/A/why/2/2/" not in found
    assert client.get("/events/spring/A/pairings/2/").status_code == 404
    assert "Pairings of round 1" in pages["/events/spring/A/pairings/"]
    assert "playing" not in words_at(client, "/events/spring/A/standings/")


@pytest.fixture(scope="module")
def walked() -> dict[str, str]:
    """Every page of the lively event by its path, once a test has walked there."""
    return {}


@pytest.fixture
def pages(client: Client, lively: str, walked: dict[str, str]) -> dict[str, str]:
    """Every page of the lively event that a link leads to, by its path."""
    if not walked:
        walked.update(crawl(client))
    return walked


def test_every_page_that_a_link_leads_to_is_there_and_well_made(pages: dict[str, str]) -> None:
    assert set(ADDRESSES) <= set(pages)
    cards = [path for path in pages if "/player/" in path]
    assert len([path for path in cards if path.endswith("/rating/")]) == 18
    assert len(cards) == 2 * 18
    for path, text in pages.items():
        page = Markup(text)
        assert page.faults == [], path
        assert page.tags["h1"] == page.tags["main"] == page.tags["title"] == 1, path
        assert "#main" in page.links, path
        assert "as at" in page.text.lower(), path


def test_no_page_says_a_name_that_a_player_keeps_back(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        for name in HIDDEN:
            assert name not in text, path
    standings = words(pages["/events/spring/A/standings/"])
    assert "Lady P" in standings
    assert "Bartholomew U." in standings


def test_a_player_who_goes_under_an_alias_from_now_on_vanishes_from_stored_pages(
    client: Client, lively: str
) -> None:
    assert "Bartholomew" in words_at(client, "/events/spring/A/standings/")
    render_live_pages(lively)
    give(ChangePlayer(key="reticent", public_name_style="alias", alias="Mister B"))
    for path, text in crawl(client).items():
        assert "Bartholomew" not in text, path


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_stored_page_is_served_with_two_reads_and_no_write(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_played_event(players=4, rounds=1)
    first = client.get(address)
    with django_assert_max_num_queries(3 if address == "/" else 2) as queries:
        again = client.get(address)
    assert again.content == first.content
    assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)


def test_standings_read_a_division_in_seven_queries_whatever_its_size(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    a_played_event(players=9, rounds=4, registered=hidden_players())
    edition = versioned_division("spring", "A")
    assert edition is not None
    # The journal's last entry, and the division: from there it is carried on after a result.
    with django_assert_num_queries(1 + 6):
        standings_page(DivisionReadModel(edition), WEB)
    # One for the edition, two for the stored page, the second where one renders, one to store;
    # of the division whether anything has changed.
    with django_assert_num_queries(4 + 2):
        client.get("/events/spring/A/standings/")


def test_a_reader_who_has_the_page_gets_a_304_until_something_changes(client: Client) -> None:
    a_played_event(players=4, rounds=2, planned=3, open_games=1)
    address = "/events/spring/A/standings/2/"
    tag = client.get(address)["ETag"]
    unchanged = client.get(address, headers={"if-none-match": tag})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == tag
    some_results("spring", "A", 2, circle(4, 2)[0][:1])
    changed = client.get(address, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert changed["ETag"] != tag


def test_a_change_in_one_division_leaves_the_pages_of_another_stored(client: Client) -> None:
    a_played_event(divisions=("A", "B"), players=4, rounds=1, planned=3)
    address = "/events/spring/B/standings/"
    tag = client.get(address)["ETag"]
    a_published_round("spring", "A", 2, players=4)
    assert client.get(address)["ETag"] == tag


def test_a_page_goes_over_the_wire_zipped_for_who_can_read_that(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    plain = client.get("/events/spring/A/standings/")
    zipped = client.get("/events/spring/A/standings/", headers={"accept-encoding": "gzip, br"})
    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert zipped["Vary"] == plain["Vary"] == "Accept-Encoding, Accept-Language"


def test_a_write_stores_what_the_hall_looks_at(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    a_played_event(players=6, rounds=2, planned=3)
    render_live_pages("spring", "A")
    assert set(StoredPage.objects.values_list("path", flat=True)) >= {
        "/",
        "/events/spring/",
        "/events/spring/A/standings/",
        "/events/spring/A/results/",
        "/events/spring/A/pairings/",
    }
    for address in ("/", "/events/spring/", "/events/spring/A/standings/"):
        with django_assert_max_num_queries(3):
            client.get(address)


def test_a_correction_shows_on_every_page_of_the_division(client: Client) -> None:
    slug = a_played_event(players=4, rounds=1, planned=3)
    one, two = circle(4, 1)[0][0]
    for address in ADDRESSES:
        client.get(address)
    give(
        CorrectResult(
            event=slug,
            division="A",
            round=1,
            entry=one,
            score=333,
            opponent_score=222,
            confirmed=True,
        ),
        reason="misread",
    )
    assert "333" in words_at(client, "/events/spring/A/results/1/")
    assert "333–222" in words_at(client, f"/events/spring/A/player/{one}/")
    assert "222–333" in words_at(client, f"/events/spring/A/player/{two}/")
    assert "333–222" in words_at(client, "/events/spring/A/wallchart/")


def test_an_event_without_divisions_and_a_division_without_entries_have_pages(
    client: Client,
) -> None:
    assert "No event is set up yet" in words_at(client, "/")
    give(CreateEvent(event="spring", name="Spring Open"))
    assert "No division is set up yet" in words_at(client, "/events/spring/")
    a_division("spring", "A", players=0)
    assert "Nobody is entered yet" in words_at(client, "/events/spring/A/standings/")
    for place in ("pairings/", "pairings/names/", "results/", "why/"):
        said = "Round 1 is not paired yet: its boards will be here. Who is entered"
        assert said in words_at(client, f"/events/spring/A/{place}"), place
    assert "Nobody is entered yet" in words_at(client, "/events/spring/A/wallchart/")


def test_every_public_page_ends_with_a_plain_link_to_the_desk(client: Client) -> None:
    a_played_event(players=4, rounds=1)
    for address in ADDRESSES:
        page = source_at(client, address)
        foot = page[page.index('<footer class="site-foot">') :]
        assert f'<a href="{DESK}">Director\'s desk</a>' in foot, address
        assert page.count(DESK) == 1, address
        # Who has no account may not look for words.
        assert "/words/" not in page.replace("/about/words/", ""), address


def test_a_mirror_says_nothing_of_the_desk(tmp_path: Path) -> None:
    a_played_event(players=4, rounds=1)
    mirror_event("spring", tmp_path, progress=Mock())
    pages = [path.read_text() for path in tmp_path.rglob("*.html")]
    assert pages
    assert not [text for text in pages if "desk" in text.lower()]


@pytest.mark.parametrize("room", ROOMS)
def test_a_change_in_any_room_that_pages_are_made_from_makes_every_page_anew(
    tmp_path: Path, settings: Settings, room: str
) -> None:
    settings.BASE_DIR = tmp_path
    source = tmp_path / room / "below" / "source.py"
    source.parent.mkdir(parents=True)
    marks = []
    for content in ("one", "two"):
        source.write_text(content)
        marks.append(build.__wrapped__())
    source.rename(source.with_name("other.py"))
    marks.append(build.__wrapped__())
    assert len(set(marks)) == 3
    source.with_suffix(".pyc").write_text("compiled")
    assert build.__wrapped__() == marks[-1]


def test_the_program_is_read_once_per_process(monkeypatch: pytest.MonkeyPatch) -> None:
    mark = build()
    monkeypatch.setattr(Path, "read_bytes", Mock(side_effect=AssertionError))
    assert build() == mark


def test_an_event_without_divisions_is_stored_for_its_own_row_and_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = Tournament(pk=1, slug="spring", version=1)
    versions = {versioned_of(event, [], 0).version}
    event.pk = 2
    versions.add(versioned_of(event, [], 0).version)
    monkeypatch.setattr("tournaments.readmodel.page_versions.build", lambda: "another")
    versions.add(versioned_of(event, [], 0).version)
    assert len(versions) == 3


def test_a_fault_of_ours_is_a_page_with_the_number_it_was_logged_under(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("planted")

    a_played_event(players=4, rounds=1)
    monkeypatch.setattr("tournaments.public.views.standings_page", fail)
    client.raise_request_exception = False
    response = client.get("/events/spring/A/standings/")
    assert response.status_code == 500
    assert response["X-Request-ID"] in response.content.decode()
    assert "planted" not in response.content.decode()


def test_a_command_stores_pages_before_anybody_collected_the_static_files(
    client: Client, settings: Settings
) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    a_played_event(players=4, rounds=1)
    render_live_pages("spring", "A")
    links = Markup(source_at(client, "/events/spring/A/standings/")).links
    assert "/static/css/tokens.css" in links
