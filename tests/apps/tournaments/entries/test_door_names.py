"""Names and keys in the forms for one person: a name entered already, a key that nobody made up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from people.commands import AddPlayer
from people.models import Player
from people.selectors import new_key
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    enter,
    give,
    hidden,
    publish,
    signed_in,
)
from tests.apps.tournaments.desks import desk_of_an_operator
from tests.pages import words
from tournaments import desk_urls
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.failover.queries.content import event_content

__all__ = ["desk_of_an_operator"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["desk-add-player", "desk-register"])
def test_only_staff_come_to_the_register(desk: Client, name: str) -> None:
    assert Client().get(reverse(name)).status_code == 302
    assert signed_in("guest", staff=False).get(reverse(name)).status_code == 403
    assert desk.get(reverse(name)).status_code == 200


def test_adding_one_entry_warns_of_a_name_that_is_entered(desk: Client) -> None:
    address = reverse("desk-add-entry", kwargs={"slug": SLUG}) + "?division=A"
    sent = {"token": hidden(desk.get(address).content), "name": "bea", "rating": 1000}
    warned = desk.post(address, sent)
    assert warned.status_code == 422
    said = words(warned)
    assert "This name is already entered, as #2 Bea; tick this if it is somebody else." in said
    desk.post(address, {**sent, "namesake": "on"})
    assert division().entries.filter(name="bea").exists()


def test_a_player_added_without_a_key_gets_one(desk: Client) -> None:
    address = reverse("desk-add-player")
    typed = {"given_name": "Eve", "family_name": "Esk", "public_name_style": "full"}
    for key in ("eve-esk", "eve-esk-2"):
        desk.post(address, {"token": hidden(desk.get(address).content), **typed})
        assert Player.objects.filter(key=key).exists()


TYPED, SHOWN = "Patel, Anjali", "Anjali Patel"
DESK = [
    reverse(f"desk-{pattern.name.removeprefix('desk-')}", kwargs={"slug": SLUG})
    for pattern in desk_urls.urlpatterns
    if pattern.name and set(pattern.pattern.converters) == {"slug"}
]
PAPER = [
    reverse("desk-document", kwargs={"slug": SLUG, "document": document})
    for document in ("roster", "slips", "pairings-names", "standings", "scorecards")
]
PUBLIC = [
    f"/events/{SLUG}/A/{page}/"
    for page in ("standings", "pairings", "pairings/names", "results", "wallchart", "player/1")
]


def entered(name: str) -> None:
    """Have no. 1 of division A entered under a name, and a result of hers in round 1."""
    give(ChangeEntry(event=SLUG, division="A", entry=1, name=name))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)


def test_no_page_shows_a_name_as_it_was_typed_but_the_field_that_changes_it(desk: Client) -> None:
    entered(TYPED)
    shown, raw = set(), set()
    for address in (*DESK, *PAPER, *PUBLIC):
        page = desk.get(f"{address}?division=A&round=1&entry=1")
        if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
            words = page.content.decode()
            shown |= {address} if SHOWN in words else set()
            raw |= {address} if TYPED in words else set()
    # Lists from A to Z have the family name first, however it was typed.
    filed = {*PAPER[:1], PAPER[2], PUBLIC[2]}
    assert raw - filed == {reverse("desk-change-entry", kwargs={"slug": SLUG})}
    players = reverse("desk-players", kwargs={"slug": SLUG})
    assert {players, reverse("desk-log", kwargs={"slug": SLUG}), *PUBLIC} <= shown


@pytest.mark.parametrize("asked", [TYPED, SHOWN, "patel"])
def test_a_player_is_found_whichever_way_the_name_is_typed(desk: Client, asked: str) -> None:
    entered(TYPED)
    address = reverse("desk-players", kwargs={"slug": SLUG})
    found = desk.get(address, {"division": "A", "q": asked})
    assert [line.name for line in found.context["lines"]] == [SHOWN]


def test_a_file_that_is_read_back_has_the_name_as_it_was_typed(desk: Client) -> None:
    entered(TYPED)
    content = event_content(division().tournament)
    assert content.divisions[0].entries[0].name == TYPED


def test_a_whole_name_in_one_field_of_the_register_is_parted(desk: Client) -> None:
    address = reverse("desk-add-player")
    typed = {"given_name": TYPED, "family_name": "", "public_name_style": "full"}
    desk.post(address, {"token": hidden(desk.get(address).content), **typed})
    player = Player.objects.get(key="anjali-patel")
    assert (player.given_name, player.family_name) == ("Anjali", "Patel")


def test_a_key_keeps_the_letters_of_a_name_and_tells_two_of_another_alphabet_apart() -> None:
    assert new_key("Łukasz", "Łukasiewicz") == "lukasz-lukasiewicz"
    assert new_key("Øyvind", "Weiß") == "oyvind-weiss"
    assert new_key("明", "") == "player"
    give(AddPlayer(key="player", given_name="明"))
    assert new_key("Ελένη", "Παππά") == "player-2"
