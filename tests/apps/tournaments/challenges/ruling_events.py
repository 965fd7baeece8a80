"""Rulings made by the form of the challenge desk, for the tests of its pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.apps.tournaments.challenges.judge_events import desk, event_with_list, token
from tests.apps.tournaments.desk_events import SLUG, entries_of, hidden, publish
from tests.builders.grounds import built_once
from tests.pages import words_at

HERE: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}


@built_once
def paired_event(divisions: str = "A") -> None:
    """Make the event with the list in force, and publish round 1 (1 meets 2, 3 meets 4)."""
    event_with_list(divisions)
    publish(1, (1, 2), (3, 4))


def page(client: Client, query: str = "") -> str:
    """Return the challenge desk as it is read."""
    return words_at(client, desk("rulings", query=query))


def shown(client: Client, query: str = "", **typed: Any) -> Any:
    """Send the form for the first time: what follows is shown, and nothing is done."""
    before = len(entries_of())
    answer = client.post(desk("rulings", query=query), {"token": token(), **typed})
    assert len(entries_of()) == before
    assert answer.status_code == 422
    return answer


def recorded(client: Client, query: str = "", **typed: Any) -> Any:
    """Send the form, and accept what it then shows."""
    first = shown(client, query, **typed).content
    sent = {name: hidden(first, name) for name in ("token", "confirmed")}
    return client.post(desk("rulings", query=query), {**typed, **sent}, follow=True)
