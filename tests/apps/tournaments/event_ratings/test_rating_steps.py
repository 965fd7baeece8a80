"""Everybody may see how an entry's rating comes about, and ask what its next game would do."""

from __future__ import annotations

import re
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from core.journal.guard import writing
from core.models import StoredPage
from core.web.site import HOME, WEB
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
from tests.pages import source, source_at, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.event_ratings.jobs.rating import rate_event
from tournaments.event_ratings.pages.steps import rating_steps_page
from tournaments.models import Division
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division

pytestmark = pytest.mark.django_db

ADDRESS = "/events/spring/A/player/1/rating/"


def a_rated_event(system: str, *, players: int = 6, planned: int = 3, open_games: int = 1) -> None:
    """Plays two rounds of a division that this system rates."""
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", "A", players=players, planned=planned, rating_system=system)
    for number in (1, 2):
        pairs = a_published_round("spring", "A", number, players=players)
        some_results("spring", "A", number, pairs[open_games if number == 2 else 0 :])


def the_book() -> DivisionReadModel:
    edition = versioned_division("spring", "A")
    assert edition is not None
    return DivisionReadModel(edition)


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
        text = words_at(client, f"/events/spring/A/player/{number}/rating/")
        assert "estimate After round 1 of 3, with 2 of 3 games of round 2 in." in text
        assert "New rating" in text
        assert "What if? Round 2 against" in text
        assert "To gain a point in this event:" in text


def test_the_outcomes_are_what_the_system_says_of_them(client: Client) -> None:
    a_rated_event("naspa")
    one, two = circle(6, 2)[0][0]
    done = the_book().rating_steps
    news = [
        what_if(done.system, done.field, one, (game_with_credit(2, two, credit),)).new
        for credit in (2, 1, 0)
    ]
    found = outcomes_shown(client, f"/events/spring/A/player/{one}/rating/")
    assert [(words, int(new)) for words, new in found] == list(
        zip(("Win", "Tie", "Loss"), news, strict=True)
    )


def test_a_spread_can_be_asked_for_where_spreads_rate(client: Client) -> None:
    a_rated_event("coco")
    one, _ = circle(6, 2)[0][0]
    address = f"/events/spring/A/player/{one}/rating/"
    assert len(outcomes_shown(client, address)) == 5
    text = words_at(client, f"{address}?spread=%2B37")
    assert "Win (your spread) +37" in text
    assert len(outcomes_shown(client, f"{address}?spread=-50")) == 5
    assert "Loss (your spread) \N{MINUS SIGN}50" in words_at(client, f"{address}?spread=-50")


def test_a_spread_that_cannot_be_is_told_beside_its_field_and_stays_there(client: Client) -> None:
    a_rated_event("coco")
    one, _ = circle(6, 2)[0][0]
    for typed in ("abc", "601", "-601", "1e9", "9" * 400, "٣", "1.5", "<b>", "\x00"):
        response = client.get(f"/events/spring/A/player/{one}/rating/", {"spread": typed})
        assert response.status_code == 200
        text = source(response)
        assert "Give a whole number from \N{MINUS SIGN}600 to 600." in text
        assert 'aria-invalid="true"' in text
        assert f'value="{escape(typed)}"' in text
        assert "(your spread)" not in text


def test_a_question_is_answered_and_not_stored(client: Client) -> None:
    a_rated_event("coco")
    one, _ = circle(6, 2)[0][0]
    address = f"/events/spring/A/player/{one}/rating/"
    for spread in ("1", "2", "x"):
        assert client.get(address, {"spread": spread}).status_code == 200
    assert not StoredPage.objects.filter(path__startswith=address).exists()
    assert client.get(address, {"from": "a-newsletter"}).status_code == 200
    assert StoredPage.objects.filter(path=address).count() == 1
    assert "(your spread)" not in words_at(client, address)


def test_before_a_round_is_paired_an_opponent_can_be_chosen(client: Client) -> None:
    a_rated_event("naspa", open_games=0)
    page = source_at(client, ADDRESS)
    assert "Opponent in round 3, which is not paired yet" in page
    assert page.count("<option") == 5
    asked = words_at(client, f"{ADDRESS}?opponent=4")
    assert "What if? Round 3 against" in asked
    assert "To gain a point in this event:" in asked
    for nobody in ("1", "99", "x", "0", "-4"):
        text = words_at(client, f"{ADDRESS}?opponent={nobody}")
        assert "Choose a player in the round." in text
        assert "To gain a point" not in text


def test_who_has_withdrawn_is_neither_asked_nor_offered(client: Client) -> None:
    a_rated_event("naspa", open_games=0)
    give(WithdrawEntry(event="spring", division="A", entry=6, from_round=3))
    assert source_at(client, ADDRESS).count("<option") == 4
    assert "What if?" not in words_at(client, "/events/spring/A/player/6/rating/")


