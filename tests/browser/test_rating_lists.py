"""A list is imported and its names matched by keyboard alone, without JavaScript, under axe."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ratings.models import NameMatch
from tests.apps.ratings.list_cases import KEY, a_list, a_register, line, meant, take_in
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import SignIn, go, tab_to, visit
from tests.browser.looks import NARROW_AND_LIGHT, WIDE_AND_LIGHT, look_at
from tests.builders.grounds import built_once

pytestmark = pytest.mark.django_db(transaction=True)

LINES = ("Name;Rating", "Ann Smith;1643", "Smyth, Bea;1512", "Stranger, Sam;1200")


def address(name: str, server: Any) -> str:
    return str(server.url) + reverse(name, kwargs={"key": KEY})


@pytest.fixture(autouse=True)
@built_once
def _ground() -> None:
    a_register()
    a_list()


def test_a_list_comes_in_and_its_names_are_matched_by_keyboard_alone(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(page, account("dora", operator=True))
    visit(page, address("desk-list", live_server))
    go(page, "Import a list")
    expect(page.locator("[type=file]:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    for text in LINES:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    go(page, "See who is meant")
    expect(page.locator(":focus")).to_have_text("Import 3 ratings")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, "player")
    page.keyboard.press("ArrowDown")
    go(page, "This is who")
    go(page, "Nobody")
    expect(page.locator(".empty")).to_contain_text("It is known of every name")
    assert NameMatch.objects.get(name="Stranger, Sam").player == ""
    assert meant()["Smyth, Bea"]


def test_without_scripts_a_list_is_looked_at_stored_and_matched(
    plain: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(plain, account("dora", operator=True))
    plain.goto(address("desk-import-ratings", live_server))
    plain.fill("textarea", "\n".join(LINES))
    plain.get_by_role("button", name="See who is meant").click()
    plain.get_by_role("button", name="Import 3 ratings").click()
    plain.get_by_label("Who Smyth, Bea is").select_option("bea")
    plain.get_by_role("button", name="Smyth, Bea is this player").click()
    plain.get_by_role("button", name="Stranger, Sam is nobody in the register").click()
    expect(plain.locator(".empty")).to_contain_text("It is known of every name")
    assert meant() == {"Ann Smith": "ann", "Smyth, Bea": "bea", "Stranger, Sam": ""}


def test_the_pages_of_lists_fit_and_axe_finds_nothing(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(page, account("dora", operator=True))
    take_in(line(1, "Smyth, Bea"), line(2, "Ann Smith"))
    names = ("desk-list", "desk-import-ratings", "desk-unmatched", "desk-change-list")
    addresses = [address(name, live_server) for name in names]
    for where in (live_server.url + reverse("desk-lists"), *addresses):
        visit(page, where)
        look_at(page, (WIDE_AND_LIGHT, NARROW_AND_LIGHT))
