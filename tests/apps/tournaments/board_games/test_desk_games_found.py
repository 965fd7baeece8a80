"""The way to recorded games at the desk: a tab with its key, and from the page of a round."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.board_games.game_events import played_event
from tests.apps.tournaments.desk_events import SLUG, give, new_event
from tests.pages import source_at
from tournaments.event.commands.event import CreateEvent

pytestmark = pytest.mark.django_db


def test_games_are_a_tab_with_a_key_on_every_page_of_an_event(boss: Client) -> None:
    played_event()
    games = reverse("desk-games", args=(SLUG,))
    for name in ("desk-event", "desk-round", "desk-games", "desk-links"):
        page = source_at(boss, reverse(name, args=(SLUG,)))
        assert f'<a href="{games}" data-digit="9"' in page
    assert reverse("desk-links", args=(SLUG,)) in source_at(boss, games)


def test_the_page_of_a_round_leads_to_its_games_and_to_challenges(boss: Client) -> None:
    played_event()
    page = source_at(boss, reverse("desk-round", args=(SLUG,)))
    games = reverse("desk-games", args=(SLUG,))
    assert f'<a href="{games}?division=A&amp;round=1">' in page
    assert f'<a href="{reverse("desk-rulings", args=(SLUG,))}">' in page
    assert boss.get(f"{games}?division=A&round=1").status_code == 200


def test_the_tab_answers_before_anything_is_played(boss: Client) -> None:
    new_event()
    assert boss.get(reverse("desk-games", args=(SLUG,))).status_code == 200
    give(CreateEvent(event="empty", name="Empty"))
    rounds = boss.get(reverse("desk-round", args=("empty",))).status_code
    assert boss.get(reverse("desk-games", args=("empty",))).status_code == rounds
