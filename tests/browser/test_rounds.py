"""A round from its pairing to its repair, with the keyboard alone, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from core.journal.undo import says
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    enter,
    entries_of,
    give,
    new_event,
    publish,
    set_up,
)
from tests.browser.conftest import SignIn, go, here, press_here, settle, tab_to, visit
from tests.browser.looks import NARROW_AND_DARK, WIDE_AND_LIGHT, look_at, open_folds
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

pytestmark = pytest.mark.django_db(transaction=True)

A: dict[str, Any] = {"event": SLUG, "division": "A"}


@pytest.fixture
def dora() -> User:
    """Dora, who directs an event of five who are all here."""
    dora = account("dora")
    new_event()
    give(AddEntry(**A, members=(Member(name="Eve"),), rating=1000))
    give(CheckIn(**A, here=(1, 2, 3, 4, 5)))
    return dora


def test_a_round_is_paired_arranged_published_and_repaired_by_keys(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(page, dora)
    visit(page, live_server.url + reverse("desk-round", args=(SLUG,)) + "?division=A&round=1")
    assert "Pair round 1: 5 players on 2 boards and a bye" in here(page)
    press_here(page, "Enter")
    assert here(page) == "mark 1"
    page.keyboard.press("x")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert here(page) == "mark 2"
    page.keyboard.press("x")
    press_here(page, "s")
    assert here(page) == "mark 2"
    page.keyboard.press("l")
    press_here(page, "g")
    assert here(page) == "mark 2"
    page.keyboard.press("ArrowRight")
    assert here(page) == "mark 5"
    page.keyboard.press("x")
    press_here(page, "t")
    assert "a seat for #5 Eve" in page.inner_text("main")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    press_here(page, "b")
    press_here(page, "p")
    assert "What everybody will see" in page.inner_text("main")
    press_here(page, "Enter")
    assert "0 of 2 results" in page.inner_text("main")
    _repair(page)


def _repair(page: Page) -> None:
    """Let the bye take the place of somebody who did not come."""
    go(page, "Somebody did not come")
    go(page, "#4 Dov (")
    assert "All other boards stay as they are" in page.inner_text("main")
    go(page, "Let #5 Eve play: a forfeit")
    assert "changed" in page.inner_text("main")
    assert says(entries_of()[-1]).endswith("no. 4 Dov and no. 5 Eve changed places")
    assert [entry.command for entry in entries_of()[8:]] == [
        "round.paired",
        "round.seats_swapped",
        "round.paired",
        "round.board_taken_apart",
        "sit_out.recorded",
        "round.published",
        "round.seats_swapped",
    ]


def _draft(page: Page, live_server: Any) -> None:
    """Open a draft with a board, two who wait and a bye, as it is set up anew."""
    set_up(1, (1, 2), byes=(5,))
    visit(page, live_server.url + reverse("desk-round", args=(SLUG,)) + "?division=A&round=1")


# What a key does to one marked player who is paired, who waits, and who has the bye.
KEYS = {
    "s": ("Mark two", "Mark two", "Mark two"),
    "w": ("Mark two", "Mark two", "Mark two"),
    "t": ("split, no. 1 Ada and no. 2 Bea wait", "No. 3 is not at a board", "no. 5 Eve waits"),
    "b": ("no. 1 Ada has a bye", "no. 3 Cem has a bye", "This would change nothing"),
    "a": ("no. 1 Ada is absent", "no. 3 Cem is absent", "no. 5 Eve is absent"),
}


@pytest.mark.parametrize(("at", "number"), [(0, 1), (1, 3), (2, 5)])
def test_every_key_of_the_draft_acts_in_place_or_says_there_why_not(
    page: Page, live_server: Any, dora: User, enter_as: SignIn, at: int, number: int
) -> None:
    enter_as(page, dora)
    for key, all_wanted in KEYS.items():
        wanted = all_wanted[at]
        _draft(page, live_server)
        before = len(entries_of())
        page.focus(f'[type="checkbox"][name="mark"][value="{number}"]')
        page.keyboard.press("x")
        page.keyboard.press(key)
        said = page.locator("#draft-said, .message").filter(has_text=wanted)
        expect(said.first, key).to_be_visible()
        expect(page.locator("[data-draft]"), key).to_have_count(1)
        done = wanted[0].islower()
        assert len(entries_of()) - before == done, (key, wanted)
        settle(page)
        assert here(page) == f"mark {number}", key


def test_a_key_of_the_draft_changes_nothing_while_nobody_is_marked_and_says_what_comes_first(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(page, dora)
    _draft(page, live_server)
    before = len(entries_of())
    for key in KEYS:
        page.reload()
        settle(page)
        page.focus('[type="checkbox"][name="mark"][value="1"]')
        page.keyboard.press(key)
        whom = "one player" if key in "tba" else "two players"
        expect(page.locator("#draft-said"), key).to_have_text(
            f"Mark {whom} first, with x or the space bar; none are marked."
        )
        expect(page.locator('[name="mark"]:checked'), key).to_have_count(0)
        assert len(entries_of()) == before, key


def test_enter_marks_a_player_and_keeps_a_board_and_sends_nothing(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(page, dora)
    _draft(page, live_server)
    before = len(entries_of())
    for box in ('[name="mark"][value="1"]', '[name="keep"][value="1-2"]'):
        page.focus(box)
        page.keyboard.press("Enter")
        expect(page.locator(box)).to_be_checked()
    page.focus('[type="checkbox"][name="mark"][value="3"]')
    page.keyboard.press("l")
    expect(page.locator("#draft-said")).to_have_text("There is no board or bye to keep here.")
    assert len(entries_of()) == before
    # The one that is marked and the one in focus are two.
    press_here(page, "s")
    assert says(entries_of()[-1]).endswith("no. 1 Ada and no. 3 Cem changed places")


@pytest.mark.parametrize("browser_page", ["page", "plain"])
def test_a_late_arrival_is_typed_as_soon_as_the_step_opens(
    request: pytest.FixtureRequest,
    live_server: Any,
    dora: User,
    enter_as: SignIn,
    browser_page: str,
) -> None:
    _played()
    window: Page = request.getfixturevalue(browser_page)
    enter_as(window, dora)
    visit(window, live_server.url + reverse("desk-event", args=(SLUG,)))
    go(window, "Somebody came late")
    assert here(window) == "q"
    window.keyboard.type("Zoe")
    press_here(window, "Enter")
    assert here(window) == "roster"
    press_here(window, "Enter")
    assert says(entries_of()[-1]).startswith("Roster of division A: 1 entry added (Zoe)")


def test_enter_on_a_player_without_scripts_stays_on_the_draft(
    plain: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(plain, dora)
    _draft(plain, live_server)
    plain.focus('[name="mark"][value="1"]')
    press_here(plain, "Enter")
    assert "Mark two players for that; none are marked." in plain.inner_text("main")
    assert plain.locator("[data-draft]").count() == 1


def test_the_same_is_done_without_scripts(
    plain: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    enter_as(plain, dora)
    visit(plain, live_server.url + reverse("desk-round", args=(SLUG,)) + "?division=A&round=1")
    assert "Pair round 1: 5 players on 2 boards and a bye" in here(plain)
    press_here(plain, "Enter")
    for number in (1, 2):
        tab_to(plain, f"mark {number}")
        plain.keyboard.press("Space")
    go(plain, "Swap the two")
    assert says(entries_of()[-1]).endswith("no. 1 Ada and no. 2 Bea changed places")
    go(plain, "Preview and publish")
    press_here(plain, "Enter")
    go(plain, "Swap two seats")
    assert here(plain) == "one"
    plain.keyboard.type("#3")
    tab_to(plain, "two")
    plain.keyboard.type("#4")
    go(plain, "Swap two seats")
    assert "will meet" in plain.inner_text("main")
    press_here(plain, "Enter")
    assert says(entries_of()[-1]).endswith("no. 3 Cem and no. 4 Dov changed places")
    assert "changed" in plain.inner_text("main")


def _played() -> None:
    publish(1, (1, 2), (3, 4), byes=(5,))
    enter(1, 1, 400, 380)
    enter(1, 3, 400, 380)


STATES: dict[str, Callable[[], None]] = {
    "planned": lambda: None,
    "draft": lambda: set_up(1, (1, 2), byes=(3,)),
    "published": lambda: publish(1, (1, 2), (3, 4), byes=(5,)),
    "complete": _played,
}


PAGES = (
    ("round", ""),
    ("publish-round", ""),
    ("pair-round", ""),
    ("swap-seats", ""),
    ("record-played", ""),
    ("no-show", "&entry=4"),
    ("departure", "&entry=4"),
    ("arrival", ""),
    ("change-rounds", ""),
)


@pytest.mark.parametrize("state", STATES)
def test_the_pages_of_a_round_are_open_to_all_in_every_state(
    page: Page, live_server: Any, dora: User, enter_as: SignIn, state: str
) -> None:
    STATES[state]()
    enter_as(page, dora)
    for path, more in PAGES if state in ("draft", "published") else PAGES[:1]:
        address = reverse(f"desk-{path}", args=(SLUG,)) + f"?division=A&round=1{more}"
        answer = page.goto(live_server.url + address)
        assert answer is not None
        assert answer.status == 200
        open_folds(page)
        look_at(page, (WIDE_AND_LIGHT, NARROW_AND_DARK), path)
