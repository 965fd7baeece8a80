"""A club day set up as a new director does it: by the keyboard alone, from nothing to check-in."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.apps.tournaments.setup.test_api_set_ups import people
from tests.browser.conftest import here, press_on, tab_to, visit
from tournaments.models import Entry, SetUpDraft, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long password"
MOST_KEYS, MOST_PAGES = 40, 3


class Director:
    """Somebody at the keyboard; what is pressed is counted, what is typed or pasted is not."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys, self.pages = page, 0, 0

    def press(self, key: str) -> None:
        """Press a key that leads to no other page."""
        self.page.keyboard.press(key)
        self.keys += 1

    def tab_to(self, text: str) -> None:
        """Press Tab until the thing in focus says this."""
        for _ in range(MOST_KEYS):
            if text in here(self.page):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {text!r}")

    def send(self) -> None:
        """Press Enter on what has the focus, which leads to another page."""
        press_on(self.page, "Enter")
        self.keys, self.pages = self.keys + 1, self.pages + 1


def test_a_club_day_takes_few_keys_from_nothing_to_check_in(page: Page, live_server: Any) -> None:
    User.objects.create_user("dora", password=PASSWORD, is_staff=True)
    page.set_viewport_size({"width": 360, "height": 740})
    visit(page, live_server.url + reverse("desk"))
    page.keyboard.type("dora")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    press_on(page, "Enter")
    tab_to(page, "New event")
    director = Director(page)
    director.send()
    # The kind of event is chosen already, and the cursor is in the name.
    page.keyboard.type("Club day")
    for _ in range(8):
        if page.evaluate("document.activeElement.name") == "roster":
            break
        director.press("Tab")
    page.keyboard.insert_text(people(24))
    director.tab_to("Look it over")
    director.send()
    expect(page.locator("main")).to_contain_text("Division A: 24 players")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert here(page) == "Open check-in"
    assert SetUpDraft.objects.get().event == ""
    director.send()
    expect(page.locator("main")).to_contain_text("24 not ticked")
    assert director.pages == MOST_PAGES
    assert director.keys <= MOST_KEYS
    assert Tournament.objects.get().slug == "club-day"
    assert Entry.objects.count() == 24
