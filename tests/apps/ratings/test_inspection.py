"""Everybody may see how a public list came to a rating, step by step, and that it adds up."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.journal.guard import writing
from people.models import Player
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.recording import record_event
from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedGame
from ratings.systems.registry import SYSTEMS
from tests.builders.rated_events import Invented, invented_history
from tests.builders.rating_lists import a_list, rate_all, rated_list, registered
from tests.markup import Markup
from tests.pages import source_at, words_at

KEYS = sorted(SYSTEMS)


def address(row: EventRating, key: str = "open") -> str:
    player = Player.objects.get(key=row.player)
    return f"/ratings/{key}/{player.pk}/{row.event_id}/"


@pytest.mark.django_db
def test_everybody_may_see_the_steps_of_a_public_list_and_nobody_those_of_another(
    client: Client,
) -> None:
    rating_list = rated_list(events=2)
    path = address(EventRating.objects.filter(games__gt=0)[0])
    response = client.get(path)
    assert response.status_code == 200
    assert not response.cookies
    assert client.post(path).status_code == 405
    with writing():
        RatingList.objects.filter(pk=rating_list.pk).update(is_public=False)
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_what_is_not_there_is_a_404(client: Client) -> None:
    rated_list(events=1, players=20, field=6)
    a_list("other", name="Other list")
    row = EventRating.objects.all()[0]
    player = Player.objects.get(key=row.player).pk
    absent = registered(["absent"])["absent"].pk
    for path in (
        f"/ratings/nowhere/{player}/{row.event_id}/",
        f"/ratings/other/{player}/{row.event_id}/",
        f"/ratings/open/{player}/{row.event_id + 999}/",
        f"/ratings/open/{absent}/{row.event_id}/",
        f"/ratings/open/{absent + 999}/{row.event_id}/",
        f"/ratings/open/0{player}/{row.event_id}/",
        f"/ratings/open/{'9' * 30}/{row.event_id}/",
    ):
        assert client.get(path).status_code == 404, path
    RatedEvent.objects.update(is_gone=True)
    assert client.get(address(row)).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("system", KEYS)
def test_the_steps_of_every_past_rating_end_where_the_list_does(
    client: Client, system: str
) -> None:
    rated_list(system=system, events=2, players=8, field=6, rounds=3)
    rows = list(EventRating.objects.filter(games__gt=0))
    assert rows
    for row in rows:
        text = words_at(client, address(row))
        assert "waits to be computed" not in text
        assert f"New {row.new} " in text


@pytest.mark.django_db
def test_steps_take_the_same_queries_however_many_played_and_in_however_many_events(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rated_list("open", events=2, players=6, field=6)
    rated_list("large", name="Large list", events=12, players=40, field=30)
    for key in ("open", "large"):
        rows = EventRating.objects.filter(rating_list__key=key).order_by("-event")
        path = address(rows[0], key)
        with django_assert_num_queries(7):
            client.get(path)


@pytest.mark.django_db
def test_a_list_that_waits_to_be_computed_says_so(client: Client) -> None:
    rating_list = rated_list(events=1, players=8, field=8)
    row = EventRating.objects.filter(games__gt=0)[0]
    assert "waits to be computed" not in words_at(client, address(row))
    one = corrected(next(invented_history(1, players=8, field=8, begins_on=date(2022, 1, 8))))
    record(rating_list, one)
    text = words_at(client, address(row))
    assert f"The list says {row.new} and waits to be computed again" in text
    assert "with what is known now" in text


@pytest.mark.django_db
def test_a_stored_rating_that_does_not_follow_from_its_event_is_not_hidden(client: Client) -> None:
    rated_list(events=1, players=8, field=8)
    row = EventRating.objects.filter(games__gt=0)[0]
    EventRating.objects.filter(pk=row.pk).update(new=row.new + 1)
    assert f"The list says {row.new + 1} and waits" in words_at(client, address(row))


@pytest.mark.django_db
def test_who_was_taken_out_of_an_event_has_no_steps_until_the_list_is_computed(
    client: Client,
) -> None:
    rating_list = a_list()
    registered(["ann", "ben", "cat"])
    rate_all(rating_list, [an_event("ann", "ben")])
    row = EventRating.objects.get(player="ben")
    record(rating_list, an_event("ann", "cat"))
    text = words_at(client, address(row))
    assert f"The list says {row.new} and waits" in text
    assert "New rating" not in text


@pytest.mark.django_db
def test_a_player_of_no_register_is_named_as_in_the_event_and_leads_nowhere(
    client: Client,
) -> None:
    registered(["ann"])
    rate_all(a_list(), [an_event("ann", "~spring/A/2", names=("Ann", "Odd Guest"))])
    page = Markup(source_at(client, address(EventRating.objects.get(player="ann"))))
    assert "Odd Guest" in page.text
    assert not [link for link in page.links if "~" in link]
    assert len([link for link in page.links if re.fullmatch(r"/ratings/open/\d+/\d+/", link)]) == 0


@pytest.mark.django_db
def test_a_name_that_a_player_keeps_back_is_on_no_page_of_steps(client: Client) -> None:
    registered(["ann", "ben"])
    with writing():
        Player.objects.filter(key="ben").update(
            given_name="Bartholomew",
            family_name="Unmentioned",
            public_name_style="alias",
            alias="Mister B",
        )
    rate_all(a_list(), [an_event("ann", "ben", names=("Ann", "Bartholomew Unmentioned"))])
    for row in EventRating.objects.all():
        text = source_at(client, address(row))
        assert "Mister B" in text
        assert "Unmentioned" not in text
        assert "Bartholomew" not in text


@pytest.mark.django_db
def test_a_system_that_is_not_installed_is_told_in_a_sentence(client: Client) -> None:
    rating_list = rated_list(events=1, players=8, field=8)
    with writing():
        RatingList.objects.filter(pk=rating_list.pk).update(system="gone")
    text = words_at(client, address(EventRating.objects.all()[0]))
    assert "There is no rating system gone; choose one of" in text


@pytest.mark.django_db
def test_an_event_rated_by_another_system_of_the_family_says_by_which(client: Client) -> None:
    registered(["ann", "ben"])
    one = an_event("ann", "ben")
    local = replace(one.event, system="naspa-lct")
    rate_all(a_list(), [Invented(one.key, local, one.names)])
    text = words_at(client, address(EventRating.objects.get(player="ann")))
    assert "rated by NASPA since 2009, local club event, so it is an estimate." in text
    assert "Part that counts" in text
    assert "This is a local club event: a change counts one part in 3" in text


def an_event(*players: str, names: tuple[str, ...] = ()) -> Invented:
    """Returns an event in which the first of two players won two games."""
    one, two = players
    won = tuple(RatedGame(round_number, 2, 2, 420, 380) for round_number in (1, 2))
    lost = tuple(RatedGame(round_number, 1, 0, 380, 420) for round_number in (1, 2))
    cards = (EventCard(one, 1, 1500, 100, 2, won), EventCard(two, 2, 1450, 100, 2, lost))
    return Invented("spring/A", EventCards(date(2024, 5, 4), 2, cards), names or players)


def corrected(one: Invented) -> Invented:
    """Returns the event with the first game of the first player turned round."""
    first = one.event.cards[0]
    game = first.games[0]
    turned = []
    for card in one.event.cards:
        games = tuple(
            RatedGame(g.round, g.opponent, 2 - g.half_wins, g.other_score, g.own_score)
            if g.round == game.round and card.number in (first.number, game.opponent)
            else g
            for g in card.games
        )
        turned.append(card._replace(games=games))
    event = EventCards(one.event.held_on, one.event.scheduled_rounds, tuple(turned))
    return Invented(one.key, event, one.names)


def record(rating_list: RatingList, one: Invented) -> None:
    record_event(
        rating_list,
        one.key,
        name="Corrected event",
        held_on=one.event.held_on,
        event=one.event,
        names=one.names,
    )
