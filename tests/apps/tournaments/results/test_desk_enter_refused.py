"""The refusals of the entry page: in one sentence, with the line kept and nothing written."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.results.entry_lines import asked, dora, published, typed
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

__all__ = ["dora", "published"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Type a result, for example 7 423 389"),
        ("hello", "A line cannot begin with hello"),
        ("1 423", "Type both scores"),
        ("9 423 389", "Division A has no entry no. 9."),
        ("b9 423 389", "Round 1 has no board 9."),
        (
            "1 423 4 389",
            "are not paired in round 1: no. 1 meets no. 2 (Bea), no. 4 meets no. 3 (Cem).",
        ),
        (
            "1 423 390 389",
            "Too many numbers: 1 423 390, or 1 423 <opponent’s number> 389.",
        ),
        ("1 423 18 389", "Division A has no entry no. 18."),
        ("1 423 99 389", "Division A has no entry no. 99."),
        (
            "1 423 100 389",
            "Too many numbers: 1 423 100, or 1 423 <opponent’s number> 389.",
        ),
        ("Cem 400 350", "Type the number: no. 3 is Cem."),
        ("cem 400 350", "Type the number: no. 3 is Cem."),
        ("Hello 400 350", "A line cannot begin with Hello;"),
        ("Bo 400 350", "Bo is neither an entry (7) nor a board (b12)."),
        ("1 423 Bea", "Bea is not a score."),
        ("ff 1 4", "No. 1 and no. 4 are not paired."),
        ("1 -150 400", "A score must be between -149 and 1499; -150 is not."),
        ("1 1500 400", "1500 is not."),
        ("1 bye", "No. 1 has an opponent in round 1"),
        ("9 penalty -5 why", "Division A has no entry no. 9."),
        ("u", "You have entered nothing in round 1 to undo."),
        ("r 9", "Division A has rounds 1 to 3."),
        ("d Z", "There is no division Z; choose one of A."),
    ],
)
def test_a_wrong_line_is_refused_in_a_sentence_and_kept(dora: Client, line: str, said: str) -> None:
    before = len(entries_of())
    answer = typed(dora, line)
    assert said in asked(answer)
    page = answer.content.decode()
    assert re.search('<input id="line" name="line" value=""[^>]* autofocus', page)
    assert not line or f"<code>{line}</code>" in page
    assert hidden(answer.content, "last") == line
    assert len(entries_of()) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("eva 400 350", "Type the number: no. 5 is Eva Dunn, no. 6 is Eva Émile."),
        ("Eva dunn 400 350", "Type the number: no. 5 is Eva Dunn."),
        ("émile 400 350", "Type the number: no. 6 is Eva Émile."),
    ],
)
def test_any_part_of_a_name_leads_to_its_numbers(dora: Client, line: str, said: str) -> None:
    for name in ("Eva Dunn", "Eva Émile"):
        give(AddEntry(event=SLUG, division="A", members=(Member(name=name),), confirmed=True))
    assert said in asked(typed(dora, line))


def test_an_entry_with_a_bye_has_no_result_to_enter() -> None:
    new_event()
    publish(1, (1, 2), byes=(3,), absent=(4,))
    dora = signed_in("dora")
    assert "No. 3 meets nobody in round 1." in asked(typed(dora, "3 423 389"))
    assert "no. 3 meets nobody" in asked(typed(dora, "1 423 3 389"))


def test_a_closed_event_takes_nothing(dora: Client) -> None:
    enter(1, 1, 400, 380)
    give(CloseEvent(event=SLUG, confirmed=True))
    assert "The event is closed" in asked(typed(dora, "3 423 389"))
    assert "The event is closed" in asked(typed(dora, "1 423 389 ! why"))
