"""Everybody may read a player's profile, under the name that the player chose."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.models import StoredPage
from games.commands.free_games import RemoveGame
from games.models import Game
from people.commands import AddPlayer, ChangePlayer
from people.models import Player
from ratings.models import EventRating, RatedEvent, RatingList, Standing
from ratings.pages import events as pages_events
from ratings.pages import profile as pages_profile
from tests.apps.games.recorded import between, read_all, recorded
from tests.builders.events import give
from tests.builders.rated_events import Invented, invented_history
from tests.builders.rating_lists import (
    a_list,
    imported_list,
    publish,
    rate_all,
    rated_list,
    registered,
)
from tests.markup import Markup
from tests.pages import sound, source_at, words
from tests.weighing import MOST, weight

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated() -> RatingList:
    """A list of 16 players in 8 events."""
    return rated_list(events=8, players=16)


@pytest.fixture
def player(rated: RatingList) -> Player:
    """The player with the most events."""
    keys = list(EventRating.objects.values_list("player", flat=True))
    return Player.objects.get(key=max(sorted(keys), key=keys.count))


def profile(client: Client, player: Player) -> str:
    """Returns the profile of a player as it was sent."""
    return source_at(client, f"/players/{player.pk}/")


def test_everybody_may_see_it_without_a_session(client: Client, player: Player) -> None:
    response = client.get(f"/players/{player.pk}/")
    assert response.status_code == 200
    assert not response.cookies
    assert "Cookie" not in response["Vary"]
    assert client.post(f"/players/{player.pk}/").status_code == 405


@pytest.mark.parametrize("number", ["0", "01", "999999", "9" * 18, "9" * 40, "ada"])
def test_who_is_not_in_the_register_has_no_page(
    client: Client, player: Player, number: str
) -> None:
    assert client.get(f"/players/{number}/").status_code == 404
    assert not StoredPage.objects.exists()


def test_it_tells_every_rated_event_and_where_its_steps_are(
    client: Client, rated: RatingList, player: Player
) -> None:
    page = sound(profile(client, player))
    rows = EventRating.objects.filter(player=player.key).select_related("event")
    assert rows.count() > 4
    for row in rows:
        assert row.event.name in page.text
        assert f"{row.new}" in page.text
        assert page.ids[f"e{row.pk}"] == 1
        kwargs = {"key": rated.key, "player": player.pk, "event": row.event_id}
        assert reverse("rating-inspection", kwargs=kwargs) in page.links
    assert page.faults == []


def test_the_events_lead_to_where_they_were_played_but_to_no_other_host(
    client: Client, player: Player
) -> None:
    one, two, three = RatedEvent.objects.filter(ratings__player=player.key)[:3]
    paths = {one: "/events/spring/Div 1/ratings/", two: "", three: "javascript:alert(1)"}
    for event, path in paths.items():
        RatedEvent.objects.filter(pk=event.pk).update(path=path)
    links = sound(profile(client, player)).links
    assert "/events/spring/Div%201/ratings/" in links
    assert not [link for link in links if "javascript" in link]


def test_each_point_of_the_graph_leads_to_its_line_in_the_table(
    client: Client, player: Player
) -> None:
    text = profile(client, player)
    rows = EventRating.objects.filter(player=player.key)
    points = re.findall(r'<a class="point" href="#(\w+)">', text)
    # One graph is for wide screens and paper, the other for phones.
    assert sorted(points) == sorted([f"e{row.pk}" for row in rows] * 2)
    assert set(points) <= set(Markup(text).ids)
    for row in rows:
        assert f"<title>{row.new} (" in text


def test_a_long_career_has_its_latest_events_on_the_profile_and_all_of_them_behind_it(
    client: Client, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages_profile, "EVENTS", 2)
    monkeypatch.setattr(pages_events, "PAGE", 3)
    rows = EventRating.objects.filter(player=player.key).order_by("-held_on", "-event__key")
    lines = [f"e{row.pk}" for row in rows]
    page = profile(client, player)
    assert re.findall(r'<tr id="(\w+)">', page) == lines[:2]
    assert '<a class="point"' not in page, "the graph tells what the table has, and else draws it"
    every = f"/players/{player.pk}/events/"
    assert every in Markup(page).links
    told: list[str] = []
    for number in range(1, len(lines) // 3 + 2):
        address = every if number == 1 else f"{every}{number}/"
        part = sound(source_at(client, address))
        told += [one for one in lines if one in part.ids]
        assert set(part.ids) & set(lines) <= {*lines[3 * number - 3 : 3 * number]}
    assert told == lines
    assert client.get(f"{every}{len(lines) // 3 + 2}/").status_code == 404
    for href in re.findall(r'href="([^"]*#e\d+)"', page):
        path, _, row = href.partition("#")
        assert row in (Markup(source_at(client, path)) if path else Markup(page)).ids


def test_every_list_is_a_line_with_its_name_in_the_legend(client: Client) -> None:
    history = list(invented_history(4, players=12, field=12))
    registered(card.player for card in history[0].event.cards)
    for key in ("naspa", "elo"):
        rate_all(a_list(key, name=f"List {key}", system=key), history)
    key = history[0].event.cards[0].player
    federation = imported_list(lines=[("Somebody", 1444, key)], effective_on=date(2015, 2, 1))
    publish(federation, [("Somebody", 1455, key)], effective_on=date(2015, 3, 1))
    page = profile(client, Player.objects.get(key=key))
    assert {f"line series-{n}" for n in range(3)} <= set(re.findall(r'class="(line [\w-]+)"', page))
    legend = page.partition('class="legend"')[2].partition("</ul>")[0]
    for name in ("List naspa<", "List elo (estimate)<", "Federation list<"):
        assert name in legend
    table = source_at(client, "/ratings/elo.csv").splitlines()
    assert {line.rpartition(",")[2] for line in table} == {"estimate", "yes"}
    assert "1455 · 1 Mar 2015 · published · Federation list" in page
    assert "Elo estimate" in words(page)
    assert "Federation list 1 Mar" not in words(page)
    assert Markup(page).faults == []


def test_an_event_that_another_system_rated_is_an_estimate_in_a_list_that_is_none(
    client: Client,
) -> None:
    one, two = invented_history(2, players=12, field=12)
    registered(card.player for card in one.event.cards)
    local = replace(two.event, system="naspa-lct")
    for key, system in (("open", "naspa"), ("newer", "naspa2024")):
        rate_all(a_list(key, system=system), [one, Invented(two.key, local, two.names)])
    player = Player.objects.get(key=one.event.cards[0].player)
    rows = re.findall(r'<tr id="e(\d+)">(.*?)</tr>', profile(client, player), re.DOTALL)
    marked = {int(pk) for pk, row in rows if "estimate" in row}
    assert len(rows) == 4
    in_open = EventRating.objects.filter(player=player.key, rating_list__key="open")
    assert marked == {in_open.get(event__key=two.key).pk}


def test_what_stands_out_is_what_the_rows_say(client: Client, player: Player) -> None:
    rows = list(EventRating.objects.filter(player=player.key))
    page = words(profile(client, player))
    assert f"Highest rating {max(row.new for row in rows)} " in page
    assert f"Best performance {max(row.performance or 0 for row in rows)} " in page
    assert f"Biggest gain +{max(row.new - row.old for row in rows if row.old)} " in page
    assert f"Biggest loss −{-min(row.new - row.old for row in rows if row.old)} " in page


def test_a_first_rating_is_new_and_no_gain(client: Client) -> None:
    rated_list(events=1, players=12)
    first = EventRating.objects.filter(old=0).first()
    assert first is not None
    page = words(profile(client, Player.objects.get(key=first.player)))
    assert f"{first.new} new –" in page
    assert "Biggest gain" not in page
    assert "Biggest loss" not in page


def test_the_opponents_met_most_are_told_with_wins_losses_and_ties(
    client: Client, player: Player
) -> None:
    page = words(profile(client, player)).partition("Rivals")[2]
    row = r"(\d+)–(\d+) , head to head with .+? (\d+) (?:\((\d+) ties?\) )?[+−]\d+ "
    found = [[int(figure or 0) for figure in one] for one in re.findall(row, page)]
    games = [many for _, _, many, _ in found]
    assert len(games) == 15
    assert games == sorted(games, reverse=True)
    assert all(many == won + lost + tied for won, lost, many, tied in found)
    rows = EventRating.objects.filter(player=player.key)
    assert sum(games) == sum(row.games for row in rows)


def test_an_event_that_two_lists_rate_counts_once_among_the_opponents(client: Client) -> None:
    history = list(invented_history(3, players=12, field=12))
    registered(card.player for card in history[0].event.cards)
    for key in ("one", "two"):
        rate_all(a_list(key, name=key), history)
    player = Player.objects.get(key=history[0].event.cards[0].player)
    page = words(profile(client, player))
    assert re.search(r"Games (\d+) Won–lost–tied", page)[1] == "24"  # type: ignore[index] # it is there


def test_who_is_in_no_public_list_has_no_page(client: Client) -> None:
    rated_list("inside", players=12, is_public=False)
    (unrated, opening) = registered(["unrated", "opening"]).values()
    publish(a_list(), [("Opening", 1500, opening.key)], effective_on=date(2024, 4, 1))
    imported_list("hidden", lines=[("Unrated", 1400, unrated.key)], is_public=False)
    imported_list(lines=[("Somebody", 1500, "")])
    for player in Player.objects.all():
        for path in (f"/players/{player.pk}/", f"/players/{player.pk}/vs/"):
            assert client.get(path).status_code == 404, path
    assert not StoredPage.objects.exists()


def test_a_line_of_a_published_list_gives_its_player_a_page(client: Client) -> None:
    (player,) = registered(["matched"]).values()
    imported_list(lines=[("Somebody", 1444, player.key)])
    assert "Federation list · published elsewhere Rating 1444 " in words(profile(client, player))


def test_whose_only_event_is_to_leave_the_list_has_a_page_until_it_has_left(
    client: Client,
) -> None:
    rated_list(events=1, players=12)
    RatedEvent.objects.update(is_gone=True)
    player = Player.objects.filter(public_name_style="alias").first()
    assert player is not None
    page = profile(client, player)
    assert player.alias in page
    assert player.family_name not in page
    assert "No rated event of this player is in a public list." in page
    assert 'content="noindex"' in page
    assert not re.findall(r"<svg|<table", page)
    Standing.objects.all().delete()
    assert client.get(f"/players/{player.pk}/").status_code == 404


def test_a_name_that_a_player_keeps_back_is_on_no_profile(client: Client) -> None:
    give(
        AddPlayer(
            key="philomena-undisclosed",
            given_name="Philomena",
            family_name="Undisclosed",
            public_name_style="alias",
            alias="Lady P",
        )
    )
    (one,) = invented_history(1, players=12, field=12)
    hidden = one.event.cards[4].player
    with writing():
        Player.objects.filter(key="philomena-undisclosed").update(key=hidden)
    registered(card.player for card in one.event.cards)
    names = tuple("Philomena Undisclosed" for _ in one.names)
    rate_all(a_list(), [type(one)(one.key, one.event, names)])
    for player in Player.objects.all():
        text = profile(client, player)
        assert "Undisclosed" not in text
        assert "Philomena" not in text
    assert "Lady P" in words(profile(client, Player.objects.get(key=hidden)))
    give(ChangePlayer(key=hidden, alias="Madam P"))
    assert "Madam P" in words(profile(client, Player.objects.get(key=hidden)))


def test_marks_of_a_rating_are_shown_with_it(
    client: Client, rated: RatingList, player: Player
) -> None:
    Standing.objects.filter(player=player.key).update(
        is_provisional=True, is_expired=True, deviation_now=61.4
    )
    page = words(profile(client, player))
    assert re.search(r"Open list · [\w ]+ provisional expired Rating \d+", page)
    assert "±61" in page


def test_a_profile_is_read_with_as_few_queries_however_long_the_career(client: Client) -> None:
    counts = []
    for key, events in (("short", 2), ("long", 20)):
        rated_list(key, events=events, players=12)
        player = Player.objects.get(key=EventRating.objects.values_list("player", flat=True)[0])
        with CaptureQueriesContext(connection) as asked:
            profile(client, player)
        counts.append(len(asked))
        assert weight(f"/players/{player.pk}/", client) < MOST
    assert counts[0] == counts[1] <= 16


def test_who_holds_the_profile_is_told_so_until_a_list_or_the_register_changes(
    client: Client, player: Player
) -> None:
    path = f"/players/{player.pk}/"
    mark = client.get(path)["ETag"]
    held = {"If-None-Match": mark}
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path, headers=held).status_code == 304
    assert len(asked) <= 7
    give(ChangePlayer(key=player.key, public_name_style="alias", alias="Changed"))
    assert client.get(path, headers=held).status_code == 200


def test_it_leads_to_the_recorded_games_as_soon_as_there_are_any(
    client: Client, player: Player
) -> None:
    path, games = f"/players/{player.pk}/", f"/games/players/{player.pk}/"
    held = {"If-None-Match": client.get(path)["ETag"]}
    assert games not in sound(profile(client, player)).links
    game = recorded(players=between(player.key, ""))
    read_all()
    assert client.get(path, headers=held).status_code == 200
    assert games in sound(profile(client, player)).links
    assert client.get(games).status_code == 200
    execute(RemoveGame(game=game.key), actor=CONSOLE, reason="twice on record")
    assert games not in sound(profile(client, player)).links


def test_a_game_that_waits_or_is_of_a_hidden_place_is_led_to_by_nothing(
    client: Client, player: Player
) -> None:
    game = recorded(players=between(player.key, ""))
    for change in ({"state": Game.State.WAITING}, {"state": "confirmed", "place": "gone/A"}):
        with writing():
            Game.objects.filter(pk=game.pk).update(**change)
        read_all()
        assert "Recorded games" not in words(profile(client, player))
        assert client.get(f"/games/players/{player.pk}/").status_code == 404


def test_a_list_that_ceases_to_be_public_leaves_the_profile(
    client: Client, rated: RatingList, player: Player
) -> None:
    assert "Rivals" in words(profile(client, player))
    imported_list(lines=[("Somebody", 1444, player.key)])
    with writing():
        RatingList.objects.filter(pk=rated.pk).update(is_public=False)
    assert "Open list" not in words(profile(client, player))
    assert f"/ratings/{rated.key}/" not in profile(client, player)
