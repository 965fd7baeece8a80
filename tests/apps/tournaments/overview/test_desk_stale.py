"""Forms of the desk sent from a page that was shown before numbers moved with the seeding."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

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
from tests.pages import words
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

pytestmark = [pytest.mark.both_databases("constraints"), pytest.mark.django_db]

CHANGED = "The list has changed in the meantime; check it again."
A: dict[str, Any] = {"event": SLUG, "division": "A"}
EVERYBODY = (1, 2, 3, 4)


def address(path: str, **more: Any) -> str:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return reverse(f"desk-{path}", kwargs={"slug": SLUG}) + f"?division=A{query}"


def enter(name: str, rating: int) -> None:
    give(AddEntry(**A, members=(Member(name=name),), rating=rating))


def renumber() -> None:
    """Enter somebody who is rated above all, so that everybody's number is one more."""
    enter("Zoe", 2000)
    assert division().entries.get(name="Ada").number == 2


def kept(page: Any, form: str = "") -> dict[str, str]:
    """Return the hidden fields of a form of a page, the first or the one of an id."""
    text = page.content.decode()
    part = text[text.index(f'id="{form}"') if form else 0 :]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', part)
    names: dict[str, str] = {}
    for name, value in found:
        names.setdefault(name, value)
    return {name: names[name] for name in ("token", "numbering", "entry_key") if name in names}


def refused(answer: Any, before: int) -> str:
    """Return the words of a page that refused because the list changed, and did nothing."""
    said = words(answer)
    assert answer.status_code == 422
    assert CHANGED in said
    assert len(entries_of()) == before
    return said


def test_a_button_of_a_stale_page_ticks_who_it_named(desk: Client) -> None:
    page = desk.get(address("players"))
    button = re.search(
        r'name="not_here" value="(\d+)"[^>]*aria-label="Ada is not here"', page.content.decode()
    )
    assert button is not None
    renumber()
    desk.post(address("players"), {**kept(page), "not_here": button[1]})
    assert says(entries_of()[-1]) == "Check-in of division A: #2 Ada not here"


def test_everybody_else_of_a_stale_page_are_those_it_named(desk: Client) -> None:
    page = desk.get(address("players"))
    button = re.search(r'name="here" value="([\d,]+)">Everybody', page.content.decode())
    assert button is not None
    renumber()
    desk.post(address("players"), {**kept(page), "here": button[1]})
    here = division().entries.filter(presence="here").order_by("number")
    assert [entry.name for entry in here] == ["Ada", "Bea", "Cem", "Dov"]


def test_a_tick_of_somebody_who_is_gone_is_refused(desk: Client) -> None:
    enter("Zoe", 2000)
    zoe = division().entries.get(name="Zoe")
    page = desk.get(address("players"))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    before = len(entries_of())
    answer = desk.post(address("players"), {**kept(page), "here": zoe.key})
    refused(answer, before)


def ticked() -> None:
    give(CheckIn(**A, here=EVERYBODY))


@pytest.mark.parametrize(
    "typed", [{"keep": ["1-2"]}, {"together": "1-2"}, {"byes": "1"}, {"absent": "1"}]
)
def test_numbers_of_a_stale_page_pair_nobody(desk: Client, typed: dict[str, Any]) -> None:
    ticked()
    set_up(1, (1, 2), (3, 4))
    page = desk.get(address("round", round=1))
    renumber()
    give(CheckIn(**A, here=(1,)))
    before = len(entries_of())
    sent = {
        **kept(page, "again"),
        "method": "swiss fold",
        "opening": "fold",
        "repeats": "",
        **typed,
    }
    answer = desk.post(address("pair-round", round=1), sent)
    refused(answer, before)
    assert "#2 Ada" in answer.content.decode()
    looked = desk.post(address("pair-round", round=1), {**sent, **kept(answer)})
    assert CHANGED not in looked.content.decode()


@pytest.mark.parametrize(
    ("path", "marks"),
    [("swap-seats", [1, 3]), ("take-apart", [1]), ("record-sit-out", [1])],
)
def test_marks_of_a_stale_draft_move_nobody(desk: Client, path: str, marks: list[int]) -> None:
    set_up(1, (1, 2), (3, 4))
    page = desk.get(address("round", round=1))
    renumber()
    before = len(entries_of())
    sent = {**kept(page, "marked"), "mark": marks, "outcome": "absent"}
    refused(desk.post(address(path, round=1), sent), before)


def test_lines_of_a_stale_page_set_nothing_up(desk: Client) -> None:
    page = desk.get(address("set-up-round", round=1))
    renumber()
    before = len(entries_of())
    answer = desk.post(address("set-up-round", round=1), {**kept(page), "boards": "1 2\n3 4"})
    refused(answer, before)


def test_a_withdrawal_of_a_stale_page_asks_to_look_again(desk: Client) -> None:
    page = desk.get(address("withdraw-entry", entry=1))
    renumber()
    before = len(entries_of())
    sent = {**kept(page), "entry": 1, "from_round": 1}
    answer = desk.post(address("withdraw-entry", entry=1), sent)
    assert "#1 Zoe" in refused(answer, before)


def test_a_guided_step_of_a_stale_page_is_refused(desk: Client) -> None:
    give(CheckIn(**A, not_here=(4,)))
    set_up(1, (1, 2))
    page = desk.get(address("arrival", round=1, entry=4))
    renumber()
    before = len(entries_of())
    sent = {**kept(page), "entry": 4, "from_round": 1}
    refused(desk.post(address("arrive-late"), sent), before)


def test_a_change_is_of_the_person_whom_the_form_named(desk: Client) -> None:
    page = desk.get(address("change-entry", entry=1))
    renumber()
    sent = {**kept(page), "name": "Ada", "rating": 1650}
    desk.post(address("change-entry", entry=1), sent)
    assert says(entries_of()[-1]) == "No. 2 Ada: rating now 1650 (before: 1600)"


def test_a_change_of_somebody_who_is_gone_is_refused_however_often(desk: Client) -> None:
    enter("Zoe", 2000)
    page = desk.get(address("change-entry", entry=1))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    before = len(entries_of())
    sent = {**kept(page), "name": "Zoe Zett", "rating": 2000}
    answer = desk.post(address("change-entry", entry=1), sent)
    refused(answer, before)
    again = desk.post(address("change-entry", entry=1), {**sent, **kept(answer)})
    refused(again, before)


def test_who_is_entered_below_all_others_makes_no_page_stale(desk: Client) -> None:
    page = desk.get(address("withdraw-entry", entry=1))
    enter("Zoe", 0)
    sent = {**kept(page), "entry": 1, "from_round": 1}
    desk.post(address("withdraw-entry", entry=1), sent)
    assert says(entries_of()[-1]) == "No. 1 Ada withdrawn from round 1 on"


def test_who_is_entered_after_round_1_makes_no_page_stale(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    page = desk.get(address("withdraw-entry", entry=1))
    give(AddEntry(**A, members=(Member(name="Zoe"),), rating=2000, confirmed=True))
    sent = {**kept(page), "entry": 1, "from_round": 2}
    desk.post(address("withdraw-entry", entry=1), sent)
    assert says(entries_of()[-1]) == "No. 1 Ada withdrawn from round 2 on"


def test_a_mark_that_nobody_made_is_refused(desk: Client) -> None:
    token, before = hidden(desk.get(address("withdraw-entry")).content), len(entries_of())
    sent = {"token": token, "numbering": "x", "entry": 1, "from_round": 1}
    refused(desk.post(address("withdraw-entry"), sent), before)
