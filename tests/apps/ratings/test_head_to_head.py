"""Two players' games with each other, and the biggest moves: from what the lists keep of events."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.models import StoredPage
from people.models import Player
from ratings.models import EventRating, RatedEvent, RatingList
from ratings.selectors.heads import tally
from ratings.selectors.moves import AT_MOST, biggest_changes, biggest_upsets, period_of
from ratings.selectors.stored import content_of
from ratings.systems.career import EventCard, EventCards
from ratings.systems.field import RatedGame
from tests.builders.rated_events import Invented, invented_history
from tests.builders.rating_lists import a_list, imported_list, rate_all, rated_list, registered
from tests.markup import Markup
from tests.pages import source_at, words_at

pytestmark = pytest.mark.django_db


def duel(key: str, held_on: date, *results: tuple[int | None, int | None, int]) -> Invented:
    """An event of two players: in each round their scores and the half wins of the first."""
    rounds = list(enumerate(results, start=1))
    one = tuple(RatedGame(number, 2, won, own, other) for number, (own, other, won) in rounds)
    two = tuple(RatedGame(number, 1, 2 - won, other, own) for number, (own, other, won) in rounds)
    cards = (
        EventCard("ann", 1, 1500, 200, len(one), one),
        EventCard("bea", 2, 1400, 200, len(two), two),
    )
    return Invented(key, EventCards(held_on, len(rounds), cards), ("Ann as it was", "Bea"))


SPRING = duel("spring/A", date(2024, 5, 3), (400, 300, 2), (350, 350, 1))
AUTUMN = duel("autumn/A", date(2024, 9, 7), (310, 420, 0), (None, None, 2))


@pytest.fixture
def two() -> tuple[Player, Player]:
    """Two players who met in two events that two lists rate."""
    players = registered(["ann", "bea"])
    for key in ("one", "two"):
        rate_all(a_list(key, name=f"List {key}"), [SPRING, AUTUMN])
    return players["ann"], players["bea"]


def heads(one: Player, other: Player) -> str:
    """Returns where the games of two players are."""
    return reverse("player-heads", kwargs={"player": one.pk, "other": other.pk})


def test_everybody_may_see_it_without_a_session(client: Client, two: tuple[Player, Player]) -> None:
    for path in (heads(*two), f"/players/{two[0].pk}/vs/"):
        response = client.get(path)
        assert response.status_code == 200
        assert not response.cookies
        assert client.post(path).status_code == 405


@pytest.mark.parametrize(
    "path", ["{0}/vs/99999/", "99999/vs/{0}/", "99999/vs/", "{0}/vs/99999/share.png"]
)
def test_it_takes_two_players_of_the_register(
    client: Client, two: tuple[Player, Player], path: str
) -> None:
    assert client.get(f"/players/{path.format(two[0].pk)}").status_code == 404


def test_whoever_asks_for_a_player_and_themselves_is_asked_for_somebody_else(
    client: Client, two: tuple[Player, Player]
) -> None:
    page = words_at(client, heads(two[0], two[0]))
    assert "Nobody plays themselves: choose somebody else" in page


def test_it_takes_two_players_who_are_in_a_public_list(
    client: Client, two: tuple[Player, Player]
) -> None:
    (other,) = registered(["cyd"]).values()
    for path in (heads(two[0], other), heads(other, two[0]), f"/players/{other.pk}/vs/"):
        assert client.get(path).status_code == 404
    search = f"/players/{two[0].pk}/vs/?q={other.given_name}"
    assert "Nobody else in the rating lists" in words_at(client, search)
    imported_list(lines=[("Cyd", 1500, other.key)])
    assert client.get(search)["Location"] == heads(two[0], other)
    assert "The two have not met in a game that is known here." in words_at(
        client, heads(two[0], other)
    )


def test_each_game_is_told_once_from_the_side_of_the_first(
    client: Client, two: tuple[Player, Player]
) -> None:
    page = words_at(client, heads(*two))
    one, other = (player.public_name for player in two)
    assert "2–1 " in page
    assert f"Games 4 1 tie Spread −10 {one} Average 353.3 {one} Average 356.7 {other}" in page
    told = re.findall(r"(\d+ \w+ 2024) ([WLT]) (\d+–\d+ [+−]\d+)? ?Event of (\w+) 2024 (\d)", page)
    assert told == [
        ("7 Sep 2024", "W", "", "September", "2"),
        ("7 Sep 2024", "L", "310–420 −110", "September", "1"),
        ("3 May 2024", "T", "350–350 +0", "May", "2"),
        ("3 May 2024", "W", "400–300 +100", "May", "1"),
    ]
    turned = words_at(client, heads(two[1], two[0]))
    assert f"Games 4 1 tie Spread +10 {other} Average 356.7 {other} Average 353.3 {one}" in turned


def test_those_who_never_met_are_told_so(client: Client) -> None:
    history = [duel("spring/A", date(2024, 5, 3), (400, 300, 2))]
    players = registered(["ann", "bea", "cyd"])
    rate_all(a_list(), history)
    imported_list(lines=[("Cyd", 1500, "cyd")])
    page = words_at(client, heads(players["ann"], players["cyd"]))
    assert "The two have not met in a game that is known here." in page


def test_games_of_lists_that_are_not_public_do_not_count(client: Client) -> None:
    players = registered(["ann", "bea"])
    rate_all(a_list(is_public=False), [SPRING])
    imported_list(lines=[("Ann", 1500, "ann"), ("Bea", 1400, "bea")])
    assert "have not met" in words_at(client, heads(players["ann"], players["bea"]))


def test_an_event_that_left_the_list_does_not_count(
    client: Client, two: tuple[Player, Player]
) -> None:
    RatedEvent.objects.filter(key="autumn/A").update(is_gone=True)
    assert "Games 2 1 tie Spread +100" in words_at(client, heads(*two))


def test_a_search_leads_to_the_one_whom_it_means(
    client: Client, two: tuple[Player, Player]
) -> None:
    choosing = f"/players/{two[0].pk}/vs/"
    response = client.get(choosing, {"q": two[1].given_name})
    assert response.status_code == 302
    assert response["Location"] == heads(*two)
    for nobody in ("zz", two[0].given_name):
        assert "Nobody else in the rating lists" in words_at(client, f"{choosing}?q={nobody}")
    assert "Nobody else" not in words_at(client, choosing)


def test_a_search_that_means_several_offers_them_and_never_by_a_name_kept_back(
    client: Client,
) -> None:
    rated_list(events=4, players=30)
    player = Player.objects.get(alias="Tile 5")
    found = Markup(source_at(client, f"/players/{player.pk}/vs/?q=tile"))
    others = Player.objects.filter(public_name_style="alias").exclude(pk=player.pk)
    assert {heads(player, other) for other in others} == {
        link for link in found.links if "/vs/" in link
    } - {f"/players/{player.pk}/vs/"}
    hidden = others[0].family_name
    answer = client.get(f"/players/{player.pk}/vs/", {"q": hidden})
    assert others[0].alias not in answer.content.decode()


def test_neither_heads_nor_searches_are_stored_and_a_reader_may_keep_them(
    client: Client, two: tuple[Player, Player]
) -> None:
    for path in (heads(*two), f"/players/{two[0].pk}/vs/?q=zz"):
        mark = client.get(path)["ETag"]
        assert client.get(path, headers={"If-None-Match": mark}).status_code == 304
    assert not StoredPage.objects.exists()


def test_two_players_are_read_with_as_few_queries_however_often_they_met(client: Client) -> None:
    counts = []
    for key, events in (("short", 1), ("long", 12)):
        rated_list(key, events=events, players=12)
        one, other = Player.objects.all()[:2]
        with CaptureQueriesContext(connection) as asked:
            words_at(client, heads(one, other))
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 11


def test_no_games_come_to_nothing() -> None:
    assert tally([]) == (0, 0, 0, 0, None, None, None)


def test_the_biggest_changes_are_those_of_the_rows() -> None:
    rated = rated_list(events=12)
    period = period_of(rated, "ever")
    assert period is not None
    changes = [row.new - row.old for row in EventRating.objects.exclude(old=0)]
    gains = [row.change for row in biggest_changes(period, gains=True)]
    losses = [row.change for row in biggest_changes(period, gains=False)]
    assert gains == sorted(changes, reverse=True)[:AT_MOST]
    assert losses == sorted(changes)[:AT_MOST]


def upsets_by_force(rated: RatingList) -> list[int]:
    """Returns the differences of all games of a list that the lower rated won."""
    found = []
    for event in RatedEvent.objects.filter(rating_list=rated):
        old = dict(event.ratings.exclude(old=0).values_list("number", "old"))
        found += [
            old[game.opponent] - old[card.number]
            for card in content_of(event).cards
            for game in card.games
            if card.number in old and game.half_wins == 2
            if old.get(game.opponent, 0) > old[card.number]
        ]
    return sorted(found, reverse=True)


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_the_biggest_upsets_are_those_of_all_games(
    monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("ratings.selectors.moves._AT_ONCE", at_once)
    rated = rated_list(events=9, players=40)
    period = period_of(rated, "ever")
    assert period is not None
    assert [u.difference for u in biggest_upsets(period)] == upsets_by_force(rated)[:AT_MOST]


def test_no_event_is_read_that_can_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.selectors.moves._AT_ONCE", 1)
    events = [duel(f"{n:02}/A", date(2024, 1, n), (300, 400, 0)) for n in range(1, 13)]
    registered(["ann", "bea"])
    rated = a_list()
    rate_all(rated, events)
    rows = EventRating.objects.filter(player="bea")
    EventRating.objects.filter(player="ann").update(old=1500)
    rows.update(old=1400)
    rows.filter(event__key__in=["11/A", "12/A"]).update(old=1450)
    period = period_of(rated, "ever")
    assert period is not None
    with CaptureQueriesContext(connection) as asked:
        assert len(biggest_upsets(period)) == AT_MOST
    assert len(asked) == 1 + 2 * AT_MOST


def test_an_upset_tells_what_the_ratings_gave_the_winner(client: Client) -> None:
    registered(["ann", "bea"])
    rated = a_list()
    rate_all(rated, [duel("spring/A", date(2024, 5, 3), (400, 300, 2), (310, 420, 0))])
    page = words_at(client, "/ratings/open/moves/").partition("Biggest upsets")[2]
    ann, bea = Player.objects.get(key="ann"), Player.objects.get(key="bea")
    # 1 - 1 / (1 + exp(0.0031879 * -100)), as a rating list of NASPA expects.
    expected = f"{bea.public_name} 1400 {ann.public_name} 1500 100 42.1% 420–310 Event of May 2024"
    assert expected in page


def test_periods_reach_back_from_the_last_event(client: Client) -> None:
    rated = rated_list(events=20, every_days=25)
    last = RatedEvent.objects.order_by("held_on").last()
    assert last is not None
    counts = {}
    for name in ("event", "month", "year", "ever"):
        period = period_of(rated, name)
        assert period is not None
        assert period.ends_on == last.held_on
        counts[name] = period.events.count()
    assert counts == {"event": 1, "month": 2, "year": 15, "ever": 20}


def test_the_last_event_is_all_its_divisions() -> None:
    rated = a_list()
    registered(["ann", "bea"])
    parts = [duel(key, date(2024, 5, 3), (400, 300, 2)) for key in ("b/A", "b/B", "a/A")]
    rate_all(rated, parts)
    period = period_of(rated, "event")
    assert period is not None
    assert sorted(period.events.values_list("key", flat=True)) == ["b/A", "b/B"]


def test_a_list_without_an_event_has_no_moves(client: Client) -> None:
    a_list()
    assert "This list has rated no event yet." in words_at(client, "/ratings/open/moves/")


def test_guests_are_named_as_the_event_named_them_and_lead_nowhere(client: Client) -> None:
    (one,) = invented_history(1, players=12, field=12)
    cards = tuple(
        card._replace(player=f"~guest/A/{card.number}", rating=1000 + 50 * card.number)
        for card in one.event.cards
    )
    event = EventCards(one.event.held_on, one.event.scheduled_rounds, cards)
    rate_all(a_list(), [Invented(one.key, event, tuple(f"Guest {n}" for n in range(12)))])
    response = source_at(client, "/ratings/open/moves/ever/")
    assert "Guest 1" in response
    assert "~guest" not in response
    assert "/players/" not in response
    assert "Steps" not in response


def test_moves_are_read_with_as_few_queries_however_long_the_history(client: Client) -> None:
    counts = []
    for key, events in (("short", 4), ("long", 40)):
        rated_list(key, events=events, every_days=7)
        with CaptureQueriesContext(connection) as asked:
            words_at(client, f"/ratings/{key}/moves/ever/")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 18
