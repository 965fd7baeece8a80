"""Pages of events lead to the ratings: the home page to the lists, a scorecard to its player."""

from __future__ import annotations

import pytest
from django.test import Client

from people.models import Player
from tests.builders.events import a_played_event, hidden_players
from tests.builders.rating_lists import a_list
from tests.pages import sound, source_at

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


def test_a_scorecard_leads_to_the_profile_of_its_player_who_is_in_the_register(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=1, registered=hidden_players())
    hidden = Player.objects.get(key="secretive")
    card = "/events/spring/A/player/1/"
    assert f"/players/{hidden.pk}/" in links(client, card)
    page = source_at(client, f"/players/{hidden.pk}/")
    assert "Lady P" in page
    assert "Undisclosed" not in page
    guest = links(client, "/events/spring/A/player/4/")
    assert not [link for link in guest if link.startswith("/players/")]
