"""What nobody misses does not wait for the disk; everything else does."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from django.db import connection

from core.models import StoredPage
from core.unsynced import unsynced
from core.web.store import Made, store
from tests.settings import ON_POSTGRES

pytestmark = pytest.mark.skipif(ON_POSTGRES, reason="what SQLite itself does")

NORMAL, FULL = 1, 2


def synchronous() -> int:
    connection.ensure_connection()
    (found,) = connection.connection.execute("PRAGMA synchronous").fetchone()
    return int(found)


@pytest.mark.django_db(transaction=True)
def test_a_page_is_stored_without_waiting_for_the_disk_and_the_next_commit_waits_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert synchronous() == FULL
    told: list[int] = []

    def listening(*_: object, **__: object) -> None:
        told.append(synchronous())

    monkeypatch.setattr(StoredPage.objects, "bulk_create", listening)
    store("/a-page/", Made("1", "text"))
    assert (told, synchronous()) == ([NORMAL], FULL)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_closed_meanwhile_waits_again() -> None:
    with unsynced():
        connection.close()
    assert synchronous() == FULL


class NeverWaiting:
    """A connection that cannot be told to wait for the disk."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def execute(self, statement: str) -> Any:
        if statement.endswith("=FULL"):
            raise sqlite3.OperationalError("disk I/O error")
        return self._raw.execute(statement)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_cannot_be_told_to_wait_again_is_not_used_on() -> None:
    connection.ensure_connection()
    connection.connection = NeverWaiting(connection.connection)
    with unsynced():
        pass
    assert synchronous() == FULL
