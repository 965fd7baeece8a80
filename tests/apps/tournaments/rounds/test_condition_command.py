"""The console lists, sets and lifts the conditions on the pairings of a division."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from core.journal.undo import says
from tests.apps.tournaments.desk_events import SLUG, division, entries_of, give
from tests.contract_calls import answer, refusal
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]


def test_a_condition_is_set_and_listed_with_the_numbers_of_its_entries() -> None:
    assert answer("condition", SLUG, "--division", "A") == {"division": "A", "conditions": []}
    told = answer(
        "condition",
        SLUG,
        "--division",
        "A",
        "--set",
        "apart",
        2,
        1,
        "--last",
        2,
        "--note",
        "family",
    )
    [row] = told["conditions"]
    assert row == {
        "kind": "apart",
        "entries": [2, 1],
        "first": 1,
        "last": 2,
        "place": None,
        "seat": None,
        "note": "family",
        "says": "no. 2 Bea and no. 1 Ada never meet (family), through round 2",
        "idle": "",
        "over": False,
    }
    assert says(entries_of()[-1]) == f"Condition in A: {row['says']}"
    assert answer("condition", SLUG, "--division", "A") == told


def test_entries_are_named_by_their_numbers_of_now() -> None:
    answer("condition", SLUG, "--division", "A", "--set", "apart", 2, 1)
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1900))
    [row] = answer("condition", SLUG, "--division", "A")["conditions"]
    assert row["entries"] == [3, 2]
    assert row["says"] == "no. 3 Bea and no. 2 Ada never meet"


def test_a_board_and_a_house_player_are_set_and_a_line_is_lifted_by_its_number() -> None:
    call_command("condition", SLUG, "--division", "A", "--set", "house", "4", stdout=io.StringIO())
    out = io.StringIO()
    call_command(
        *("condition", SLUG, "--division", "A", "--set", "board", "1", "--place", "3"), stdout=out
    )
    assert out.getvalue().splitlines() == [
        "Division A: conditions",
        "  1. no. 1 Ada plays on board 3",
        "  2. no. 4 Dov is a house player",
    ]
    [left] = answer("condition", SLUG, "--division", "A", "--lift", 1)["conditions"]
    assert left["kind"] == "house"
    assert [row["kind"] for row in division().conditions] == ["house"]


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        (("--set", "never", "1", "2"), "usage", "set"),
        (("--set", "apart"), "usage", "set"),
        (("--set", "apart", "1", "Bea"), "usage", "set"),
        (("--set", "apart", "1"), "condition.one_only", "two"),
        (("--set", "apart", "1", "9"), "entry.unknown", "two"),
        (("--set", "bye", "1", "--first", "7"), "round.unknown", "first"),
        (("--lift", "1"), "condition.unknown", "lift"),
    ],
)
def test_what_is_no_condition_is_refused_at_its_place(
    arguments: tuple[str, ...], code: str, field: str
) -> None:
    error = refusal("condition", SLUG, "--division", "A", *arguments)
    assert (error["code"], error["field"]) == (code, field)
    assert division().conditions == []
