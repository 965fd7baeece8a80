"""Two entries of an event are one person's only where he can have played both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.errors import Refused
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    new_event,
    publish,
    signed_in,
    undo,
)
from tests.pages import words
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.entries import (
    AddEntry,
    ChangeEntry,
    ReinstateEntry,
    WithdrawEntry,
)
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.models import Entry, EntryMember

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
B: dict[str, Any] = {"event": SLUG, "division": "B"}
LINK = reverse("desk-link-players", kwargs={"slug": SLUG})


@pytest.fixture
def desk() -> Client:
    """Division A has #4 Dov, who is in the register, and #3 Dov, who is another person."""
    new_event(divisions="AB")
    give(AddPlayer(key="dov", given_name="Dov"))
    give(ChangeEntry(**A, entry=3, name="Dov"))
    give(ChangeEntry(**A, entry=4, player="dov"))
    return signed_in("dora")


def link(where: dict[str, Any], entry: int) -> None:
    give(LinkPlayers(**where, links=(PlayerLink(entry=entry, member=1, player="dov"),)))


def dov_in_b() -> Entry:
    give(AddEntry(**B, members=(Member(name="Dov"),)))
    return Entry.objects.get(division__name="B", name="Dov")


def chosen(desk: Client, division: str) -> str:
    page = desk.get(LINK, {"division": division}).text
    found = re.search(r"Who Dov is</label>.*?<option [^>]*selected>([^<]*)<", page, re.DOTALL)
    assert found is not None
    return found[1]


def linked() -> list[int]:
    members = EntryMember.objects.filter(player="dov").order_by("entry__key")
    return list(members.values_list("entry__key", flat=True))


@pytest.mark.parametrize(
    "ask",
    [lambda: link(A, 3), lambda: give(ChangeEntry(**A, entry=3, player="dov"))],
    ids=["link", "change"],
)
def test_two_who_met_are_not_one_player_though_one_withdrew(
    desk: Client, ask: Callable[[], None]
) -> None:
    publish(1, (4, 3), (1, 2))
    enter(1, 3, 400, 300)
    give(WithdrawEntry(**A, entry=3, from_round=2))
    assert chosen(desk, "A") == "Leave as it is"
    said = "^#3 Dov: #4 Dov is this player, but both were in round 1; nobody can play twice in one"
    with pytest.raises(Refused, match=said):
        ask()
    assert linked() == [4]


def test_a_link_of_earlier_days_is_replayed_as_it_was(desk: Client) -> None:
    publish(1, (4, 3), (1, 2))
    give(WithdrawEntry(**A, entry=3, from_round=2))
    links = (PlayerLink(entry=3, member=1, player="dov"),)
    give(LinkPlayers(**A, links=links), recorded={"players": ["dov"]})
    assert linked() == [3, 4]


def test_a_namesake_of_the_same_division_is_offered_and_not_chosen(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=3, from_round=1))
    assert chosen(desk, "A") == "Leave as it is"
    page = words(desk.get(LINK, {"division": "A"}))
    assert "Choose Dov if this is #4 Dov of division A again." in page
    link(A, 3)
    assert linked() == [3, 4]


def test_a_number_in_another_division_says_that_it_is_the_same_person(desk: Client) -> None:
    give(AddPlayer(key="eve", given_name="Dov", family_name="Ince", association_number="AA17"))
    give(ChangeEntry(**A, entry=4, player="eve"))
    give(WithdrawEntry(**A, entry=4, from_round=1))
    give(AddEntry(**B, members=(Member(name="Dov"),), association_number="AA17"))
    assert chosen(desk, "B").startswith("Dov Ince (")


def test_a_round_that_was_missed_is_no_round_played(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=3, from_round=1))
    give(WithdrawEntry(**A, entry=2, from_round=1))
    publish(1, (4, 1))
    give(WithdrawEntry(**A, entry=4, from_round=2))
    give(ReinstateEntry(**A, entry=3, from_round=2))
    link(A, 3)
    assert linked() == [3, 4]


def test_the_page_offers_nobody_whom_one_of_his_entries_keeps_from_it(desk: Client) -> None:
    publish(1, (4, 3), (1, 2))
    give(WithdrawEntry(**A, entry=4, from_round=2))
    back = dov_in_b()
    link(B, back.key)
    give(WithdrawEntry(**A, entry=3, from_round=2))
    assert "player:dov" not in desk.get(LINK, {"division": "A"}).text
    with pytest.raises(Refused, match=r"^#3 Dov: #4 Dov is this player"):
        link(A, 3)


def test_a_withdrawn_entry_does_not_come_back_beside_another_of_its_player(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=4, from_round=1))
    other = dov_in_b()
    link(B, other.key)
    said = f"who can play in only one entry at a time; withdraw #{other.number} Dov first"
    with pytest.raises(Refused, match=said):
        give(ReinstateEntry(**A, entry=4, from_round=1))
    with pytest.raises(Refused, match=said):
        undo(entries_of()[-3].seq)
    give(WithdrawEntry(**B, entry=other.number, from_round=1))
    give(ReinstateEntry(**A, entry=4, from_round=1))
    with pytest.raises(Refused, match="withdraw #4 Dov first"):
        undo(entries_of()[-2].seq)


def test_a_return_that_was_undone_is_not_done_again_beside_another_entry(desk: Client) -> None:
    give(WithdrawEntry(**A, entry=4, from_round=1))
    give(ReinstateEntry(**A, entry=4, from_round=1))
    undo()
    link(B, dov_in_b().key)
    with pytest.raises(Refused, match="who can play in only one entry at a time"):
        undo(entries_of()[-3].seq)


def test_who_missed_check_in_is_not_withdrawn_for_he_may_still_come(desk: Client) -> None:
    give(CheckIn(**A, not_here=(3,)))
    assert "player:dov" not in desk.get(LINK, {"division": "A"}).text
    with pytest.raises(Refused, match=r"^#3 Dov: Dov is already entered, as #4 Dov"):
        link(A, 3)


def test_nobody_plays_elsewhere_while_he_may_still_arrive_here(desk: Client) -> None:
    give(CheckIn(**A, not_here=(4,)))
    other = dov_in_b()
    give(WithdrawEntry(**B, entry=other.number, from_round=1))
    link(B, other.key)
    with pytest.raises(Refused, match="withdraw #4 Dov first"):
        give(ReinstateEntry(**B, entry=other.number, from_round=1))
    give(ArriveLate(**A, entry=4, from_round=1))
    assert not Entry.objects.get(key=4).away
