"""A file that was put where the database is open already: what comes next is asked of that file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import connection, connections, transaction
from pytest_django.plugin import DjangoDbBlocker

from config.database import database_settings
from core import background as module
from core import tasks  # noqa: F401 - listens to what Celery begins
from core.background import drain, follow_in_thread, in_background
from core.replaced import close_if_replaced
from core.web.unchanged import Basis, as_sent, rows, state

ASKED: list[tuple[str, tuple[Any, ...]]] = [("SELECT said FROM words WHERE said <> %s", ("",))]
SIGNALS: dict[str, Any] = {"a request": request_started, "a task": task_prerun}


@pytest.fixture
def place(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """An SQLite file that says "old", open as the database of this thread."""
    own = {**connections.settings["default"], **database_settings("", var_dir=tmp_path)}
    place = Path(own["NAME"])
    _write(place, "old")
    the_runs = connections["default"]
    monkeypatch.setitem(connections.settings, "default", own)
    with django_db_blocker.unblock():
        connections["default"] = connections.create_connection("default")
        try:
            yield place
        finally:
            connections["default"].close()
            connections["default"] = the_runs


def _write(place: Path, said: str) -> None:
    with closing(sqlite3.connect(place)) as there, there:
        there.execute("CREATE TABLE words (said)")
        there.execute("INSERT INTO words VALUES (?)", (said,))


def _put_back(place: Path) -> None:
    """Puts a file that says "new" in the place of the one that is open."""
    other = place.with_suffix(".copy")
    _write(other, "new")
    other.replace(place)


def _said() -> str:
    with connection.cursor() as cursor:
        cursor.execute(*ASKED[0])
        return str(cursor.fetchone()[0])


@pytest.mark.parametrize("begins", SIGNALS)
def test_whatever_begins_asks_the_file_that_was_put_back(place: Path, begins: str) -> None:
    assert _said() == "old"
    _put_back(place)
    assert _said() == "old"
    SIGNALS[begins].send(sender=None)
    assert _said() == "new"


def test_a_thread_that_always_has_more_to_do_asks_the_file_that_was_put_back(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_followers", None)
    follow_in_thread()
    heard: list[str] = []

    def first() -> None:
        heard.append(_said())
        in_background("kind:second", lambda: heard.append(_said()))
        _put_back(place)

    in_background("kind:first", first)
    drain()
    assert heard == ["old", "new"]


def test_an_answer_that_was_kept_does_not_hold_in_the_file_that_was_put_back(place: Path) -> None:
    before = state()
    assert before is not None
    basis = Basis(as_sent(ASKED), rows(as_sent(ASKED)), {before.scope: before.mark})
    assert basis.holds()
    _put_back(place)
    assert not basis.holds()
    assert _said() == "new"


def test_a_connection_to_the_same_file_stays_open(place: Path) -> None:
    _said()
    held = connection.connection
    request_started.send(sender=None)
    assert connection.connection is held


def test_a_transaction_ends_in_the_file_that_it_began_in(place: Path) -> None:
    with transaction.atomic():
        assert _said() == "old"
        _put_back(place)
        close_if_replaced()
        assert _said() == "old"


def test_a_file_that_is_gone_is_gone_on_with(place: Path) -> None:
    assert _said() == "old"
    place.unlink()
    request_started.send(sender=None)
    assert _said() == "old"
