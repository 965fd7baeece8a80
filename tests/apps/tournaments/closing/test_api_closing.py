"""Closing an event over the API: who may, what is open, and that nothing is entered afterwards."""

from __future__ import annotations

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, entries_of, four_played

pytestmark = pytest.mark.django_db

CLOSING, REOPENING = f"events/{SLUG}/closing", f"events/{SLUG}/reopening"


def test_only_those_who_direct_an_event_see_its_open_ends_and_close_it() -> None:
    four_played()
    before, otto = len(entries_of()), of("otto")
    assert Program().get(CLOSING).status_code == 401
    assert otto.get(CLOSING).status_code == 403
    for path in (CLOSING, REOPENING):
        assert Program().post(path, {"confirmed": True}).status_code == 401
        assert otto.post(path, {}).status_code == 403
    assert len(entries_of()) == before


def test_an_event_is_closed_once_its_open_ends_are_accepted_and_opened_again() -> None:
    four_played()
    program = of("dora")
    shown = program.get(CLOSING).json()
    assert (shown["closed"], shown["undated"]) == (False, True)
    assert [one["text"] for one in shown["open_ends"]] == [
        "division A: only 1 of 3 rounds were published"
    ]
    asked = program.post(CLOSING, {})
    assert (asked.status_code, error(asked)["code"]) == (409, "confirm")
    assert program.post(CLOSING, {"confirmed": True}).status_code == 200
    penalty = f"events/{SLUG}/divisions/A/rounds/1/penalties/1"
    refused = program.ask("PUT", penalty, {"points": -5, "why": "late"})
    assert (refused.status_code, error(refused)["code"]) == (422, "round.closed")
    assert program.post(REOPENING, {}).status_code == 200
    assert program.get(CLOSING).json()["closed"] is False
    again = program.post(REOPENING, {})
    assert (again.status_code, error(again)["code"]) == (422, "event.open")
