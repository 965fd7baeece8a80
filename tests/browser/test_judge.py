"""The judge in a real browser: by keyboard alone, and without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lexicon.commands.judge import ChangeJudge, CloseJudge
from tests.apps.lexicon.stations import PIN, give, station
from tests.browser.conftest import here
from tests.browser.judging import (
    asked,
    at,
    clear,
    goes_on,
    judge,
    judged,
    ready,
    rulings,
    stand_still,
    verdict,
)

__all__ = ["judge"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_play_is_typed_confirmed_judged_and_cleared_by_keyboard_alone(judge: Page) -> None:
    judge.keyboard.type("cat")
    judge.keyboard.press("Enter")
    judge.keyboard.type("za")
    assert judge.input_value("#words") == "cat\nza"
    judge.keyboard.press("Tab")
    expect(judge.locator("h1:focus")).to_have_text("Opponent: is this what was played?")
    assert judge.locator(".judge-words li").all_inner_texts() == ["CAT", "ZA"]
    judge.keyboard.press("Enter")
    judge.keyboard.press("Escape")
    expect(judge.locator("#words:focus")).to_have_value("CAT\nZA")
    assert rulings() == 0
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judged(judge)
    expect(judge.locator("h1:focus")).to_contain_text("ACCEPTABLE")
    assert rulings() == 1
    clear(judge)
    assert verdict(judge, "cat\nzza") == "UNACCEPTABLE"
    clear(judge)
    assert judge.url.endswith("/judge/")


def test_a_key_that_is_held_down_neither_judges_nor_clears(judge: Page) -> None:
    stand_still(judge)
    judge.keyboard.type("cat")
    for times, step in enumerate(("confirming", "verdict"), start=1):
        judge.keyboard.down("Tab")
        at(judge, step)
        for _ in range(20):
            judge.keyboard.down("Tab")
        goes_on(judge, 2000)
        judge.keyboard.down("Tab")
        at(judge, step)
        assert asked(judge) == times
        judge.keyboard.up("Tab")
    assert rulings() == 1


def test_two_quick_presses_neither_judge_what_nobody_saw_nor_clear_a_verdict(judge: Page) -> None:
    stand_still(judge)
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    assert asked(judge) == 1
    judge.get_by_role("button", name="Yes: judge the play").click()
    at(judge, "verdict")
    judge.keyboard.press("Tab")
    at(judge, "verdict")


def test_enter_never_judges_wherever_the_focus_is(judge: Page) -> None:
    stand_still(judge)
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    at(judge, "confirming")
    judge.locator('[value="rule"]').focus()
    judge.keyboard.press("Enter")
    at(judge, "confirming")
    assert (asked(judge), rulings()) == (1, 0)
    judge.get_by_role("button", name="Yes: judge the play").click()
    at(judge, "verdict")


def test_the_verdict_goes_by_itself_and_a_reload_keeps_the_judge_and_nothing_else(
    judge: Page,
) -> None:
    give(ChangeJudge(station="hall-1", clears_after_s=3))
    assert verdict(judge, "cat") == "ACCEPTABLE"
    expect(judge.locator("#words:focus")).to_have_value("")
    assert verdict(judge, "dog") == "ACCEPTABLE"
    judge.reload()
    ready(judge)
    assert verdict(judge, "tac") == "UNACCEPTABLE"


def test_what_cannot_be_judged_is_typed_again(judge: Page) -> None:
    judge.keyboard.type("c4t")
    judge.keyboard.press("Tab")
    expect(judge.locator("#wrong")).to_have_text("In c4t, the character 4 is on no tile.")
    expect(judge.locator("#words:focus")).to_have_value("c4t")
    judge.keyboard.press("Control+A")
    assert verdict(judge, "cat") == "ACCEPTABLE"


def test_the_director_frees_the_device_by_keys_and_the_pin_and_nobody_else_does(
    judge: Page, live_server: Any
) -> None:
    judge.goto(f"{live_server.url}/desk/")
    ready(judge)
    assert judge.url.endswith("/judge/")
    judge.keyboard.press("Shift+Tab")
    while "Director" not in here(judge):
        judge.keyboard.press("Shift+Tab")
    judge.keyboard.press("Enter")
    expect(judge.locator("#pin:focus")).to_have_count(1)
    judge.keyboard.type("0000")
    judge.keyboard.press("Enter")
    expect(judge.locator("#wrong")).to_have_text("That is not the PIN.")
    judge.keyboard.type(PIN)
    judge.keyboard.press("Enter")
    expect(judge.locator("h1")).to_have_text("Make this device a judge")
    judge.goto(live_server.url)
    assert judge.url == f"{live_server.url}/"


def test_closing_the_station_frees_a_device_at_its_next_step(judge: Page) -> None:
    give(CloseJudge(station="hall-1"))
    judge.keyboard.type("cat")
    judge.keyboard.press("Tab")
    expect(judge.locator("h1")).to_have_text("Make this device a judge")


def test_without_scripts_the_judge_works_by_its_buttons(plain: Page, live_server: Any) -> None:
    station(clears_after_s=3)
    plain.goto(f"{live_server.url}/judge/")
    plain.check("input[name=station]")
    plain.fill("#pin", PIN)
    plain.get_by_role("button", name="Make this device a judge").click()
    plain.fill("#words", "cat\nza")
    plain.keyboard.press("Tab")
    plain.keyboard.press("Enter")
    expect(plain.locator(".judge-words")).to_contain_text("CAT")
    plain.get_by_role("button", name="No: type again").click()
    expect(plain.locator("#words")).to_have_value("CAT\nZA")
    plain.get_by_role("button", name="Show them to the opponent").click()
    plain.get_by_role("button", name="Yes: judge the play").click()
    expect(plain.locator("h1")).to_contain_text("ACCEPTABLE")
    expect(plain.locator("#words")).to_have_value("")
    plain.get_by_role("link", name="Director").click()
    plain.fill("#pin", PIN)
    plain.get_by_role("button", name="Free this device").click()
    expect(plain.locator("h1")).to_have_text("Make this device a judge")
