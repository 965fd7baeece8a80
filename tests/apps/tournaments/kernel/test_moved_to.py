"""Entries moved to another division after play: counted there, and nowhere called withdrawn."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from core.journal.undo import UndoEntry
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    dov_moved,
    enter,
    entries_of,
    give,
    publish,
    signed_in,
)
from tests.pages import words, words_at
from tournaments.entries.commands.entries import ReinstateEntry, WithdrawEntry
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db

A: dict[str, Any] = {"event": SLUG, "division": "A"}
DESK = ("desk-event", "desk-players", "desk-round")


@pytest.fixture
def moved() -> Tournament:
    """An event in whose round 1 Dov lost to Cem in A; he goes on in B."""
    return dov_moved()


def _read(client: Client, name: str, **more: Any) -> str:
    asked = {"division": "A"} | ({"round": 2} if name == "desk-round" else {})
    return words(client.get(reverse(name, kwargs={"slug": SLUG, **more}), asked))


def test_the_desk_counts_who_moved_in_his_new_division_and_says_where_he_is(
    moved: Tournament,
) -> None:
    client = signed_in("dora")
    overview = _read(client, "desk-event")
    assert "Division A 3 entries, 1 moved to B; 3 rounds" in overview
    assert "Division B 5 entries; 3 rounds" in overview
    assert "3 here 1 moved to B" in _read(client, "desk-players")
    publish(2, (1, 3), byes=(2,))
    assert "#4 Dov (moved to B)" in _read(client, "desk-round")
    for name in DESK:
        assert "withdrawn" not in _read(client, name), name


def test_public_pages_and_paper_say_that_he_moved(moved: Tournament) -> None:
    publish(2, (1, 3), byes=(2,))
    enter(2, 1, 400, 300)
    client = Client()
    for name, more in (
        ("latest-standings", {}),
        ("wallchart", {}),
        ("scorecard", {"number": 4}),
    ):
        page = words_at(client, reverse(name, kwargs={"slug": SLUG, "division": "A", **more}))
        assert "moved to B" in page, name
        assert "withdrawn" not in page, name
    home = words_at(client, reverse("event", kwargs={"slug": SLUG}))
    assert "3 entries" in home
    assert "5 entries" in home
    roster = _read(signed_in("dora"), "desk-document", document="roster")
    assert "moved to B from round 2" in roster
    said = StringIO()
    call_command("standings", SLUG, "--division", "A", stdout=said)
    assert "moved to B" in said.getvalue()


def test_who_is_back_or_withdraws_later_did_not_move(moved: Tournament) -> None:
    def word() -> str:
        return load_sheet(division()).entries[4].left_word

    assert word() == "moved to B"
    move = entries_of()[-1].seq
    give(UndoEntry(journal=f"event:{SLUG}", seq=move))
    assert word() == ""
    give(UndoEntry(journal=f"event:{SLUG}", seq=move + 1))
    assert word() == "moved to B"
    publish(2, (1, 3), byes=(2,))
    give(ReinstateEntry(**A, entry=4, from_round=3, confirmed=True))
    assert word() == ""
    give(WithdrawEntry(**A, entry=4, from_round=3))
    assert word() == "withdrawn"


def test_nothing_more_is_asked_where_nobody_left(
    moved: Tournament, django_assert_num_queries: Any
) -> None:
    def asked_for() -> Division:
        return Division.objects.select_related("tournament").get(name="A")

    held = asked_for()
    with django_assert_num_queries(6):
        load_sheet(held)
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    held = asked_for()
    with django_assert_num_queries(5):
        load_sheet(held)
