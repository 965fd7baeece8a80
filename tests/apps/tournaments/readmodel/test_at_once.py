"""Stored pages answered before Django is asked: the same as Django's, and never longer than true.

A page is asked for through the WSGI application of the web server, in real transactions: what holds
is told by what is committed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from core.background import held
from core.journal.guard import writing
from core.models import StoredPage
from core.web import at_once, unchanged
from core.web.rendering import UNTIL_MORE_S
from core.web.unchanged import remembered
from people.commands import ChangePlayer
from people.models import Player
from tests.asked_site import Site
from tests.builders.events import (
    a_played_event,
    a_published_round,
    give,
    hidden_players,
    some_results,
)
from tests.builders.rating_lists import rated_list
from tests.databases import elsewhere
from tournaments.models import Tournament
from tournaments.readmodel.page_versions import versioned_division

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 6
STANDINGS = "/events/spring/A/standings/"
PAGES = (
    *("/", "/events/spring/", "/about/words/", "/games/", "/games/best/"),
    *("/ratings/", "/ratings/open/", "/ratings/open/moves/", "/ratings/open/moves/year/"),
)
PAGES_OF_DIVISION = (
    *("pairings", "pairings/names", "pairings/1", "pairings/1/names", "results", "results/1"),
    *("standings", "standings/1", "wallchart", "ratings", "player/1", "player/2"),
)
ADDRESSES = (*PAGES, *(f"/events/spring/A/{place}/" for place in PAGES_OF_DIVISION))
GZIP: dict[str, Any] = {"HTTP_ACCEPT_ENCODING": "gzip, deflate"}

OTHERWISE: tuple[dict[str, Any], ...] = (
    {"HTTP_COOKIE": "judge=anything"},
    {"HTTP_COOKIE": "csrftoken=one; judge =anything"},
    {"QUERY_STRING": "round=1"},
    {"CONTENT_LENGTH": "5"},
    {"CONTENT_LENGTH": "9" * 30},
    {"HTTP_TRANSFER_ENCODING": "chunked"},
    {"CONTENT_TYPE": "text/plain; charset=utf-16"},
    {"REQUEST_METHOD": "POST"},
    {"REQUEST_METHOD": "OPTIONS"},
    {"SCRIPT_NAME": "/below"},
    {"HTTP_HOST": "elsewhere.example"},
    {"HTTP_HOST": ""},
    {"HTTP_HOST": "127.0.0.1"},
    {"HTTP_X_FORWARDED_PROTO": "https"},
    {"wsgi.url_scheme": "https"},
    {"HTTP_ACCEPT_ENCODING": ""},
    {"REQUEST_METHOD": "HEAD"},
)
"""The requests that are not answered at once, though a phone of the hall was."""


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def pairs(request: pytest.FixtureRequest) -> list[tuple[int, int]]:
    """The games of the round that is being played, without a result."""
    known = hidden_players() if getattr(request, "param", True) else ()
    a_played_event(players=PLAYERS, rounds=1, planned=3, registered=known, rating_system="elo")
    return a_published_round("spring", "A", 2, players=PLAYERS)


@pytest.fixture
def stored(site: Site, pairs: list[tuple[int, int]]) -> Site:
    """The site, which has answered with the standings once."""
    for _ in range(2):
        site.ask(STANDINGS, **GZIP)
    return site


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Holds the clock by which a page stands in, however long the machine takes."""
    monkeypatch.setattr("core.web.at_once.time.monotonic", lambda: 0.0)


def touch() -> None:
    """Commits something that no page shows."""
    SessionStore().save()


