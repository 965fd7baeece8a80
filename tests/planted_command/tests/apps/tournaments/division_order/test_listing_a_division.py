"""A division is listed in another place: who may, what is refused, the log, undo."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    SLUG,
    at,
    entries_of,
    give,
    hidden,
    new_event,
    signed_in,
)
from tests.pages import source, source_at, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = f"/desk/{SLUG}/list-division/"


@pytest.fixture(name="desk")
def desk_of_two_divisions() -> Client:
    """The director at the desk of an event with the divisions A and B."""
    new_event(divisions="AB")
    return signed_in("dora")


def order() -> list[str]:
    return [division.name for division in Tournament.objects.get().divisions.all()]


def send(desk: Client, place: str) -> str:
    """Send the form of division B, and return the page that follows."""
    address = f"{ADDRESS}?division=B"
    sent = {"token": hidden(desk.get(address).content), "place": place}
    return source(desk.post(address, sent, follow=True))


def test_the_director_lists_a_division_first_and_the_log_and_every_page_know_it(
    desk: Client, client: Client
) -> None:
    said = "Division B listed in place 1 (before: 2)"
    page = send(desk, "1")
    assert f"{said}." in page
    assert page.index("Division B") < page.index("Division A")
    entry = entries_of()[-1]
    assert (entry.command, entry.actor, entry.payload["place"]) == ("division.listed", "dora", 1)
    assert (says(entry), order()) == (said, ["B", "A"])
    assert said in source_at(desk, at("desk-log"))
    public = words_at(client, reverse("event", kwargs={"slug": SLUG}))
    assert public.index("Division B") < public.index("Division A")


def test_the_log_undoes_it_and_does_it_again(desk: Client) -> None:
    send(desk, "1")
    for wanted in (["A", "B"], ["B", "A"]):
        address = f"{at('desk-undo')}?seq={entries_of()[-1].seq}"
        desk.post(address, {"token": hidden(desk.get(address).content)})
        assert order() == wanted


@pytest.mark.parametrize(
    ("place", "refused"),
    [
        ("3", "Give a place from 1 to 2."),
        ("2", "This would change nothing."),
        ("0", "Ensure this value is greater than or equal to 1."),
        ("first", "Enter a whole number."),
    ],
)
def test_a_place_that_cannot_be_is_refused_in_a_sentence_beside_what_was_typed(
    desk: Client, place: str, refused: str
) -> None:
    before = entries_of()
    page = send(desk, place)
    assert refused in page
    assert f'value="{place}"' in page
    assert (entries_of(), order()) == (before, ["A", "B"])


def test_nobody_but_the_director_and_an_operator_may(desk: Client, client: Client) -> None:
    sent = {"token": "x", "place": "1"}
    asked_to_sign_in = client.post(ADDRESS, sent)
    assert asked_to_sign_in["Location"].startswith(reverse("login"))
    for stranger in (signed_in("eve"), signed_in("guest", staff=False)):
        assert stranger.get(ADDRESS).status_code == 403
        assert stranger.post(f"{ADDRESS}?division=B", sent).status_code == 403
    assert order() == ["A", "B"]
    send(signed_in("boss", operator=True), "1")
    assert order() == ["B", "A"]


def test_the_form_starts_with_the_place_now_and_shows_the_order_beside_it(desk: Client) -> None:
    page = source_at(desk, f"{ADDRESS}?division=B")
    assert 'value="2"' in page
    assert "<li>Division A</li><li>Division B</li>" in page
    assert "The desk and the public pages list the divisions in this order." in page


def test_the_overview_of_the_event_offers_it_for_each_division_until_it_is_closed(
    desk: Client,
) -> None:
    link = 'href="{}?division={}">List it in another place</a>'
    page = source_at(desk, at("desk-event"))
    assert all(link.format(ADDRESS, name) in page for name in "AB")
    give(CloseEvent(event=SLUG, confirmed=True))
    assert ADDRESS not in source_at(desk, at("desk-event"))
    closed = source_at(desk, f"{ADDRESS}?division=B")
    assert "The event is closed; open it again first." in closed
    assert "<button disabled" in closed


def test_without_a_division_in_its_address_the_page_asks_which(desk: Client) -> None:
    page = source_at(desk, ADDRESS)
    assert "Which division?" in page
    assert 'href="?division=B"' in page
