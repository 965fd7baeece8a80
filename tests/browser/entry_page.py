"""The entry page as a person without a mouse has it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.apps.tournaments.desk_events import SLUG, account, new_event, publish
from tests.browser.conftest import sign_in_at, visit

PASSWORD = "a long password"


@pytest.fixture
def address(live_server: LiveServer) -> str:
    """The page of round 1, which waits for two results."""
    new_event()
    publish(1, (1, 2), (3, 4))
    account("dora")
    return live_server.url + reverse("desk-enter", kwargs={"slug": SLUG}) + "?division=A&round=1"


def sign_in(page: Page, address: str) -> None:
    """Open the page as Dora, who has signed in."""
    sign_in_at(page, User.objects.get(username="dora"), address)
    visit(page, address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Enter results")


def type_line(page: Page, line: str) -> None:
    """Type a line where the page put the cursor, and send it."""
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def hold_next(page: Page) -> list[Route]:
    """Keep the next line that is sent from the server; return where it then is."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/enter/**", hold, times=1)
    return held


def answered(page: Page) -> None:
    """Wait until every line that was typed is answered."""
    expect(page.locator("#entry[aria-busy=true]")).to_have_count(0)


def press_once_read(page: Page, word: str) -> None:
    """Type a word about the newest line that is not entered, once there was time to read it."""
    expect(page.locator("#todo-lines > li").first).to_have_attribute("data-read", "")
    type_line(page, word)


def accept(page: Page) -> None:
    """Press Enter on the line that was questioned, once there was time to read the question."""
    expect(page.locator("#line[data-answers]")).to_have_count(1)
    page.keyboard.press("Enter")