def test_after_the_last_game_nothing_is_asked(client: Client) -> None:
    a_rated_event("naspa", planned=2, open_games=0)
    text = words_at(client, ADDRESS)
    assert "What if?" not in text
    assert "estimate After round 2 of 2." in text


def test_a_closed_event_of_a_proved_system_has_no_estimates_and_of_another_has(
    client: Client,
) -> None:
    for system, word in (("naspa", False), ("elo", True)):
        slug = f"over-{system}"
        give(CreateEvent(event=slug, name="Over"))
        a_division(slug, "A", players=4, planned=1, rating_system=system)
        pairs = a_published_round(slug, "A", 1, players=4)
        some_results(slug, "A", 1, pairs)
        give(CloseEvent(event=slug))
        rate_event(Mock(), {"event": slug, "divisions": ["A"], "system": ""})
        text = words_at(client, f"/events/{slug}/A/player/1/rating/")
        assert ("estimate After" in text) is word
        assert "What if?" not in text


def test_an_entry_without_a_game_keeps_its_rating(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", "A", players=4, planned=3, rating_system="naspa")
    text = words_at(client, ADDRESS)
    assert "No rated game in rounds 1–3: the rating stays 2000." in text
    assert "Before the first result." in text


def test_a_system_that_is_not_installed_is_told_in_a_sentence(client: Client) -> None:
    a_rated_event("naspa")
    with writing():
        Division.objects.update(rating_system="martian")
    text = words_at(client, ADDRESS)
    assert "There is no rating system martian; choose one of" in text
    assert "What if?" not in text


def test_a_team_has_no_steps(client: Client) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", "A", players=2, planned=3, rating_system="naspa")
    pair = (Member(name="Ann One"), Member(name="Ben Two"))
    give(AddEntry(event="spring", division="A", members=pair, rating=2100))
    text = words_at(client, ADDRESS)
    assert "A team has no rating" in text
    assert "No rated game" in words_at(client, "/events/spring/A/player/2/rating/")


def test_the_table_of_ratings_may_lag_behind_and_the_page_says_so(client: Client) -> None:
    a_rated_event("naspa")
    rate_event(Mock(), {"event": "spring", "divisions": ["A"], "system": ""})
    assert "The table of ratings still says" not in words_at(client, ADDRESS)
    one, two = circle(6, 2)[0][0]
    some_results("spring", "A", 2, [(one, two)])
    read_model = the_book()
    behind = [
        n
        for n, row in read_model.ratings.items()
        if row.new != read_model.rating_steps.inspections[n].new
    ]
    assert {one, two} <= set(behind)
    stored = read_model.ratings[one].new
    text = words_at(client, f"/events/spring/A/player/{one}/rating/")
    assert f"The table of ratings still says {stored}" in text


def test_a_name_that_a_player_keeps_back_is_on_no_page_of_steps(client: Client) -> None:
    a_played_event(players=6, rounds=2, planned=3, registered=hidden_players())
    for number in range(1, 7):
        text = source_at(client, f"/events/spring/A/player/{number}/rating/")
        assert not [name for name in HIDDEN if name in text]
    give(ChangePlayer(key="reticent", public_name_style="alias", alias="Mister B"))
    assert "Bartholomew" not in source_at(client, ADDRESS)


class Disk:
    """A site without a home, as a mirror is."""

    def href(self, path: str) -> str | None:
        return None if path == HOME else path

    def asset(self, name: str) -> str:
        return name


def test_a_mirror_has_the_steps_and_asks_nothing() -> None:
    a_rated_event("naspa")
    one, _ = circle(6, 2)[0][0]
    assert "What if?" in rating_steps_page(the_book(), WEB, one)
    page = rating_steps_page(the_book(), Disk(), one)
    assert "What if?" not in page
    assert "New rating" in page


def test_a_page_reads_the_same_few_rows_however_many_play(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (6, 12):
        a_played_event(f"of-{players}", players=players, rounds=3, planned=4)
        edition = versioned_division(f"of-{players}", "A")
        assert edition is not None
        with django_assert_num_queries(7):  # one of them is where the journal stands
            rating_steps_page(DivisionReadModel(edition), WEB, 1)


def outcomes_shown(client: Client, address: str) -> list[tuple[str, str]]:
    """Returns the results offered and the new rating after each."""
    page = source_at(client, address)
    table = page[page.index('id="outcomes"') : page.index("</table>")]
    rows = re.findall(r"</b> (\w+).*?<strong>(\d+)</strong>", table)
    assert rows
    return rows
