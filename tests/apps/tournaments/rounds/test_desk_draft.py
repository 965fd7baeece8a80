"""The actions on marked players of a draft, and the messages where they cannot be done."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from core.journal.errors import Refused
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    entries_of,
    give,
    hidden,
    publish,
    set_up,
)
from tests.apps.tournaments.rounds.round_pages import A, address, round_page
from tests.pages import source, source_at, words
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.results.commands.results import RecordSitOut
from tournaments.rounds.commands.rearranging import PairWaiting

pytestmark = pytest.mark.django_db


def _pairs() -> set[frozenset[int]]:
    sheet = load_sheet(division(), drafts=True)
    return {frozenset(seat.entry for seat in board.seats) for board in sheet.by_round[1]}


def test_two_who_are_marked_change_places_with_one_button(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    page = source_at(desk, address("round", 1))
    form = page[page.index('id="marked"') :]
    token = hidden(form.encode())
    sent = {"token": token, "mark": [2, 3], "do": "swap"}
    answer = desk.post(address("swap-seats", 1), sent)
    assert answer["Location"] == address("round", 1)
    assert _pairs() == {frozenset({1, 3}), frozenset({2, 4})}


@pytest.mark.parametrize("marked", [[2], [1, 2, 3]])
def test_a_swap_of_other_than_two_says_how_many_are_marked(desk: Client, marked: list[int]) -> None:
    set_up(1, (1, 2), (3, 4))
    answer = desk.post(address("swap-seats", 1), {"mark": marked})
    verb = "is" if len(marked) == 1 else "are"
    assert answer.status_code == 422
    assert f"Mark two players for that; {len(marked)} {verb} marked." in words(answer)


def test_a_board_is_taken_apart_and_the_two_get_a_bye_and_an_absence(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    desk.post(address("take-apart", 1), {"mark": [2]})
    assert "a seat for #1 Ada, #2 Bea" in round_page(desk, 1)
    for mark, outcome in ((1, "bye"), (2, "absent")):
        answer = desk.post(address("record-sit-out", 1), {"mark": [mark], "outcome": outcome})
        assert answer.status_code == 302, source(answer)
    assert "Missing:" not in round_page(desk, 1)
    assert [says(entry).split(": ")[1] for entry in entries_of()[-2:]] == [
        "no. 1 Ada has a bye, spread +50",
        "no. 2 Bea is absent, spread -50",
    ]


@pytest.mark.parametrize(
    ("outcome", "word", "spread"), [("bye", "has a bye", "+50"), ("absent", "is absent", "-50")]
)
def test_who_is_paired_in_a_draft_sits_out_at_once_and_the_other_waits(
    desk: Client, outcome: str, word: str, spread: str
) -> None:
    set_up(1, (1, 2), (3, 4))
    sent = {"mark": [1], "outcome": outcome, "on_draft": "1"}
    assert desk.post(address("record-sit-out", 1), sent)["Location"] == address("round", 1)
    last = entries_of()[-1]
    assert says(last) == f"Round 1 of A: no. 1 Ada {word}, spread {spread}; no. 2 Bea waits"
    assert _pairs() == {frozenset({1}), frozenset({3, 4})}
    assert "a seat for #2 Bea" in round_page(desk, 1)
    give(UndoEntry(journal=f"event:{SLUG}", seq=last.seq))
    assert _pairs() == {frozenset({1, 2}), frozenset({3, 4})}


def test_an_absence_is_not_taken_back_once_who_waited_plays_somebody_else(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    give(RecordSitOut(**A, round=1, entry=1, outcome="absent"))
    absence = entries_of()[-1].seq
    give(RecordSitOut(**A, round=1, entry=3, outcome="absent"))
    give(PairWaiting(**A, round=1, one=2, two=4))
    with pytest.raises(Refused):
        give(UndoEntry(journal=f"event:{SLUG}", seq=absence))
    assert frozenset({2, 4}) in _pairs()


def test_who_plays_a_published_round_gets_no_bye(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    before = len(entries_of())
    answer = desk.post(address("record-sit-out", 1), {"entry": 1, "outcome": "bye"})
    assert "has an opponent in the round; enter a result or a forfeit." in words(answer)
    assert len(entries_of()) == before


@pytest.mark.parametrize(
    ("path", "marks", "more", "said"),
    [
        ("swap-seats", [], {}, "Mark two players for that; none are marked."),
        (
            "swap-seats",
            [1, 2],
            {},
            "No. 1 and no. 2 meet each other; to swap their sides, record who went first.",
        ),
        ("swap-seats", [5, 6], {}, "Neither has a seat yet; pair the two waiting players."),
        (
            "pair-waiting",
            [1, 3],
            {},
            "No. 1 is not waiting; split that pair first.",
        ),
        ("take-apart", [5], {}, "No. 5 is not at a board."),
        ("take-apart", ["x"], {}, "No. x is not at a board."),
        ("record-sit-out", [1], {"outcome": "holiday"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_done_with_the_marked_is_said_on_the_draft_where_they_stay_marked(
    desk: Client, path: str, marks: list[Any], more: dict[str, str], said: str
) -> None:
    for name in ("Eve", "Fay"):
        give(AddEntry(**A, members=(Member(name=name),)))
    set_up(1, (1, 2), (3, 4))
    before = len(entries_of())
    sent = {"mark": marks, "on_draft": "1", **more}
    answer = desk.post(address(path, 1), sent)
    page = source(answer)
    assert answer.status_code == 422
    assert len(entries_of()) == before
    assert said in words(answer)
    assert 'id="draft-boards"' in page
    assert re.findall(r'name="mark" value="(\d)" form="marked" checked', page) == [
        str(one) for one in marks if one != "x"
    ]
