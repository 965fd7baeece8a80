"""A key of earlier days may hold an association number; directors are shown a handle instead."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import UserError
from core.journal.guard import writing
from core.journal.undo import says
from people.commands import AddPlayer
from people.handles import masked, tells_number
from people.models import Player
from people.register import Register
from tests.apps.tournaments.desk_events import (
    SLUG,
    entries_of,
    give,
    hidden,
    new_event,
    signed_in,
)
from tests.apps.tournaments.entries.desk_rosters import accept, names, preview
from tests.pages import sound_words
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.models import EntryMember

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
KEY, NUMBER = "ann-lee-aa000123", "AA000123"
CHANGE = reverse("desk-change-entry", kwargs={"slug": SLUG}) + "?division=A&entry=1"
LINK = reverse("desk-link-players", kwargs={"slug": SLUG}) + "?division=A"


@pytest.fixture
def desk() -> Client:
    new_event()
    give(AddPlayer(key=KEY, given_name="Ann", family_name="Lee", association_number=NUMBER))
    return signed_in("dora")


def handle() -> str:
    return f"ann-lee~{Player.objects.get(key=KEY).pk}"


def player_of(name: str) -> str:
    return EntryMember.objects.get(name=name).player


@pytest.mark.parametrize(
    ("key", "number", "tells"),
    [
        (KEY, NUMBER, True),
        (KEY, "", True),
        ("aa-00-01-23", NUMBER, True),
        ("annaa000123", "x", True),
        ("ann-lee", NUMBER, False),
        ("ann-lee-2", "2", False),
        ("ann-17", "17", False),
    ],
)
def test_a_key_tells_a_number_however_it_is_written(key: str, number: str, tells: bool) -> None:
    assert tells_number(key, number) == tells
    assert "000123" not in masked(key)


def test_the_form_of_an_entry_suggests_a_handle_and_takes_it(desk: Client) -> None:
    page = desk.get(CHANGE)
    assert f'<option value="{handle()}">Ann Lee</option>' in page.text
    assert "000123" not in page.text
    sent = {"token": hidden(page.content), "name": "Ada", "player": handle(), "rating": 1600}
    desk.post(CHANGE, sent)
    assert player_of("Ada") == KEY
    assert "000123" not in says(entries_of()[-1])
    again = desk.get(CHANGE)
    assert f'value="{handle()}"' in again.text
    assert "000123" not in again.text
    count = len(entries_of())
    answer = desk.post(CHANGE, sent | {"token": hidden(again.content)})
    assert "This would change nothing." in sound_words(answer)
    assert len(entries_of()) == count


def test_a_roster_and_the_page_that_links_name_a_player_by_the_handle(desk: Client) -> None:
    shown = preview(desk, "Ann Lee, 1500")
    assert f"(number …23, {handle()})" in sound_words(shown)
    assert "000123" not in shown.text
    accept(desk, shown, who_1=f"player:{handle()}")
    assert names()[-1] == "Ann Lee"
    assert player_of("Ann Lee") == KEY


def test_the_page_that_links_takes_the_player_by_the_handle(desk: Client) -> None:
    give(AddEntry(**A, members=(Member(name="Ann Lee"),)))
    page = desk.get(LINK)
    assert f'value="player:{handle()}" selected' in page.text
    assert "000123" not in page.text
    desk.post(LINK, {name: hidden(page.content, name) for name in ("token", "checked")})
    assert player_of("Ann Lee") == KEY


def test_namesakes_are_told_apart_without_a_key_that_tells_a_number(desk: Client) -> None:
    give(AddPlayer(key="ann-lee", given_name="Ann", family_name="Lee"))
    with pytest.raises(UserError) as caught:
        Register().one("Ann Lee")
    assert handle() in caught.value.message
    assert "000123" not in caught.value.message
    assert Register().one(handle()).key == KEY
    with pytest.raises(UserError):
        Register().one("ann-lee~0")


def test_no_page_of_the_event_tells_a_director_the_number_in_a_key(desk: Client) -> None:
    give(ChangeEntry(**A, entry=1, player=KEY))
    for name in ("desk-event", "desk-players", "desk-log", "desk-add-entry", "desk-link-players"):
        page = desk.get(reverse(name, kwargs={"slug": SLUG}), {"division": "A"})
        assert page.status_code == 200, name
        assert "000123" not in page.text, name


@pytest.mark.parametrize("by", ["handle", "key"])
def test_a_roster_knows_a_player_by_the_handle_and_by_the_key(desk: Client, by: str) -> None:
    told = handle() if by == "handle" else KEY
    accept(desk, preview(desk, f"name,player key\nAnna,{told}"))
    assert player_of("Anna") == KEY


def test_who_is_not_in_this_register_is_shown_masked_and_kept_unless_changed(desk: Client) -> None:
    give(ChangeEntry(**A, entry=1, player=KEY))
    with writing():
        Player.objects.all().delete()
    page = desk.get(CHANGE)
    assert "000123" not in page.text
    shown = f"{masked(KEY)} (not in this register)"
    assert f'value="{shown}"' in page.text
    sent = {"name": "Ada Lee", "player": shown, "rating": 1600}
    desk.post(CHANGE, sent | {"token": hidden(page.content)})
    assert player_of("Ada Lee") == KEY
    again = desk.get(CHANGE)
    desk.post(CHANGE, sent | {"token": hidden(again.content), "player": ""})
    assert player_of("Ada Lee") == ""
