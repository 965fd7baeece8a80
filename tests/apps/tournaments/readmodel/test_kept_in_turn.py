"""What the loop of the web server is given of the stored pages: what is kept and holds, no more."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection

from core.background import held
from core.journal.guard import writing
from core.web import at_once, unchanged
from core.web.turn import IN_TURN, AnswerToCome, Turn
from tests.asked_site import Site
from tests.builders.events import a_played_event, a_published_round, some_results
from tests.databases import elsewhere
from tests.processes import PATIENCE_S
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = "/script-words/fr.js"
STANDINGS = "/events/spring/A/standings/"
GZIP: dict[str, Any] = {"HTTP_ACCEPT_ENCODING": "gzip"}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has nobody who waits for an answer to come get up, however busy this machine is."""
    monkeypatch.setattr(AnswerToCome, "LONGEST_S", PATIENCE_S)


def test_the_loop_is_given_what_is_kept_and_asks_once_a_turn_whether_that_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    a_played_event(players=6, rounds=1, planned=3)
    pairs = a_published_round("spring", "A", 2, players=6)
    site.ask(STANDINGS, **GZIP)
    said, turn = site.ask(STANDINGS, **GZIP), Turn()
    by_loop: dict[str, Any] = {**GZIP, IN_TURN: turn}
    assert site.ask(STANDINGS, **by_loop).shown == said.shown
    with monkeypatch.context() as patch:
        patch.setattr(unchanged, "state", lambda: 1 / 0)
        assert site.ask(STANDINGS, **by_loop).shown == said.shown
    some_results("spring", "A", 2, pairs[:1])
    # In the next turn there is nothing that holds: the first is left to a thread, others wait.
    assert site.in_turn(STANDINGS, **GZIP) == ()
    coming = site.in_turn(STANDINGS, **GZIP)
    assert isinstance(coming, AnswerToCome)
    assert site.in_turn(STANDINGS, **GZIP) is coming
    assert not coming.is_over()
    assert site.ask(STANDINGS, **GZIP).by_django
    assert coming.is_over()
    site.ask(STANDINGS, **GZIP)
    assert not site.ask(STANDINGS, **{**GZIP, IN_TURN: {}}).by_django
    assert site.in_turn("/desk/", **GZIP) == ()


def test_where_no_answer_can_be_kept_nobody_waits_for_that_of_another() -> None:
    site = Site()
    assert site.in_turn(WORDS) == ()
    coming = site.in_turn(WORDS)
    assert isinstance(coming, AnswerToCome)
    site.ask(WORDS)
    # Now that is known, and who waited is left to a thread as all others are.
    assert coming.is_over()
    assert [site.in_turn(WORDS) for _ in range(3)] == [(), (), ()]


def test_who_waits_is_asked_again_when_a_thread_finds_what_is_kept_by_then() -> None:
    site = Site()
    a_played_event(players=6, rounds=1, planned=3)
    site.ask(STANDINGS)
    site.ask(STANDINGS)
    assert site.in_turn(STANDINGS, **GZIP) == ()
    coming = site.in_turn(STANDINGS, **GZIP)
    assert isinstance(coming, AnswerToCome)
    assert not site.ask(STANDINGS).by_django
    assert coming.is_over()


def test_the_loop_waits_for_no_lock_on_the_file_and_a_thread_goes_on_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the loop does not look into any other database")
    site = Site()
    waits_ms: list[int] = []
    a_played_event(players=6, rounds=1, planned=3)
    site.ask(STANDINGS)
    site.ask(STANDINGS)
    as_it_is = unchanged.state

    def state() -> Any:
        waits_ms.append(_waits_ms())
        return as_it_is()

    monkeypatch.setattr(unchanged, "state", state)
    usual_ms = _waits_ms()
    assert usual_ms > 0
    by_loop: dict[str, Any] = {IN_TURN: {}}
    assert not site.ask(STANDINGS, **by_loop).by_django
    assert not site.ask(STANDINGS).by_django
    assert waits_ms == [0, usual_ms]
    assert _waits_ms() == usual_ms

    def locked() -> Any:
        raise OperationalError("database is locked")

    monkeypatch.setattr(unchanged, "state", locked)
    assert site.in_turn(STANDINGS) == ()


def _waits_ms() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        found: int = cursor.fetchone()[0]
        return found


def test_a_page_that_stands_in_is_kept_although_somebody_commits_while_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    a_played_event(players=6, rounds=1, planned=3)
    pairs = a_published_round("spring", "A", 2, players=6)
    site.ask(STANDINGS, **GZIP)
    before = site.ask(STANDINGS, **GZIP)
    read = unchanged.rows

    def late(statements: Any) -> Any:
        SessionStore().save()
        return read(statements)

    with held():  # nobody makes the page meanwhile
        some_results("spring", "A", 2, pairs[:1])
        with monkeypatch.context() as patch:
            patch.setattr(at_once, "rows", late)
            assert site.ask(STANDINGS, **GZIP).by_django
        assert site.ask(STANDINGS, **{**GZIP, IN_TURN: {}}).shown == before.shown
        elsewhere(_moves_away)
        assert site.in_turn(STANDINGS, **GZIP) == ()


def _moves_away() -> None:
    with writing():
        Tournament.objects.update(slug="autumn")
