"""A small event directed with the keyboard alone, and the pages of the desk looked at by axe."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from core.journal.undo import says
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, account, enter, new_event, publish, set_up
from tests.browser.conftest import SignIn, press_on, visit
from tests.browser.looks import NARROW_AND_LIGHT, WIDE_AND_DARK, look_at, open_folds
from tests.browser.tabbing import HAS_NAME, IS_READ_OUT, tab_until
from tests.desk_addresses import DESK
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long password"
DONE = [
    "Event Spring made",
    "Division A made: 2 rounds, rule set NASPA",
    "Roster of division A: 4 entries added (Ada, Bea, Cem and 1 more)",
    "Round 1 of A set up: no. 1 Ada v no. 4 Dov, no. 2 Bea v no. 3 Cem",
    "Round 1 of A published",
    "Round 1 of A: no. 1 Ada 423-389 no. 4 Dov",
    "Round 1 of A: no. 3 Cem 350-350 no. 2 Bea",
    "Round 1 of A corrected: no. 3 Cem 351-350 no. 2 Bea, before: 350-350",
    "Undid log 8: Round 1 of A corrected: no. 3 Cem 351-350 no. 2 Bea, before: 350-350",
    "Event closed; still open: division A: only 1 of 2 rounds were published",
]


@pytest.fixture
def dora() -> User:
    return account("dora")


def _keys(page: Page, *keys: str) -> None:
    """Press keys as a person does: words are typed, names of keys in <> are pressed."""
    expect(page.locator("form :focus")).to_have_count(1)
    for key in keys:
        if key.startswith("<"):
            page.keyboard.press(key.strip("<>"))
        else:
            page.keyboard.type(key)


def _go(page: Page, text: str) -> None:
    """Follow the link, or press the button, that says this."""
    tab_until(page, IS_READ_OUT, text, most=60)
    press_on(page, "Enter")


def _tab_to_field(page: Page, name: str) -> None:
    """Press Tab until the field of this name has the focus."""
    tab_until(page, HAS_NAME, name, most=60)


def _send(page: Page, *keys: str) -> None:
    """Type into the form whose first field has the focus, and send it."""
    _keys(page, *keys)
    press_on(page, "Enter")


def test_an_event_is_directed_with_the_keyboard_alone(
    page: Page, live_server: Any, dora: User
) -> None:
    visit(page, live_server.url + reverse("desk"))
    _send(page, "dora", "<Tab>", PASSWORD)
    _go(page, "New event")
    _go(page, "make an event without divisions")
    _send(page, "Spring")
    _go(page, "Make a division")
    _send(page, "A", "<Tab>", "2")
    _go(page, "Add entries")
    for line in ("Ada 1600", "Bea 1590", "Cem 1580", "Dov 1570"):
        _keys(page, line, "<Enter>")
    _go(page, "Check the roster")
    _send(page)
    _go(page, "Overview")
    _go(page, "Rounds")
    _go(page, "Write the pairings of round 1 by hand")
    _keys(page, "1 4", "<Enter>", "2 3")
    _go(page, "Write the pairings of round 1 by hand")
    _send(page)
    _tab_to_field(page, "score")
    _send(page, "423", "<Tab>", "389")
    _send(page, "350", "<Tab>", "350")
    assert "2 of 2 results" in page.inner_text("main")
    _go(page, "Correct board 2")
    _send(page, "<Control+A>", "351", "<Tab>", "350", "<Tab>", "slip misread")
    _go(page, "Log")
    _go(page, "Undo log 8")
    _go(page, "Overview")
    _go(page, "Close the event")
    _send(page)
    assert "division A: only 1 of 2 rounds were published" in page.inner_text("main")
    _send(page)
    assert Tournament.objects.get().closed
    journal = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").order_by("seq")
    assert [says(entry) for entry in journal] == DONE


ROUTES = {str(pattern.name): str(pattern.pattern) for pattern in DESK}
PAGES = [
    ("desk", ""),
    ("desk-new-event", ""),
    ("desk-import", ""),
    ("desk-register", ""),
    ("desk-event", ""),
    ("desk-round", "?division=A&round=1"),
    ("desk-log", ""),
    ("desk-create-division", ""),
    ("desk-add-entry", "?division=A"),
    ("desk-change-entry", "?division=A"),
    ("desk-choose-lexicon", "?division=A"),
    ("desk-set-up-round", "?division=A&round=2"),
    ("desk-publish-round", "?division=A&round=2"),
    ("desk-enter-result", "?division=A&round=1&entry=3"),
    ("desk-correct-result", "?division=A&round=1&entry=1"),
    ("desk-record-sit-out", "?division=A&round=1"),
    ("desk-restore", "?seq=3"),
]


def test_the_pages_of_the_desk_are_open_to_all_and_fit_their_window(
    page: Page, live_server: Any, dora: User, enter_as: SignIn
) -> None:
    new_event(divisions="AB")
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    set_up(2, (1, 3))
    enter_as(page, dora)
    for name, query in PAGES:
        of_event = {"slug": SLUG} if "<slug" in ROUTES[name] else {}
        answer = page.goto(live_server.url + reverse(name, kwargs=of_event) + query)
        assert answer is not None
        assert answer.status == 200
        open_folds(page)
        look_at(page, (NARROW_AND_LIGHT, WIDE_AND_DARK), name)
