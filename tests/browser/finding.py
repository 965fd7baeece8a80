"""Players found by name on the pages of an event, and told of while results come in."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import visit
from tests.builders.events import give
from tournaments.results.commands.results import EnterResult

NEWS = "() => { document.dispatchEvent(new Event('live')) }"
LATER = "() => { const { now } = Date; Date.now = () => now() + 31_000 }"


def a_name_is_found(page: Page, event: str) -> None:
    """In the list of a division, and on the page of the event as it is typed and once more."""
    visit(page, event + "A/pairings/names/")
    page.mouse.wheel(0, 300)
    page.locator("#find").click()
    page.keyboard.type("ABBOT cleo")
    expect(page.locator("tbody tr:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Abbot, Cleo"
    visit(page, event + "A/player/1/")
    page.locator("#find").click()
    expect(page.locator(".find-row input")).to_be_focused()
    visit(page, event)
    _nobody_is_left_of_a_name_before(page)
    one = page.locator("#found li").first
    expect(one).to_contain_text(re.compile(r"Division A ·\s+=?\d+\w\w · "))
    _who_is_found_is_told_news_of_and_keeps_the_focus(page)
    one.locator(".found-name a").click()
    expect(page.locator("h1")).to_have_text("Cleo Abbot")
    visit(page, event)
    last = page.locator(".found-last a")
    expect(last).to_contain_text("Cleo Abbot · ")
    box = last.bounding_box()
    assert box is not None
    assert box["height"] >= 43.5
    page.emulate_media(media="print")
    expect(last).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator("#q").fill("x")
    page.locator("#q").fill("")
    expect(last).to_have_count(0)


def _nobody_is_left_of_a_name_before(page: Page) -> None:
    """Find two; a name for which there is no answer leaves none of them; find the two again."""
    page.locator("#q").press_sequentially("ABBOT cleo")
    expect(page.locator("#found li")).to_have_count(2)
    expect(page.get_by_role("status").filter(has_text="2 players")).to_have_count(1)
    page.route("**/find/?q=bob", lambda route: route.fulfill(body="", content_type="text/html"))
    page.locator("#q").fill("bob")
    expect(page.locator("#found li")).to_have_count(0)
    expect(page.locator(".find-count")).to_have_text("")
    page.locator("#q").fill("ABBOT cleo")
    expect(page.locator("#found li")).to_have_count(2)


def _who_is_found_is_told_news_of_and_keeps_the_focus(page: Page) -> None:
    """Have the game of one who is found come in: the search is asked once in 30 s, focus stays."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).query))
    page.locator("#found .found-name a").first.focus()
    in_round = partial(EnterResult, event="spring", division="A", round=3)
    give(in_round(entry=3, score=402, opponent_score=377))
    for what in (NEWS, LATER, NEWS, NEWS):
        page.evaluate(what)
    expect(page.locator("#found li").first).to_contain_text("402–377")
    assert page.evaluate("document.activeElement.textContent") == "Cleo Abbot"
    searches = [query for query in asked if query]
    assert searches == ["q=ABBOT+cleo"], "its answers are stored nowhere"
