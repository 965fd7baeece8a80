"""The screen in the hall: who may, what it shows as the day goes on, and what it costs."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    give,
    hidden_players,
    some_results,
)
from tests.pages import sound, sound_words, source_at
from tournaments.event.commands.event import CreateEvent
from tournaments.screen.slides import (
    LARGE_ROWS,
    ROWS,
    DivisionState,
    Shown,
    has_prizes,
    kinds_of,
    slides_of,
)

pytestmark = pytest.mark.django_db

SCREEN = "/events/spring/screen/"


def kinds(client: Client, address: str = SCREEN) -> list[str]:
    """Return the kinds of the slides in their order."""
    return re.findall(r'data-kind="([a-z-]+)"', source_at(client, address))


def test_everybody_may_see_it_and_what_is_not_there_is_a_404(client: Client) -> None:
    a_played_event(divisions=("A", "Div 1.5"), players=4, rounds=1)
    for address in (SCREEN, "/events/spring/Div 1.5/screen/", f"{SCREEN}code.svg"):
        assert client.get(address).status_code == 200
        assert client.post(address).status_code == 405
    for address in ("/events/nowhere/screen/", "/events/spring/B/screen/"):
        assert client.get(address).status_code == 404
    assert client.get("/events/nowhere/screen/code.svg").status_code == 404
    sound(client.get(SCREEN))


def test_it_follows_the_day_from_check_in_to_the_prizes(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=6, planned=2)
    assert kinds(client) == ["check-in"]
    for number in (1, 2):
        pairs = a_published_round("spring", "A", number, players=6)
        assert kinds(client) == ["pairings"]
        some_results("spring", "A", number, pairs[:1])
        assert kinds(client) == ["results", "standings"]
        assert f"Standings in round {number}, so far" in sound_words(client.get(SCREEN))
        some_results("spring", "A", number, pairs[1:])
        assert kinds(client) == ["standings"]
    assert "Final standings" in sound_words(client.get(SCREEN))


def test_names_from_a_to_z_fill_pages_of_the_height_of_a_screen() -> None:
    names = [f"{number:03}" for number in range(2 * ROWS + 1)]
    one, two = slides_of(Shown.PAIRINGS, "d1", "Pairings", names)
    assert ([len(column) for column in one.columns], one.page, one.pages) == ([10, 10], 1, 2)
    assert ([len(column) for column in two.columns], two.key) == ([10, 9], "d1-pairings-2")
    assert one.is_large
    (full,) = slides_of(Shown.PAIRINGS, "d1", "Pairings", names[: 2 * ROWS])
    assert ([len(column) for column in full.columns], full.is_large) == ([ROWS, ROWS], False)
    (few,) = slides_of(Shown.PAIRINGS, "d1", "Pairings", names[:LARGE_ROWS])
    assert ([len(column) for column in few.columns], few.is_large) == ([LARGE_ROWS], True)


def test_prizes_come_when_every_division_has_played_all_its_rounds() -> None:
    over, going = (DivisionState(2, complete, 2, 0, is_timed=False) for complete in (2, 1))
    assert has_prizes([over, over])
    assert not has_prizes([over, going])
    assert not has_prizes([])
    timed = DivisionState(1, 0, 2, 0, is_timed=True)
    assert kinds_of(timed) == (Shown.PAIRINGS, Shown.CLOCK)


def test_its_queries_do_not_grow_with_the_event_and_hidden_names_are_not_on_it(
    client: Client,
) -> None:
    hidden = hidden_players()
    counts = []
    for slug, players in (("small", 8), ("spring", 40)):
        a_played_event(slug, players=players, rounds=1, planned=3, registered=hidden)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = source_at(client, f"/events/{slug}/screen/")
        counts.append(len(queries))
        assert len(page) < 35_000
        assert not [name for name in HIDDEN if name in page]
    assert counts[0] == counts[1]