@pytest.mark.usefixtures("pairs")
def test_every_stored_page_is_answered_at_once_as_django_answers(site: Site) -> None:
    rated_list(events=2, players=6, field=6, rounds=2)
    players = [f"/players/{one.pk}/" for one in Player.objects.filter(key__startswith="p")]
    assert players
    asked_for: list[dict[str, Any]] = [GZIP, {}, {"REQUEST_METHOD": "HEAD", **GZIP}]
    for address in (*ADDRESSES, *players):
        site.ask(address)
        tag = site.ask(address).headers["ETag"]
        for said in [*asked_for, {**GZIP, "HTTP_IF_NONE_MATCH": tag}]:
            site.ask(address, **said)
            at_once_ = site.ask(address, **said)
            assert not at_once_.by_django, address
            assert at_once_.shown == site.ask(address, django=True, **said).shown
    shown = {path for path in StoredPage.objects.values_list("path", flat=True) if path[0] == "/"}
    assert shown == {*ADDRESSES, *players}


def test_every_answer_has_a_number_of_its_own(stored: Site) -> None:
    numbers = {stored.ask(STANDINGS, **GZIP).number for _ in range(3)}
    assert len(numbers) == 3


def test_who_is_signed_in_gets_the_same_page_at_once(stored: Site, admin_client: Client) -> None:
    session = f"sessionid={admin_client.cookies['sessionid'].value}"
    answer = stored.ask(STANDINGS, **GZIP, HTTP_COOKIE=session)
    assert not answer.by_django
    assert answer.shown == stored.ask(STANDINGS, django=True, **GZIP, HTTP_COOKIE=session).shown


def test_who_asks_otherwise_is_answered_by_django(stored: Site) -> None:
    for other in OTHERWISE:
        said = GZIP | other
        answer = stored.ask(STANDINGS, **said)
        assert answer.by_django, other
        assert answer.shown == stored.ask(STANDINGS, django=True, **said).shown


