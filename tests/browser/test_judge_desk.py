"""A judge is opened and closed at the desk by keyboard alone, and its pages looked at by axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.urls import reverse
from playwright.sync_api import Page, expect

from lexicon.models import JudgeStation
from tests.apps.tournaments.challenges.judge_events import (
    desk,
    event_with_list,
    free_judge,
    open_judge,
    rule,
    try_pin,
)
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import SignIn, go, tab_to, visit
from tests.browser.looks import NARROW_AND_DARK, WIDE_AND_LIGHT, look_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _ground() -> None:
    event_with_list("AB")


def test_a_judge_is_opened_changed_and_closed_by_keyboard_alone(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(page, account("dora"))
    visit(page, live_server.url + desk("judges"))
    go(page, "Open a judge")
    expect(page.locator("[name=division]:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.type("Door")
    proposed = page.locator("[name=pin]").input_value()
    go(page, "Open a judge")
    expect(page.locator("main")).to_contain_text(f"The PIN is {proposed}.")
    station = JudgeStation.objects.get()
    assert check_password(proposed, station.pin)
    go(page, "Change the judge")
    tab_to(page, "clears_after_s")
    page.keyboard.type("20")
    go(page, "Change the judge")
    expect(page.locator("main")).to_contain_text("disappears after 20 seconds")
    expect(page.locator("main")).not_to_contain_text("The PIN is")
    go(page, "Close the judge")
    expect(page.locator(":focus")).to_have_text("Close the judge")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("This judge is closed")
    station.refresh_from_db()
    assert not station.is_open


def test_without_scripts_the_log_is_read_and_downloaded(
    plain: Page, enter_as: SignIn, live_server: Any
) -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    enter_as(plain, account("dora"))
    plain.goto(live_server.url + desk("judges"))
    plain.get_by_role("link", name="Log of Door").click()
    expect(plain.locator("tbody tr").first).to_contain_text(re.compile(r"unacceptable\s+ZAP QUEEX"))
    with plain.expect_download() as download:
        plain.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename == "judge-door.csv"


def test_the_pages_of_judges_fit_and_axe_finds_nothing(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    station = open_judge()
    free_judge()
    try_pin(station, right=False)
    rule(station, "ZAP", "QUEEX", "FLOOM", "GLIMP")
    enter_as(page, account("dora"))
    of_one = [desk(name, "door") for name in ("judge", "change-judge", "close-judge", "judge-log")]
    of_event = [desk(name) for name in ("judges", "judges-log", "open-judge")]
    free = [reverse("desk-free-judges"), reverse("desk-open-free-judge"), desk("judge", "club")]
    for where in (*of_one, *of_event, *free):
        visit(page, live_server.url + where)
        look_at(page, (WIDE_AND_LIGHT, NARROW_AND_DARK))


def test_the_log_fits_a_sheet_of_paper(page: Page, enter_as: SignIn, live_server: Any) -> None:
    station = open_judge(name="At the door of the hall")
    rule(station, "ZAP", "QUEEX", "FLOOM", "GLIMP", "QUIRB", "VORPALINGS")
    enter_as(page, account("dora"))
    page.set_viewport_size({"width": 703, "height": 1000})
    page.emulate_media(media="print")
    page.goto(live_server.url + desk("judges-log"))
    assert page.evaluate("document.querySelector('.judge-log').scrollWidth") <= 703
    expect(page.get_by_role("link", name="Download as CSV")).not_to_be_visible()
