"""The steps of a judge in a real browser: becomes one, and types, confirms and clears a play."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.models import JournalEntry
from tests.apps.lexicon.stations import PIN, station
from tests.browser.conftest import tab_to, visit


def become_judge(page: Page, address: str) -> Page:
    """Makes a browser a judge by keyboard alone."""
    visit(page, f"{address}/judge/")
    tab_to(page, "station")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    return ready(page)


def ready(page: Page) -> Page:
    """Waits until the judge takes keys, and nobody has typed anything."""
    expect(page.locator("html[data-keys=on]")).to_have_count(1)
    expect(page.locator("#words:focus")).to_have_value("")
    return page


@pytest.fixture
def judge(site: Page, live_server: Any) -> Page:
    """A browser that was made a judge of the only station."""
    station()
    return become_judge(site, live_server.url)


_STANDS_STILL = """{
  let now = 0;
  performance.now = () => now;
  window.goOn = (ms) => { now += ms; };
  const ask = window.fetch;
  window.asked = 0;
  window.fetch = (...given) => { window.asked += 1; return ask(...given); };
}"""


def stand_still(page: Page) -> None:
    """Loads the judge again with a clock that goes on only when told, and counts what it asks."""
    page.add_init_script(_STANDS_STILL)
    page.reload()
    ready(page)


def goes_on(page: Page, milliseconds: int) -> None:
    """Has the clock of a judge that stands still go on."""
    page.evaluate("(ms) => window.goOn(ms)", milliseconds)


def asked(page: Page) -> int:
    """Returns how often a judge that stands still has asked the server since it was loaded."""
    return int(page.evaluate("window.asked"))


def at(page: Page, step: str) -> None:
    """Wait until the judge is at a step."""
    expect(page.locator(f'[data-judge="{step}"]')).to_have_count(1)


def rulings() -> int:
    """Return how many plays were judged."""
    return JournalEntry.objects.filter(command="judge.ruled").count()


def verdict(page: Page, words: str) -> str:
    """Types a play, has it confirmed and judged by keys, and returns the verdict."""
    page.keyboard.type(words)
    page.keyboard.press("Tab")
    at(page, "confirming")
    judged(page)
    return " ".join(page.locator(".judge-ruling strong").first.inner_text().split())


def judged(page: Page) -> None:
    """Presses Tab until it judges: what is shown for a moment only, nobody has confirmed."""
    while page.locator('[data-judge="confirming"]').count():
        page.keyboard.press("Tab")
        page.wait_for_timeout(100)
    at(page, "verdict")


def clear(page: Page) -> None:
    """Presses a key until the verdict is gone: the first second it stays whatever is pressed."""
    while page.locator('[data-judge="verdict"]').count():
        page.keyboard.press("x")
        page.wait_for_timeout(100)
    expect(page.locator("#words:focus")).to_have_value("")
