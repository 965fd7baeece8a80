"""Named slots of a broadcast: who may, what each shows, and that one which empties says nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    four_played,
    give,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.builders.refusals import refused
from tests.pages import main_words, sound, sound_words
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.models import Tournament
from tournaments.overlays.commands import EmptySlot, PointSlot
from tournaments.overlays.queries.named import slots_of
from tournaments.overlays.wording import SlotKind
from tournaments.rounds.commands.rounds import PublishRound

pytestmark = pytest.mark.django_db

SLOT, SLOTS = f"/events/{SLUG}/slot/table-1", f"events/{SLUG}/slots"
DESK, POINT, EMPTY = (f"/desk/{SLUG}/{one}/" for one in ("overlays", "point-slot", "empty-slot"))


def point(kind: SlotKind = SlotKind.SCOREBUG, number: int = 0) -> PointSlot:
    """Return the command that puts something of division A into the slot."""
    return PointSlot(event=SLUG, slot="table-1", kind=kind, division="A", number=number)


def said(client: Client) -> str:
    """Return what is on air in the slot."""
    return client.get(f"{SLOT}.txt").content.decode()


def test_whoever_streams_fills_slots_and_nobody_else_but_the_director() -> None:
    new_event()
    clients = {name: signed_in(name) for name in ("sam", "vera", "otto")}
    for name, role in (("sam", Role.STREAMER), ("vera", Role.VIEWER)):
        give(GiveRole(journal=f"event:{SLUG}", account=name, role=role))
    typed = {"slot": "table-1", "kind": "scorebug", "division": "A", "number": "1"}
    before = len(entries_of())
    for name, reads in (("vera", 200), ("otto", 403)):
        assert clients[name].get(DESK).status_code == reads
        assert clients[name].post(POINT, typed).status_code == 403
        assert clients[name].post(EMPTY, {"slot": "table-1"}).status_code == 403
        program = of(name)
        assert program.get(SLOTS).status_code == reads
        assert (
            program.ask("PUT", f"{SLOTS}/table-1", {"kind": "ticker", "division": "A"}).status_code
            == 403
        )
    assert Program().get(SLOTS).status_code == 401
    assert len(entries_of()) == before
    streamer = clients["sam"]
    assert streamer.post(POINT, typed)["Location"] == DESK
    page = main_words(streamer.get(DESK))
    assert "Now: board 1 of division A." in page
    assert "/events/spring/slot/table-1/" in page
    assert streamer.post(EMPTY, {"slot": "table-1"})["Location"] == DESK
    assert "Now: nothing." in main_words(clients["vera"].get(DESK))
    program = of("sam")
    put = program.ask("PUT", f"{SLOTS}/table-1", {"kind": "player", "division": "A", "number": 2})
    assert put.status_code == 200
    assert program.get(SLOTS).json()["items"] == [
        {"slot": "table-1", "kind": "player", "division": "A", "number": 2}
    ]
    assert program.post(f"{SLOTS}/table-1/emptying", {}).status_code == 200


def test_one_address_shows_what_was_put_into_it_last_and_nothing_once_it_is_empty(
    client: Client,
) -> None:
    four_played()
    give(point(number=2))
    assert "Cem" in said(client)
    give(point(number=1))
    assert "Ada" in said(client)
    assert "Cem" not in said(client)
    assert "Ada" in sound_words(client.get(f"{SLOT}/"))
    assert client.get(f"{SLOT}.json").json()["board"] == 1
    for kind, shown in ((SlotKind.TICKER, "Cem"), (SlotKind.STANDINGS, "=1")):
        give(point(kind))
        assert shown in said(client)
    give(point(SlotKind.PLAYER, 3))
    assert said(client).split()[1] == "Cem"
    give(EmptySlot(event=SLUG, slot="table-1"))
    page = client.get(f"{SLOT}/")
    sound(page)
    assert (page.status_code, page["Access-Control-Allow-Origin"]) == (200, "*")
    assert "<li>" not in page.content.decode()
    assert (said(client), client.get(f"{SLOT}.json").json()) == ("", None)


def test_a_board_that_the_new_round_does_not_have_and_a_player_who_is_gone_leave_no_trace(
    client: Client,
) -> None:
    new_event()
    give(point(number=2))
    assert said(client) == "", "nothing is published"
    publish(1, (1, 2), (3, 4))
    assert "Cem" in said(client)
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    set_up(2, (1, 2), byes=(3, 4))
    give(PublishRound(event=SLUG, division="A", round=2, confirmed=True))
    assert said(client) == ""


def test_a_card_stays_with_its_player_when_numbers_change(client: Client) -> None:
    new_event()
    give(point(SlotKind.PLAYER, 4))
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Zoe"),), rating=2000))
    [slot] = slots_of(Tournament.objects.get(slug=SLUG))
    assert slot.number == 5
    publish(1, (1, 2), (3, 4), byes=(5,))
    assert "Dov" in said(client)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (point(), "slot.number"),
        (point(SlotKind.PLAYER, 9), "entry.unknown"),
        (
            replace(point(SlotKind.TICKER), slot="Table 1"),
            "slot.malformed",
        ),
        (
            replace(point(SlotKind.TICKER), slot="t" * 31),
            "slot.malformed",
        ),
        (replace(point(SlotKind.TICKER), division="Z"), "division.unknown"),
        (EmptySlot(event=SLUG, slot="one"), "slot.none"),
    ],
)
def test_what_cannot_be_shown_is_refused(wrong: Any, code: str) -> None:
    new_event()
    assert refused(wrong).code == code
    assert slots_of(Tournament.objects.get(slug=SLUG)) == []


def test_an_unknown_slot_says_so_and_asks_again_for_it_may_be_opened_first(client: Client) -> None:
    new_event()
    page = client.get(f"{SLOT}/")
    assert (page.status_code, page["Refresh"]) == (404, "2")
    assert client.get(f"{SLOT}.txt").content == b"Nothing is in this slot.\n"
    assert client.get("/events/nowhere/slot/table-1/").status_code == 404


@pytest.mark.parametrize(
    "address", [f"{SLOT}/", f"/events/{SLUG}/A/overlay/standings/", f"/events/{SLUG}/screen/"]
)
def test_what_hangs_on_a_wall_asks_every_second_and_once_a_minute_when_the_event_is_closed(
    client: Client, address: str
) -> None:
    four_played()
    give(point(number=1))
    assert b'data-every="1"' in client.get(address).content
    give(CloseEvent(event=SLUG, confirmed=True))
    assert b'data-every="60"' in client.get(address).content
    assert refused(point(number=2)).code == "event.closed"
