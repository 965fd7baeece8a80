"""The way to a player's page by number and PIN: who comes in, and what wrong PINs lock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.apps.tournaments.board_games.game_events import entry
from tests.apps.tournaments.desk_events import SLUG, give
from tests.apps.tournaments.phones.phone_events import phones_open
from tests.builders.events import a_played_event
from tests.pages import source, source_at
from tournaments.board_games.commands.hand_in import RenewLink
from tournaments.board_games.queries.entry_cards import EntryCard, card_of
from tournaments.models import PhoneTally
from tournaments.phones.views.limits import PinTry, begin_try, end_try
from tournaments.pin_locks import FORGOTTEN, FROM_ADDRESS

pytestmark = pytest.mark.django_db
HALL = "192.0.2.7"


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event in soft mode, of one division."""
    phones_open()


def tries(number: int, pin: str = "", *, address: str = HALL) -> Any:
    """Type a number and a PIN, a wrong one unless it is given, in a process just started."""
    cache.clear()
    card = card_of(entry(number), str)
    wrong = f"{(int(card.pin) + 1) % 10 ** len(card.pin):0{len(card.pin)}}"
    sent = {"division": "A", "number": str(number), "pin": pin or wrong}
    return Client(REMOTE_ADDR=address).post(card.go, sent)


def card(number: int) -> EntryCard:
    """Return the card of an entry as it is now."""
    return card_of(entry(number), str)


def many_were_wrong(address: str = HALL) -> None:
    """Have so many wrong PINs of others sent from an address that it is watched."""
    now = timezone.now()
    for number in range(FROM_ADDRESS):
        tried = PinTry(entry(1).tournament_id, f"somebody {number}", address)
        begin_try(tried, now)
        end_try(tried, now, right=False)


def test_the_number_and_its_pin_lead_to_the_page_and_nothing_else_does(client: Client) -> None:
    mine, other = card(1), card(2)
    assert client.get("/go/").headers["Location"] == mine.go == f"/go/{SLUG}/"
    right = tries(1, mine.pin)
    assert (right.status_code, right.headers["Location"]) == (302, mine.link)
    assert tries(1, other.pin).status_code == 422
    assert "A PIN has six digits." in source(tries(1, "1234"))
    unknown = client.post(mine.go, {"division": "A", "number": "99", "pin": mine.pin})
    assert "do not belong together" in source(unknown)


def test_whoever_opens_the_wrong_event_is_led_to_the_others_once_there_are_some(
    client: Client,
) -> None:
    here = f"/go/{SLUG}/"
    assert 'href="/go/"' not in source_at(client, here)
    a_played_event("elsewhere", players=4, rounds=1)
    assert 'href="/go/"' in source_at(client, here)


def test_five_wrong_pins_lock_the_number_in_every_process_but_neither_its_link_nor_others(
    client: Client,
) -> None:
    for _ in range(5):
        assert tries(1).status_code == 422
    locked = tries(1, card(1).pin, address="198.51.100.9")
    assert locked.status_code == 429
    assert "Too many wrong PINs of this number. Wait 15 minutes" in source(locked)
    assert client.get(card(1).link).status_code == 200
    assert tries(2, card(2).pin).status_code == 302
    give(RenewLink(event=SLUG, division="A", entry=1, confirmed=True))
    assert tries(1, card(1).pin).status_code == 302


def test_a_hall_behind_one_address_is_never_locked_by_the_wrong_pins_of_others() -> None:
    many_were_wrong()
    assert tries(1, card(1).pin).status_code == 302
    assert tries(2).status_code == 422
    assert tries(2, card(2).pin).status_code == 302


def test_from_where_many_are_wrong_a_number_takes_fewer() -> None:
    many_were_wrong()
    assert [tries(1).status_code for _ in range(3)] == [422, 422, 429]
    elsewhere = [tries(3, address="198.51.100.9").status_code for _ in range(6)]
    assert elsewhere == [422] * 5 + [429]


def test_an_address_of_ipv6_is_that_of_the_house() -> None:
    many_were_wrong("2001:db8:1:2::1")
    beside = [tries(1, address="2001:db8:1:2::ffff").status_code for _ in range(3)]
    assert beside == [422, 422, 429]


def test_an_address_of_ipv4_written_as_one_of_ipv6_is_that_address_alone() -> None:
    many_were_wrong(f"::ffff:{HALL}")
    assert [tries(1).status_code for _ in range(3)] == [422, 422, 429]
    elsewhere = [tries(3, address="::ffff:198.51.100.9").status_code for _ in range(3)]
    assert elsewhere == [422] * 3


def test_a_right_pin_begins_anew_and_each_wrong_one_after_a_lock_doubles_the_next() -> None:
    now, tried = timezone.now(), PinTry(1, "somebody", HALL)
    for _ in range(4):
        assert not begin_try(tried, now)
    end_try(tried, now, right=True)
    for _ in range(5):
        assert not begin_try(tried, now)
    assert begin_try(tried, now) == begin_try(tried, now) == timedelta(minutes=15)
    now += timedelta(minutes=15)
    assert not begin_try(tried, now)
    assert begin_try(tried, now) == timedelta(minutes=30)


@pytest.mark.both_databases("constraints")
def test_what_was_counted_a_day_ago_is_forgotten_and_cleared_up() -> None:
    now, tried = timezone.now(), PinTry(1, "somebody", HALL)
    for _ in range(5):
        begin_try(tried, now)
        end_try(tried, now, right=False)
    assert begin_try(tried, now)
    assert not begin_try(tried, now + FORGOTTEN)
    begin_try(PinTry(1, "else", HALL), now + 2 * FORGOTTEN + timedelta(seconds=1))
    assert PhoneTally.objects.count() == 1
