"""Names and keys in the forms for one person: a name entered already, a key that nobody made up."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from people.models import Player
from tests.apps.tournaments.desk_events import SLUG, division, hidden, new_event, signed_in
from tests.markup import Markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    new_event()
    return signed_in("dora", operator=True)


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
    said = Markup(warned.content.decode()).text
    assert "This name is entered already, as #2 Bea; tick this if it is somebody else." in said
    desk.post(address, {**sent, "namesake": "on"})
    assert division().entries.filter(name="bea").exists()


def test_a_player_added_without_a_key_gets_one(desk: Client) -> None:
    address = reverse("desk-add-player")
    typed = {"given_name": "Eve", "family_name": "Esk", "public_name_style": "full"}
    for key in ("eve-esk", "eve-esk-2"):
        desk.post(address, {"token": hidden(desk.get(address).content), **typed})
        assert Player.objects.filter(key=key).exists()
