"""Everybody may see how an entry's rating comes about, and ask what its next game would do."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.models import StoredPage
from core.web.site import WEB
from people.commands import ChangePlayer
from ratings.systems.registry import SYSTEMS
from ratings.systems.what_if import game_with_credit, what_if
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
from tests.markup import Markup
from tournaments.commands.event import CreateEvent
from tournaments.models import Division
from tournaments.pages.book import Book
from tournaments.pages.editions import division_edition
from tournaments.pages.rating_steps import rating_steps_page

pytestmark = pytest.mark.django_db

ADDRESS = "/events/spring/A/player/1/rating/"


def a_rated_event(system: str, *, players: int = 6, planned: int = 3, open_games: int = 1) -> None:
    """Plays two rounds of a division that this system rates."""
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", "A", players=players, planned=planned, rating_system=system)
    for number in (1, 2):
        pairs = a_published_round("spring", "A", number, players=players)
        some_results("spring", "A", number, pairs[open_games if number == 2 else 0 :])


def the_book() -> Book:
    edition = division_edition("spring", "A")
    assert edition is not None
    return Book(edition)


def seen(client: Client, address: str = ADDRESS) -> str:
    """Returns the words of a page."""
    response = client.get(address)
    assert response.status_code == 200, address
    page = Markup(response.content.decode())
    assert page.faults == []
    return page.text


def test_everybody_may_see_it_and_nobody_may_write(client: Client) -> None:
    a_rated_event("naspa")
    response = client.get(ADDRESS)
    assert response.status_code == 200
    assert not response.cookies
    assert client.post(ADDRESS).status_code == 405


@pytest.mark.parametrize(
    "address",
    [
        "/events/spring/A/player/9/rating/",
        "/events/spring/A/player/0/rating/",
        "/events/spring/B/player/1/rating/",
        "/events/autumn/A/player/1/rating/",
    ],
)
def test_who_is_not_there_has_no_steps(client: Client, address: str) -> None:
    a_rated_event("naspa")
    assert client.get(address).status_code == 404


def test_a_division_that_is_not_rated_has_no_steps(client: Client) -> None:
    a_rated_event("")
    assert client.get(ADDRESS).status_code == 404


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_system_tells_its_steps_and_what_the_open_game_would_do(
    client: Client, system: str
) -> None:
    a_rated_event(system)
    one, two = circle(6, 2)[0][0]
    for number in (one, two):
        text = seen(client, f"/events/spring/A/player/{number}/rating/")
        assert "estimate After round 1 of 3, with 2 of 3 games of round 2 in." in text
        assert "New rating" in text
        assert "What if? Round 2 against" in text
        assert "To gain a point in this event:" in text
