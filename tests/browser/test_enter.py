"""Results entered with the keyboard alone, with the script and without, looked at by axe."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, account, entries_of, new_event, publish
from tests.browser.conftest import press_on, settle, visit
from tournaments.models import Result

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long password"
SENTENCES = ["result.entered", "result.entered", "journal.undone", "result.entered"]


@pytest.fixture
def address(live_server: LiveServer) -> str:
    """The page of round 1, which waits for two results."""
    account("dora")
    new_event()
    publish(1, (1, 2), (3, 4))
    return live_server.url + reverse("desk-enter", kwargs={"slug": SLUG}) + "?division=A&round=1"


def _sign_in(page: Page, address: str) -> None:
    visit(page, address)
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    press_on(page, "Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Enter results")


def _press(page: Page, key: str) -> None:
    """Press a key once the line has the cursor, and what the last answer exchanged its script."""
    settle(page)
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.press(key)


def _type(page: Page, line: str) -> None:
    """Type a line where the page put the cursor, and send it."""
    settle(page)
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")


@pytest.mark.console("Autofocus processing was blocked")
def test_a_round_is_entered_corrected_and_undone_by_keyboard_alone(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    echo, said = site.locator("#echo"), site.locator("#entry-said")
    _type(site, "1 423 389")
    expect(echo).to_contain_text("Ada")
    expect(echo).to_contain_text("1–0 +34")
    expect(site.locator("#missing-1")).to_have_count(0)
    expect(site.locator("#entry-progress")).to_contain_text("1 of 2")
    expect(site.locator("#line")).to_have_value("")
    _type(site, "3 99 400")
    expect(said).to_contain_text("99 is under 100.")
    _press(site, "Enter")
    expect(echo).to_contain_text("Dov")
    expect(site.locator("#missing")).to_contain_text("Every result of the round is in.")
    _press(site, "u")
    expect(echo).to_contain_text("undone")
    expect(site.locator("#missing-2")).to_have_count(1)
    _type(site, "3 399 400")
    expect(echo).to_contain_text("399")
    _press(site, ".")
    expect(site.locator("#line")).to_have_value("3 399 400")
    site.keyboard.press("Backspace")
    site.keyboard.type("1 ! misread")
    site.keyboard.press("Enter")
    expect(said).to_contain_text("You typed 399-401.")
    settle(site)
    site.keyboard.press("Tab")
    site.keyboard.press("Escape")
    _press(site, "Enter")
    expect(echo).to_contain_text("401")
    done = [entry.command for entry in entries_of()][-5:]
    assert done == [*SENTENCES, "result.corrected"]
    assert JournalEntry.objects.get(command="result.corrected").reason == "misread"


def test_the_next_slip_typed_before_the_answer_is_not_lost(site: Page, address: str) -> None:
    _sign_in(site, address)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    site.route("**/enter/**", hold, times=1)
    _type(site, "1 423 389")
    expect(site.locator("#entry.htmx-request")).to_have_count(1)
    site.keyboard.type("3 400 ")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#echo")).to_contain_text("Ada")
    expect(site.locator("#line")).to_have_value("3 400 ")
    _type(site, "380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    assert Result.objects.count() == 2


@pytest.mark.console("net::ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
def test_a_server_that_does_not_answer_loses_nothing(page: Page, address: str) -> None:
    _sign_in(page, address)
    page.route("**/enter/**", lambda route: route.abort())
    _type(page, "1 423 389")
    expect(page.locator("#entry-unsent")).to_be_visible()
    expect(page.locator("#line")).to_have_value("1 423 389")
    page.unroute("**/enter/**")
    _press(page, "Enter")
    expect(page.locator("#echo")).to_contain_text("Ada")
    expect(page.locator("#entry-unsent")).to_be_hidden()


def test_without_the_script_every_line_works_the_same(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    _sign_in(page, address)
    for line, shown in (
        ("1 423 389", "1–0 +34"),
        ("u", "undone"),
        ("ff 1", "0–1 −50"),
        ("3 400 380", "1–0 +20"),
    ):
        page.locator("#line").fill(line)
        press_on(page, "Enter")
        if line == "ff 1":
            expect(page.locator("#entry-said")).to_contain_text("wins by forfeit")
            press_on(page, "Enter")
        expect(page.locator("#echo")).to_contain_text(shown)
    page.locator("#line").fill("3 400 385")
    press_on(page, "Enter")
    expect(page.locator("#entry-said")).to_contain_text("You typed 400-385.")
    page.get_by_label("Reason").fill("misread")
    press_on(page, "Enter")
    expect(page.locator("#echo")).to_contain_text("385")
    page.locator("#line").fill("?")
    press_on(page, "Enter")
    expect(page.locator("#help[open]")).to_contain_text("No. 7 did not come;")
    context.close()
    assert entries_of()[-1].reason == "misread"


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_runs_out_of_the_page(
    site: Page, address: str, width: int, scheme: str
) -> None:
    site.set_viewport_size({"width": width, "height": 800})
    site.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    _sign_in(site, address)
    _type(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    _type(site, "1 389 423 ! swapped")
    expect(site.locator("#entry-said")).to_contain_text("It changes who won.")
    settle(site)
    site.get_by_text("Everything a line can say").click()
    site.get_by_text("All boards of round 1").click()
    found = Axe().run(site)
    assert found.violations_count == 0, found.generate_report()
    assert site.evaluate("document.documentElement.scrollWidth") <= width
