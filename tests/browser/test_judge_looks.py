"""The look of every step of the judge: read by all, in its window, with nothing to scroll."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lexicon.casual import casual_list
from lexicon.commands.judge import ChangeJudge
from tests.apps.lexicon.stations import give, station
from tests.browser.conftest import visit
from tests.browser.judging import at, clear, judge, judged, ready, verdict
from tests.browser.looks import (
    EVERY_LOOK,
    NARROW_AND_LIGHT,
    WIDE_AND_LIGHT,
    look_at,
    show_as,
    stays_within,
)

__all__ = ["judge"]

pytestmark = pytest.mark.django_db(transaction=True)

ONE_LINE = "all => all.every(e => e.offsetHeight < 1.5 * parseFloat(getComputedStyle(e).fontSize))"
HIGH = "all => all.map(e => e.getBoundingClientRect().height)"


def test_every_step_can_be_read_by_all_and_fits_its_window(judge: Page) -> None:
    give(ChangeJudge(station="hall-1", lexicon=casual_list().code, second_opinion="SHORT"))
    judge.reload()
    ready(judge)

    def look(name: str, *, words_px: int) -> None:
        look_at(judge, EVERY_LOOK, name, strict=True)
        for look in (WIDE_AND_LIGHT, NARROW_AND_LIGHT):
            show_as(judge, look)
            assert min(size(judge, ".judge *")) >= 14, (name, look)
            assert judge.locator("h1 strong").evaluate_all(ONE_LINE), (name, look)
            assert max(size(judge, "h1, h1 *, textarea, .judge-words")) >= words_px, (name, look)
            assert min(judge.locator("button:visible, a:visible").evaluate_all(HIGH)) >= 48, name

    look("typing", words_px=32)
    judge.keyboard.type("c4t")
    judge.keyboard.press("Tab")
    expect(judge.locator("#wrong")).to_have_count(1)
    look("typed wrongly", words_px=32)
    judge.fill("#words", "aa\nabcdefghijklmno")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    look("confirming", words_px=35)
    judged(judge)
    look("unacceptable", words_px=38)
    clear(judge)
    assert verdict(judge, "cat") == "ACCEPTABLE"
    look("acceptable", words_px=38)
    clear(judge)
    judge.get_by_role("link", name="Director").click()
    at(judge, "leaving")
    look("leaving", words_px=20)


def test_no_step_has_to_be_scrolled(judge: Page) -> None:
    give(ChangeJudge(station="hall-1", rack=8, lexicon=casual_list().code, second_opinion="SHORT"))
    judge.reload()
    judge.fill("#words", "AX CAT CATS DOG OX QUIZ TA ZA ZEBRA".replace(" ", "\n"))
    for step, go_on in (("typing", "Tab"), ("confirming", ""), ("verdict", "")):
        at(judge, step)
        for width, height, unseen in ((1440, 900, 0), (1366, 660, 2), (1024, 600, 4)):
            judge.set_viewport_size({"width": width, "height": height})
            assert judge.evaluate("document.documentElement.scrollHeight") <= height, (step, width)
            if step == "typing":
                assert judge.evaluate("words.scrollHeight - words.clientHeight") <= unseen * 37
        judge.keyboard.press("Tab") if go_on else judged(judge)


def size(page: Page, which: str) -> list[float]:
    """Returns the sizes of the type that can be read, in pixels."""
    found: list[float] = page.locator(which).evaluate_all(
        """all => all.filter(one => one.innerText?.trim() || one.matches("textarea"))
            .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    )
    return found


def test_making_a_device_a_judge_is_open_to_all(site: Page, live_server: Any) -> None:
    station()
    station("hall-2", name="Hall 2", lexicon=casual_list().code)
    visit(site, f"{live_server.url}/judge/")
    look_at(site, (WIDE_AND_LIGHT,))
    stays_within(site, (360,))
