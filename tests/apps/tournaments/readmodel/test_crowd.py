"""A crowd at the public pages: one renders, everybody else gets the page as it was before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.background import held
from core.journal.undo import UndoEntry
from core.models import JournalEntry, StoredPage
from core.web import rendering, store
from core.web.site import WEB
from people.commands import ChangePlayer
from tests.builders.events import (
    a_played_event,
    a_published_round,
    give,
    hidden_players,
    some_results,
)
from tests.pages import source_at
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event_ratings.jobs.rating import estimate_ratings
from tournaments.models import DivisionRating
from tournaments.public.pages import changed_cards
from tournaments.public.pages.scorecard import scorecard_page
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import EnterForfeit
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db

PLAYERS = 8
STANDINGS = "/events/spring/A/standings/"
WALL_CHART = "/events/spring/A/wallchart/"
"""Nobody makes it after a command: it waits for who asks for it."""


def card(number: int) -> str:
    return f"/events/spring/A/player/{number}/"


@pytest.fixture
def pairs() -> list[tuple[int, int]]:
    """The games of the round that is being played, without a result."""
    a_played_event(
        players=PLAYERS,
        rounds=2,
        planned=5,
        registered=hidden_players(),
        rating_system="elo",
    )
    return a_published_round("spring", "A", 3, players=PLAYERS)


@contextmanager
def a_reader_writes_nothing() -> Iterator[None]:
    """Holds back what follows, as threads would do it later, and looks at every statement."""
    with held():
        with CaptureQueriesContext(connection) as seen:
            yield
        assert [q["sql"] for q in seen if not q["sql"].startswith("SELECT")] == []


def enter(*games: tuple[int, int]) -> None:
    some_results("spring", "A", 3, list(games))


def marks() -> dict[int, str]:
    """Returns the mark of every card as it is now."""
    edition = versioned_division("spring", "A")
    assert edition is not None
    read_model = DivisionReadModel(edition)
    return {
        number: changed_cards.mark_of(read_model, number) for number in read_model.entry_numbers
    }


def estimate() -> None:
    estimate_ratings(Mock(), {"event": "spring", "divisions": ["A"]})


@pytest.mark.parametrize("address", ["/", "/events/spring/", STANDINGS, WALL_CHART, card(1)])
def test_a_reader_of_a_page_that_is_out_of_date_gets_the_one_before_and_writes_nothing(
    client: Client, pairs: list[tuple[int, int]], address: str
) -> None:
    before = client.get(address)
    with held():
        enter(pairs[0])
        with a_reader_writes_nothing():
            stale = client.get(address)
        assert (stale.status_code, stale.content) == (200, before.content)
        assert stale["ETag"] == before["ETag"]
        assert client.get(address, headers={"if-none-match": stale["ETag"]}).status_code == 304
    fresh = client.get(address)
    assert fresh["ETag"] != before["ETag"]
    assert fresh.content != before.content


def test_many_readers_of_a_page_that_is_out_of_date_have_it_made_once(
    client: Client, pairs: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(WALL_CHART)
    made = Mock(wraps=store.store)
    monkeypatch.setattr(rendering, "store", made)
    with held():
        enter(*pairs)
        for _ in range(20):
            assert client.get(WALL_CHART).status_code == 200
        assert made.call_count == 0
    assert [call.args[0] for call in made.call_args_list].count(WALL_CHART) == 1


def test_a_page_says_as_at_which_moment_it_was_made(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    def moment() -> str:
        page = source_at(client, WALL_CHART)
        return page.partition('<time datetime="')[2].partition('"')[0]

    before = moment()
    StoredPage.objects.update(stored_at="2026-01-01T00:00:00Z")
    with held():
        enter(pairs[0])
        assert moment() == before
    assert moment() >= before


def test_nobody_makes_a_page_that_nobody_looks_at(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    enter(*pairs)
    assert not StoredPage.objects.filter(path__in=[WALL_CHART, card(1)]).exists()


def test_a_name_that_is_kept_back_from_now_on_stands_in_for_nothing(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    for address in (STANDINGS, WALL_CHART, card(1)):
        client.get(address)
    with held():
        give(ChangePlayer(key="reticent", public_name_style="alias", alias="Mister B"))
        for address in (STANDINGS, WALL_CHART, card(1), "/events/spring/"):
            page = client.get(address)
            assert page.status_code == 200
            assert "Bartholomew" not in page.content.decode(), address


def test_a_round_that_is_unpublished_has_no_page_as_soon_as_one_asked(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    address = "/events/spring/A/pairings/3/"
    assert client.get(address).status_code == 200
    number = JournalEntry.objects.filter(command=PublishRound.code).latest("seq").seq
    give(UndoEntry(journal="event:spring", seq=number))
    assert client.get(address).status_code == 404
    assert not StoredPage.objects.filter(path=address).exists()


def test_an_address_that_there_is_not_stores_and_takes_away_nothing(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    client.get(card(1))
    for address in (card(99), f"{STANDINGS}9/"):
        with a_reader_writes_nothing():
            assert client.get(address).status_code == 404


def test_the_version_of_a_card_changes_exactly_when_the_card_does(
    pairs: list[tuple[int, int]],
) -> None:
    one, two = pairs[0]
    member = Member(name="Late Comer")
    steps: list[Callable[[], object]] = [
        lambda: enter(pairs[0]),
        estimate,
        lambda: give(EnterForfeit(event="spring", division="A", round=3, absent=(pairs[1][0],))),
        lambda: enter(pairs[2]),
        estimate,
        lambda: give(ChangePlayer(key="reticent", public_name_style="alias", alias="Mister B")),
        lambda: give(
            AddEntry(event="spring", division="A", members=(member,), rating=1, confirmed=True)
        ),
        lambda: enter(pairs[3]),
        lambda: give(
            SetPenalty(event="spring", division="A", round=1, entry=one, points=-20), "overtime"
        ),
        lambda: a_published_round("spring", "A", 4, players=PLAYERS + 1),
    ]
    kept = 0
    texts, before = shown(), marks()
    for step in steps:
        step()
        now, after = shown(), marks()
        changed = {number for number in after if after[number] != before.get(number)}
        assert changed == {number for number in now if now[number] != texts.get(number)}
        kept += len(after) - len(changed)
        texts, before = now, after
    assert kept > len(steps)
    assert before[one] != before[two]


def test_a_result_of_others_leaves_a_card_stored_that_does_not_show_it(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    tags = {number: client.get(card(number))["ETag"] for number in range(1, PLAYERS + 1)}
    enter(pairs[0])
    same = {n for n, tag in tags.items() if client.get(card(n))["ETag"] == tag}
    assert same
    assert not same & set(pairs[0])


def test_an_estimate_makes_no_page_anew_that_shows_no_ratings(
    client: Client, pairs: list[tuple[int, int]]
) -> None:
    enter(*pairs)
    estimate()
    addresses = ("/", "/events/spring/", WALL_CHART, "/events/spring/A/pairings/")
    ratings = "/events/spring/A/ratings/"
    everywhere = (*addresses, STANDINGS, ratings)
    before = {address: version_of(client, address) for address in everywhere}
    DivisionRating.objects.update(version=0)
    estimate()
    after = {address: version_of(client, address) for address in everywhere}
    assert {address for address in everywhere if after[address] == before[address]} == {*addresses}


def version_of(client: Client, address: str) -> str:
    """Returns the version that a page is stored under once a reader has had it."""
    assert client.get(address).status_code == 200
    return StoredPage.objects.get(path=address).version


def shown() -> dict[int, str]:
    """Returns every card as it is now, but for the moment."""
    edition = versioned_division("spring", "A")
    assert edition is not None
    read_model = DivisionReadModel(edition, at=datetime(2026, 5, 1, tzinfo=UTC))
    return {number: scorecard_page(read_model, WEB, number) for number in read_model.entry_numbers}
