"""Everybody may look for an event, a player or a club by name, and finds what they may see."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.club.commands.describing import DescribeClub
from people.commands import AddPlayer
from people.models import Player
from tests.apps.tournaments.desk_events import give
from tests.builders.clubs import found
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    hidden_players,
)
from tests.markup import Markup
from tests.pages import sound, source, source_at, words
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Tournament
from tournaments.rounds.commands.rearranging import UnpublishRound

pytestmark = pytest.mark.django_db


def _search(client: Client, text: str) -> str:
    answer = client.get("/search/", {"q": text})
    assert answer.status_code == 200
    return source(answer)


def test_everybody_finds_events_players_and_clubs_and_each_leads_to_its_page(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=1, planned=2)
    give(AddPlayer(key="zoe", given_name="Zoé", family_name="Springer"))
    member = Member(name="Zoé Springer", player="zoe")
    give(AddEntry(event="spring", division="A", members=(member,), rating=900, confirmed=True))
    found("springs")
    page = sound(_search(client, "SPRING"))
    assert "Spring Open" in page.text
    assert "Zoé Springer Spring Open, division A" in page.text
    assert "Springs Club" in page.text
    for link in ("/events/spring/", "/events/spring/A/player/5/", "/clubs/springs/"):
        assert link in page.links
        assert client.get(link).status_code == 200
    assert "Zoé Springer" in words(_search(client, "springer zoe"))
    assert "Ada Abbot" in words(_search(client, "abbot"))
    assert "Zoé" not in words(_search(client, "zoe nobody"))


def test_of_few_it_is_told_where_they_sit_while_they_play(client: Client) -> None:
    a_played_event(players=6, rounds=2, planned=3, open_games=3)
    seated = r"Ada Abbot Spring Open, division A \d\w\w · .+ · R2 · board \d · (1st|2nd) v "
    with CaptureQueriesContext(connection) as queries:
        assert re.search(seated, words(_search(client, "ada")))
    assert len(queries) <= 26
    give(CloseEvent(event="spring", confirmed=True))
    assert "board" not in words(_search(client, "ada"))


def test_nobody_finds_a_name_that_is_kept_back_a_hidden_club_or_a_rehearsal(
    client: Client,
) -> None:
    a_played_event(players=4, rounds=1, registered=hidden_players())
    found("vale")
    give(DescribeClub(club="vale", is_public=False))
    for name in (*HIDDEN, "Philomena Undisclosed"):
        assert "No event, player or club" in words(_search(client, name)), name
    assert "Lady P" in words(_search(client, "lady"))
    assert "Bartholomew U." in words(_search(client, "bartholomew"))
    assert "No event, player or club" in words(_search(client, "vale"))
    assert "Spring Open" in words(_search(client, "spring"))


def test_a_profile_that_went_with_the_first_round_is_not_led_to(client: Client) -> None:
    give(AddPlayer(key="zoe", given_name="Zoé", family_name="Springer"))
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=4, registered=[Member(name="Zoé Springer", player="zoe")])
    a_published_round("spring", "A", 1, players=4)
    profile = f"/players/{Player.objects.get().pk}/"
    assert profile in sound(_search(client, "zoe")).links
    give(UnpublishRound(event="spring", division="A", round=1, confirmed=True))
    page = sound(_search(client, "zoe"))
    assert "Zoé Springer" in page.text
    assert profile not in page.links
    assert client.get(profile).status_code == 404


@pytest.mark.parametrize(
    "text", ["", " ", "%", "_", "\0", "'; drop table--", "<b>x</b>", "é" * 9_000, "q " * 900, "١٢"]
)
def test_whatever_is_typed_gets_a_whole_page(client: Client, text: str) -> None:
    a_played_event(players=4, rounds=1)
    page = _search(client, text)
    sound(page)
    assert "<b>" not in page
    assert "Spring Open" not in page


def test_every_page_of_the_site_leads_to_the_search(client: Client) -> None:
    for path in ("/", "/ratings/", "/clubs/", "/games/", "/records/", "/search/"):
        assert "/search/" in Markup(source_at(client, path)).links, path


def test_a_search_tells_twenty_of_each_and_asks_as_often_for_one_as_for_many(
    client: Client,
) -> None:
    def asked() -> int:
        client.get("/search/", {"q": "tan"})
        with CaptureQueriesContext(connection) as queries:
            client.get("/search/", {"q": "tan"})
        return len(queries)

    a_played_event(players=2, rounds=1)
    for at in range(30):
        give(AddPlayer(key=f"tan-{at}", given_name=f"Tan {at}", family_name="Tanner"))
    give(CreateEvent(event="tan", name="Tan Open"))
    first = asked()
    for at in range(30):
        member = Member(name=f"Tan {at} Tanner", player=f"tan-{at}")
        give(AddEntry(event="spring", division="A", members=(member,), rating=900, confirmed=True))
        give(CreateEvent(event=f"tan{at}", name=f"Tan {at} Open"))
    assert asked() == first <= 14
    page = _search(client, "tan")
    assert page.count("Tanner") == 20
    assert page.count("There are more") == 2
    assert len(page.encode()) < 35_000
    assert Tournament.objects.count() > 30
