"""Moving an entry to another division, taking it back and doing it again."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.errors import Refused
from people.commands import AddPlayer
from tests.builders.events import a_division, a_published_round, give, undo
from tests.builders.grounds import built_once
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Entry

pytestmark = [pytest.mark.both_databases("constraints"), pytest.mark.django_db]

A: dict[str, Any] = {"event": "open", "division": "A"}
B: dict[str, Any] = {"event": "open", "division": "B"}


@pytest.fixture(autouse=True)
@built_once
def an_event() -> None:
    """An event without divisions, and one player whom the register has."""
    give(CreateEvent(event="open", name="Open"))
    for name in ("Ada", "Bea"):
        give(AddPlayer(key=name.lower(), given_name=name, family_name="Abbot"))


def numbers(division: str) -> list[tuple[int, str]]:
    """Returns who has which number in a division, best first by rating and then by the number."""
    held = Entry.objects.filter(division__name=division).order_by("-rating", "number")
    return list(held.values_list("number", "name"))


@pytest.mark.parametrize("others", [0, 2, 6])
def test_a_move_before_round_one_is_undone_and_redone_and_numbers_follow_the_seeding(
    others: int,
) -> None:
    a_division("open", "A", players=6)
    a_division("open", "B", players=others)
    before = numbers("A"), numbers("B")
    move = give(MoveEntry(**A, entry=3, to="B")).seq
    moved = numbers("A"), numbers("B")
    assert [len(each) for each in moved] == [5, others + 1]
    for _ in range(2):
        move = undo("event:open", move).seq
        assert (numbers("A"), numbers("B")) == before
        move = undo("event:open", move).seq
        assert (numbers("A"), numbers("B")) == moved
        for each in moved:
            assert [number for number, _ in each] == list(range(1, len(each) + 1))


def test_a_move_out_of_a_division_that_is_not_begun_into_one_in_play_comes_back() -> None:
    a_division("open", "A", players=6)
    a_division("open", "B", players=4)
    a_published_round("open", "B", 1, players=4)
    before = numbers("A"), numbers("B")
    move = give(MoveEntry(**A, entry=3, to="B", confirmed=True)).seq
    moved = numbers("A"), numbers("B")
    assert sorted(number for number, _ in moved[1]) == [1, 2, 3, 4, 5]
    again = undo("event:open", move).seq
    assert (numbers("A"), numbers("B")) == before
    undo("event:open", again)
    assert (numbers("A"), numbers("B")) == moved


def a_moved_player() -> None:
    """Ada of the register played round 1 in division A, and then goes on in B."""
    a_division("open", "A", players=4, registered=[Member(name="Ada Abbot", player="ada")])
    a_division("open", "B", players=2)
    a_published_round("open", "A", 1, players=4)
    give(MoveEntry(**A, entry=1, to="B", confirmed=True))


def test_either_entry_of_a_person_who_moved_after_play_can_be_changed() -> None:
    a_moved_player()
    moved = Entry.objects.get(division__name="B", members__player="ada")
    give(ChangeEntry(**B, entry=moved.number, name="Ada A. Abbot"))
    give(ChangeEntry(**A, entry=1, name="Ada B. Abbot", player="ada"))
    names = Entry.objects.filter(members__player="ada").order_by("key")
    assert list(names.values_list("name", flat=True)) == ["Ada B. Abbot", "Ada A. Abbot"]


def test_nobody_else_becomes_or_is_entered_as_a_person_who_is_in_the_event() -> None:
    a_moved_player()
    for command in (
        ChangeEntry(**B, entry=1, player="ada"),
        AddEntry(**B, members=(Member(name="Ada", player="ada"),)),
    ):
        with pytest.raises(Refused) as refused:
            give(command)
        assert refused.value.code == "player.entered"
    give(ChangeEntry(**B, entry=1, player="bea"))
