"""A challenge is ruled on at the desk by keyboard alone, and its pages looked at by axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.apps.tournaments.challenges.judge_events import desk, open_judge, rule
from tests.apps.tournaments.challenges.ruling_events import HERE, paired_event
from tests.apps.tournaments.desk_events import account, give
from tests.browser.conftest import SignIn, go, press_here, tab_to, visit
from tests.browser.looks import NARROW_AND_DARK, WIDE_AND_LIGHT, look_at
from tournaments.challenges.commands import RulePlay
from tournaments.models import PlayRuling

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = (WIDE_AND_LIGHT, NARROW_AND_DARK)


@pytest.fixture(autouse=True)
def _ground() -> None:
    paired_event("AB")


def test_what_the_judge_said_is_ruled_on_with_three_keys(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    enter_as(page, account("dora"))
    visit(page, live_server.url + desk("event"))
    go(page, "Challenges:")
    expect(page.locator("[name=who]:focus")).to_have_count(1)
    page.keyboard.type("2")
    press_here(page, "Enter")
    expect(page.locator("[role=alert]")).to_contain_text("The tiles go back to #2 Bea")
    expect(page.locator(":focus")).to_have_text("Record the ruling")
    press_here(page, "Enter")
    expect(page.locator(".ruling-echo")).to_contain_text("Ruling 1: unacceptable ZAP QUEEX")
    assert PlayRuling.objects.get().by.name == "Bea"
    # The next one can be typed at once.
    expect(page.locator("[name=who]:focus")).to_have_count(1)


def test_the_lexicon_judges_and_the_director_rules_by_keyboard_alone(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(page, account("dora"))
    visit(page, live_server.url + desk("rulings"))
    page.keyboard.type("cem")
    tab_to(page, "words")
    page.keyboard.type("zap quirb")
    press_here(page, "Enter")
    expect(page.locator(":focus")).to_have_text("Judge and record it")
    press_here(page, "Enter")
    expect(page.locator(".ruling-echo")).to_contain_text("#4 Dov loses the next turn.")
    page.keyboard.type("b1")
    tab_to(page, "verdict")
    page.keyboard.press("ArrowUp")
    tab_to(page, "words")
    page.keyboard.type("queex")
    tab_to(page, "why")
    page.keyboard.type("agreed")
    press_here(page, "Enter")
    expect(page.locator("[name=side]")).to_have_count(2)
    tab_to(page, "side")
    page.keyboard.press("Space")
    press_here(page, "Enter")
    expect(page.locator("[role=alert]")).to_contain_text("Board 1: QUEEX")
    press_here(page, "Enter")
    expect(page.locator("table.rulings tbody tr").first).to_contain_text("dora: agreed")
    assert [one.acceptable for one in PlayRuling.objects.all()] == [True, False]


def test_without_scripts_a_ruling_is_made_and_undone(
    plain: Page, enter_as: SignIn, live_server: Any
) -> None:
    rule(open_judge(), "ZAP")
    enter_as(plain, account("dora"))
    plain.goto(live_server.url + desk("judges-log"))
    plain.get_by_role("link", name="Rule on ZAP").click()
    plain.get_by_label("Whose play").fill("1")
    plain.get_by_role("button", name="Show what follows").click()
    plain.get_by_role("button", name="Record the ruling").click()
    expect(plain.locator(".ruling-echo")).to_contain_text("#2 Bea loses the next turn.")
    plain.get_by_role("link", name="Undo ruling 1").first.click()
    plain.get_by_role("button", name="Undo").click()
    assert not PlayRuling.objects.exists()


def test_the_pages_fit_and_axe_finds_nothing(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    _busy()
    enter_as(page, account("dora"))
    for query in ("", "?done=2", "?division=B"):
        visit(page, live_server.url + desk("rulings", query=query))
        look_at(page, LOOKS)
    visit(page, live_server.url + desk("judges-log"))
    look_at(page, LOOKS)
    visit(page, live_server.url + desk("rulings"))
    page.keyboard.type("b2")
    press_here(page, "Enter")
    look_at(page, LOOKS)
    tab_to(page, "side")
    page.keyboard.press("Space")
    press_here(page, "Enter")
    expect(page.locator(".ruling-foreseen")).to_have_count(1)
    look_at(page, LOOKS)


def test_the_list_fits_a_sheet_of_paper(page: Page, enter_as: SignIn, live_server: Any) -> None:
    _busy()
    enter_as(page, account("dora"))
    page.set_viewport_size({"width": 703, "height": 1000})
    page.emulate_media(media="print")
    page.goto(live_server.url + desk("rulings"))
    assert page.evaluate("document.querySelector('.rulings').scrollWidth") <= 703
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("table.rulings")).to_contain_text(re.compile("Ruling|ruling"))


def _busy() -> None:
    """Have rulings of every kind, and some of a judge that belong to no board."""
    station = open_judge(name="At the door of the hall")
    rule(station, "ZAP", "QUEEX", "FLOOM", "GLIMP")
    rule(station, "VORPALINGS")
    rule(station, "QUIRB")
    give(RulePlay(**HERE, by=1, station="door", station_seq=2, play="8H QUEEX", play_score=48))
    own = RulePlay(**HERE, by=4, words=("SNARKIEST", "ZAP"), acceptable=True, held_s=75)
    give(own, reason="The device had lost its server, and both players agreed on it.")
    give(RulePlay(**HERE, by=3, words=("ZAP",)))
