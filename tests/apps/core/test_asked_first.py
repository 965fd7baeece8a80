"""The questions to the database before Django is asked, and what they leave unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection

from config.wsgi import application
from core.web import at_once, unchanged

pytestmark = pytest.mark.django_db

STANDINGS = "/spring/A/standings/"


def test_what_watches_a_connection_stays_when_what_was_read_is_noted_no_more() -> None:
    before = list(connection.execute_wrappers)
    with unchanged.noted_reads():
        # As Django does for every new connection, which may be opened by any request.
        connection.execute_wrappers.append(_watching)
    assert connection.execute_wrappers == [*before, _watching]
    connection.execute_wrappers.remove(_watching)


def _watching(execute: Callable[..., Any], *asked: Any) -> Any:
    return execute(*asked)


@pytest.mark.parametrize(
    ("address", "asked"), [("/static/js/entry.js", 0), ("/desk/", 0), (STANDINGS, 1)]
)
def test_where_no_page_is_stored_the_database_is_not_asked_first(
    address: str, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Mock(return_value=None)
    monkeypatch.setattr(at_once, "state_if_any", state)
    monkeypatch.setattr(application, "_application", Mock(return_value=[]))
    told = {"REQUEST_METHOD": "GET", "PATH_INFO": address, "HTTP_HOST": "localhost"}
    assert list(application(told, Mock())) == []
    assert state.call_count == asked
