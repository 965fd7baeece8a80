"""Who moved to another division after play is one person of the register, with two entries."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.errors import Refused
from core.journal.undo import UndoEntry
from people.commands import AddPlayer
from people.models import Player
from tests.apps.tournaments.desk_events import (
    SLUG,
    dov_moved,
    entries_of,
    give,
    hidden,
    signed_in,
)
from tests.pages import source, words
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.entries.commands.moving import MoveEntry
from tournaments.models import Entry, EntryMember

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
B: dict[str, Any] = {"event": SLUG, "division": "B"}
LINK = reverse("desk-link-players", kwargs={"slug": SLUG})


@pytest.fixture
def desk() -> Client:
    """Dov lost in A and went on in B; nobody is in the register."""
    dov_moved()
    return signed_in("dora")


def page_of(desk: Client, division: str) -> str:
    return source(desk.get(LINK, {"division": division}))


def send(desk: Client, division: str) -> None:
    """Sends the page of a division back as it is shown."""
    page = page_of(desk, division).encode()
    sent = {name: hidden(page, name) for name in ("token", "checked")}
    assert desk.post(f"{LINK}?division={division}", sent).status_code == 302


def players(name: str) -> list[str]:
    rows = EntryMember.objects.filter(name=name).order_by("entry__key")
    return list(rows.values_list("player", flat=True))


def dov_in_b() -> int:
    """Returns the number of the entry that the move made; it follows the seeding there."""
    return Entry.objects.get(division__name="B", name="Dov").number


def chosen(page: str, name: str) -> str:
    """Returns the choice that stands for somebody."""
    found = re.search(rf"Who {name} is</label>.*?<option [^>]*selected>([^<]*)<", page, re.DOTALL)
    assert found is not None, name
    return found[1]


def link(where: dict[str, Any], entry: int, player: str) -> None:
    give(LinkPlayers(**where, links=(PlayerLink(entry=entry, member=1, player=player),)))


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_who_moved_is_offered_as_whom_the_other_division_made_of_him(
    desk: Client, order: tuple[str, str]
) -> None:
    first, second = order
    assert chosen(page_of(desk, first), "Dov") == "New player"
    send(desk, first)
    page = page_of(desk, second)
    assert chosen(page, "Dov") == "Dov (rating 1570, dov)"
    assert f"of division {first}, who moved." in words(desk.get(LINK, {"division": second}))
    send(desk, second)
    assert players("Dov") == ["dov", "dov"]
    assert Player.objects.filter(given_name="Dov", family_name="").count() == 1


def test_who_moved_is_the_same_person_under_whatever_name_the_register_has(desk: Client) -> None:
    give(AddPlayer(key="d-ince", given_name="Dovan", family_name="Ince"))
    link(A, 4, "d-ince")
    assert chosen(page_of(desk, "B"), "Dov") == "Dovan Ince (rating 1570, d-ince)"


def test_who_moved_there_and_back_is_made_once(desk: Client) -> None:
    give(MoveEntry(**B, entry=dov_in_b(), to="A", confirmed=True))
    page = words(desk.get(LINK, {"division": "A"}))
    assert "The same player as #4 Dov above; link that entry first." in page
    send(desk, "A")
    assert players("Dov") == ["dov", ""]
    send(desk, "A")
    assert players("Dov") == ["dov", "dov"]


def test_who_withdrew_and_was_entered_again_by_hand_is_offered_by_his_name_and_not_chosen(
    desk: Client,
) -> None:
    give(AddPlayer(key="bea", given_name="Bea"))
    link(A, 2, "bea")
    give(AddEntry(**B, members=(Member(name="Bea"),)))
    assert "Bea is already entered, as #2 Bea." in words(desk.get(LINK, {"division": "B"}))
    give(WithdrawEntry(**A, entry=2, from_round=2))
    page = page_of(desk, "B")
    assert chosen(page, "Bea") == "Leave as it is"
    assert '<option value="player:bea">Bea (rating 1590, bea)</option>' in page
    assert "Choose Bea if this is #2 Bea of division A again." in words(
        desk.get(LINK, {"division": "B"})
    )
    link(B, Entry.objects.get(division__name="B", name="Bea").key, "bea")
    assert players("Bea") == ["bea", "bea"]


def test_nobody_is_linked_twice_who_plays_in_both_entries(desk: Client) -> None:
    give(AddPlayer(key="dov", given_name="Dov"))
    link(A, 4, "dov")
    give(ReinstateEntry(**A, entry=4, from_round=2))
    with pytest.raises(Refused, match="Dov is already entered, as #4 Dov"):
        link(B, 9, "dov")
    with pytest.raises(Refused, match="Dov is already entered, as #4 Dov"):
        give(ChangeEntry(**B, entry=dov_in_b(), player="dov"))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    give(ChangeEntry(**B, entry=dov_in_b(), player="dov"))
    assert players("Dov") == ["dov", "dov"]


def test_a_move_that_was_undone_makes_nobody_the_same(desk: Client) -> None:
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    give(AddEntry(**B, members=(Member(name="Dov"),)))
    send(desk, "A")
    assert "Dov is already entered, as #4 Dov." in words(desk.get(LINK, {"division": "B"}))
