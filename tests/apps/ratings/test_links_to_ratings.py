"""Pages of events lead to the ratings: the home page to the lists, a scorecard to its player."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Player
from tests.apps.ratings import list_cases
from tests.builders.events import a_played_event, hidden_players
from tests.builders.rated_events import invented_history
from tests.builders.rating_lists import a_list, rate_all, registered
from tests.pages import sound, source_at
from tournaments.entries.commands.late_entry import Member

pytestmark = pytest.mark.django_db


def links(client: Client, path: str) -> list[str]:
    """Returns the links of a page."""
    return sound(source_at(client, path)).links


def test_the_home_page_leads_to_the_public_lists(client: Client) -> None:
    a_list()
    a_list("inside", is_public=False)
    assert "/ratings/open/" in links(client, "/")
    assert "/ratings/inside/" not in links(client, "/")
    assert "/ratings/" in links(client, "/")


def test_a_scorecard_leads_to_the_profile_of_its_player_once_there_is_one(client: Client) -> None:
    a_played_event(players=4, rounds=1, registered=hidden_players())
    hidden = Player.objects.get(key="secretive")
    card = "/events/spring/A/player/1/"
    assert not [link for link in links(client, card) if link.startswith("/players/")]
    list_cases.a_list()
    list_cases.take_in(list_cases.line(1, hidden.full_name))
    assert f"/players/{hidden.pk}/" in links(client, card)
    page = source_at(client, f"/players/{hidden.pk}/")
    assert "Lady P" in page
    assert "Undisclosed" not in page
    guest = links(client, "/events/spring/A/player/4/")
    assert not [link for link in guest if link.startswith("/players/")]


def test_a_scorecard_leads_to_the_profile_that_a_computed_list_made(client: Client) -> None:
    (event,) = invented_history(1, players=12, field=12)
    keys = [card.player for card in event.event.cards[:2]]
    registered(keys)
    a_played_event(
        players=2, rounds=1, registered=[Member(name=f"Player {key}", player=key) for key in keys]
    )
    cards = [f"/events/spring/A/player/{number}/" for number in (1, 2)]
    assert not [link for card in cards for link in links(client, card) if "/players/" in link]
    rate_all(a_list(), [event])
    profiles = {f"/players/{player.pk}/" for player in Player.objects.filter(key__in=keys)}
    assert {link for card in cards for link in links(client, card)} >= profiles