@pytest.mark.usefixtures("pairs")
def test_behind_a_proxy_that_ends_tls_only_who_came_by_it_is_answered_at_once(
    settings: Settings,
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 3600
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    site = Site()
    for proto, status, by_django in (
        ("https", "200", True),
        ("https", "200", False),
        ("http", "301", True),
        ("http", "301", True),
    ):
        answer = site.ask(STANDINGS, **GZIP, HTTP_X_FORWARDED_PROTO=proto)
        assert (answer.status[:3], answer.by_django) == (status, by_django)
        assert ("Strict-Transport-Security" in answer.headers) == (proto == "https")


def test_a_name_that_is_not_ours_is_refused_every_time(stored: Site) -> None:
    for _ in range(3):
        answer = stored.ask(STANDINGS, **GZIP, HTTP_HOST="elsewhere.example")
        assert (answer.status[:3], answer.by_django) == ("400", True)


def test_a_page_that_is_not_there_is_looked_for_every_time(stored: Site) -> None:
    for _ in range(3):
        answer = stored.ask("/events/spring/Z/standings/", **GZIP)
        assert (answer.status[:3], answer.by_django) == ("404", True)


@pytest.mark.both_databases("transactions")
@pytest.mark.parametrize("where", [elsewhere, lambda work: work()])
def test_a_result_is_on_the_page_from_the_next_request_on(
    stored: Site, pairs: list[tuple[int, int]], where: Callable[[Callable[[], object]], None]
) -> None:
    before = stored.ask(STANDINGS, **GZIP)
    assert not before.by_django
    where(lambda: some_results("spring", "A", 2, pairs[:1]))
    after = stored.ask(STANDINGS, **GZIP, HTTP_IF_NONE_MATCH=before.headers["ETag"])
    assert (after.status[:3], after.by_django) == ("200", True)
    assert after.shown == stored.ask(STANDINGS, django=True, **GZIP).shown


@pytest.mark.parametrize("where", [elsewhere, lambda work: work()])
def test_what_a_page_does_not_show_leaves_it_answered_at_once(
    stored: Site, where: Callable[[Callable[[], object]], None]
) -> None:
    for _ in range(3):
        where(touch)
        assert not stored.ask(STANDINGS, **GZIP).by_django


def test_nothing_is_read_again_while_nobody_commits(
    stored: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: object) -> None:
        raise AssertionError("the database was asked for what a page was made of")

    stored.ask(STANDINGS, **GZIP)
    monkeypatch.setattr(unchanged, "rows", never)
    assert not stored.ask(STANDINGS, **GZIP).by_django


def test_cards_ask_for_the_edition_of_their_division_once_until_it_changes(
    stored: Site, pairs: list[tuple[int, int]]
) -> None:
    def statements(number: int) -> int:
        with CaptureQueriesContext(connection) as seen:
            card = f"/events/spring/A/player/{number}/"
            assert stored.ask(card, django=True, **GZIP).status[:3] == "200"
        return len(seen)

    for number in range(1, PLAYERS + 1):
        stored.ask(f"/events/spring/A/player/{number}/", **GZIP)
    assert [statements(number) for number in range(1, PLAYERS + 1)] == [1] * PLAYERS
    elsewhere(lambda: some_results("spring", "A", 2, pairs[:1]))
    assert statements(pairs[0][0]) > 1


def test_a_page_that_was_taken_away_is_made_again(stored: Site) -> None:
    StoredPage.objects.all().delete()
    assert stored.ask(STANDINGS, **GZIP).by_django
    assert StoredPage.objects.filter(path=STANDINGS).exists()


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("pairs", [True, False], indirect=True, ids=["register", "nobody in it"])
def test_a_page_that_stands_in_is_repeated_until_another_is_there(
    stored: Site, pairs: list[tuple[int, int]]
) -> None:
    before = stored.ask(STANDINGS, **GZIP)
    with held():
        some_results("spring", "A", 2, pairs[:1])
        assert stored.ask(STANDINGS, **GZIP).by_django
        some_results("spring", "A", 2, pairs[1:2])
        again = stored.ask(STANDINGS, **GZIP)
        assert (again.shown, again.by_django) == (before.shown, False)
    after = stored.ask(STANDINGS, **GZIP)
    assert after.by_django
    assert after.headers["ETag"] != before.headers["ETag"]


@pytest.mark.parametrize(
    ("stored_ahead", "until_made", "lasts"),
    [(0, 0.0, UNTIL_MORE_S), (1, 0.0, UNTIL_MORE_S), (0, 5.0, 5.0), (0, 60.0, at_once.AT_MOST_S)],
    ids=["usually", "the clock was set back", "many are to be made", "too many are to be made"],
)
def test_a_page_that_stands_in_is_asked_for_again_when_it_is_due(
    stored: Site,
    pairs: list[tuple[int, int]],
    monkeypatch: pytest.MonkeyPatch,
    stored_ahead: int,
    until_made: float,
    lasts: float,
) -> None:
    StoredPage.objects.update(stored_at=timezone.now() + timedelta(hours=stored_ahead))
    monkeypatch.setattr("core.web.at_once.until_next_s", lambda: until_made)
    with held():
        some_results("spring", "A", 2, pairs[:1])
        stored.ask(STANDINGS, **GZIP)
        now = time.monotonic() + lasts
        monkeypatch.setattr("core.web.at_once.time.monotonic", lambda: now - 1.9)
        assert not stored.ask(STANDINGS, **GZIP).by_django
        monkeypatch.setattr("core.web.at_once.time.monotonic", lambda: now)
        assert stored.ask(STANDINGS, **GZIP).by_django


@pytest.mark.parametrize("address", [STANDINGS, "/events/spring/A/player/1/"])
def test_no_page_stands_in_for_one_of_an_event_that_is_gone(
    stored: Site, pairs: list[tuple[int, int]], address: str
) -> None:
    stored.ask(address, **GZIP)
    with held():
        some_results("spring", "A", 2, pairs[:1])
        stored.ask(address, **GZIP)
        some_results("spring", "A", 2, pairs[1:2])
        assert stored.ask(address, **GZIP).status[:3] == "200"
        elsewhere(_moves_away)
        answer = stored.ask(address, **GZIP)
        assert (answer.status[:3], answer.by_django) == ("404", True)


def _moves_away() -> None:
    with writing():
        Tournament.objects.update(slug="autumn")


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("is_current", [True, False])
def test_whoever_goes_under_another_name_is_on_no_page_from_then_on(
    stored: Site, pairs: list[tuple[int, int]], is_current: bool
) -> None:
    with held():
        if not is_current:
            some_results("spring", "A", 2, pairs[:1])
        for _ in range(2):
            stored.ask(STANDINGS, **GZIP)
        assert not stored.ask(STANDINGS, **GZIP).by_django
        player = Player.objects.order_by("pk").first()
        assert player is not None
        elsewhere(lambda: give(ChangePlayer(key=player.key, public_name_style="initial")))
        answer = stored.ask(STANDINGS, **GZIP)
        assert answer.by_django


def test_what_was_kept_holds_for_the_day_only(
    stored: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not stored.ask(STANDINGS, **GZIP).by_django
    today = timezone.localdate()
    for days in (1, -1):
        other = today + timedelta(days=days)
        monkeypatch.setattr("core.web.at_once.timezone.localdate", lambda other=other: other)
        assert stored.ask(STANDINGS, **GZIP).by_django


def test_an_answer_during_which_somebody_commits_is_not_kept(
    site: Site, pairs: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, games = unchanged.rows, iter(pairs)

    def late(statements: Any) -> Any:
        with held():
            some_results("spring", "A", 2, [next(games)])
        return read(statements)

    before = StoredPage.objects.get(path=STANDINGS)
    with held():  # nobody makes the page meanwhile
        with monkeypatch.context() as patch:
            patch.setattr(unchanged, "rows", late)
            assert before.etag in site.ask(STANDINGS, **GZIP).headers["ETag"]
        edition = versioned_division("spring", "A")
        assert edition is not None
        key = ("division", "spring", "A")
        found = remembered(key, lambda: versioned_division("spring", "A"))
        assert found is not None
        assert found.rated == edition.rated != before.version
    assert before.etag not in site.ask(STANDINGS, **GZIP).headers["ETag"]


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(
    "header", [("Set-Cookie", "one=two"), ("Vary", "Accept-Encoding, Cookie")], ids=lambda h: h[0]
)
def test_an_answer_that_is_for_one_reader_only_is_given_to_nobody_else(
    header: tuple[str, str],
) -> None:
    site = Site(header)
    for _ in range(3):
        assert site.ask(STANDINGS, **GZIP).by_django


def test_a_database_that_does_not_answer_is_left_to_django(
    stored: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseError("away")

    monkeypatch.setattr(unchanged, "state", away)
    answer = stored.ask(STANDINGS, **GZIP)
    assert (answer.status[:3], answer.by_django) == ("200", True)


def test_nothing_is_kept_for_names_that_no_host_can_have(stored: Site, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    for length, by_django in ((255, False), (256, True)):
        stored.ask(STANDINGS, **GZIP, HTTP_HOST="a" * length)
        again = stored.ask(STANDINGS, **GZIP, HTTP_HOST="a" * length)
        assert (again.status[:3], again.by_django) == ("200", by_django)


def test_what_is_kept_takes_a_limited_place_and_what_nobody_asks_for_goes(
    site: Site, pairs: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "MOST_BYTES", 46_000)
    for address in (*ADDRESSES, *reversed(ADDRESSES)):
        site.ask(address, **GZIP)
    asked, *_, last = ADDRESSES
    assert not site.ask(asked, **GZIP).by_django
    for address in ADDRESSES[1:]:
        site.ask(address, **GZIP)
        assert not site.ask(asked, **GZIP).by_django
    for address in reversed(ADDRESSES[1:-1]):
        site.ask(address, **GZIP)
    assert site.ask(last, **GZIP).by_django


@pytest.fixture(autouse=True)
def _no_connection_left() -> Iterator[None]:
    yield
    connection.close()
