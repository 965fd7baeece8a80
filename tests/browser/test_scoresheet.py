"""A game typed by keyboard alone, counted as one types; without scripts, too. Axe looks at it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from games.models import Game
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import SignIn, go, tab_to, visit
from tests.browser.looks import NARROW_AND_LIGHT, WIDE_AND_LIGHT, look_at

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def form(page: Page, enter_as: SignIn, live_server: Any) -> Page:
    """The page on which a game is put on record, with the scoresheet open."""
    enter_as(page, account("dora"))
    visit(page, live_server.url + reverse("desk-new-game"))
    page.keyboard.type("Ann Bell")
    tab_to(page, "name_1")
    page.keyboard.type("Ben Cole")
    tab_to(page, "way")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    tab_to(page, "game-line0-rack")
    return page


def type_line(page: Page, *cells: str) -> None:
    """Type rack, square, tiles and the score on paper, each with Enter."""
    for cell in cells:
        page.keyboard.type(cell)
        page.keyboard.press("Enter")


def of_line(page: Page, number: int, part: str) -> Any:
    return page.locator("[data-line]").nth(number - 1).locator(f"[data-{part}]")


def test_a_game_is_typed_and_handed_in_by_keyboard_alone(form: Page) -> None:
    type_line(form, "", "8D", "QUANT", "")
    expect(of_line(form, 1, "total")).to_have_text("48")
    type_line(form, "", "8A", "ALI(QUANT)", "50")
    expect(of_line(form, 2, "remarks")).to_have_text("It scores 51, not 50.")
    type_line(form, "oidioid", "9G", "OIDIOID", "")
    expect(of_line(form, 3, "said")).to_have_text("OIDIOID, NO, TI (bingo)")
    expect(form.locator("[data-score]")).to_have_text(["117", "51"])
    expect(form.locator("td.tile")).to_have_count(15)
    go(form, "Put the game on record")
    assert form.url.endswith(f"/games/{Game.objects.get().key}/")
    assert [player.name for player in Game.objects.get().players.all()] == ["Ann Bell", "Ben Cole"]


def test_a_mistake_stands_beside_its_field_until_it_is_mended(form: Page) -> None:
    type_line(form, "", "8D", "QUANT", "")
    type_line(form, "", "7A", "ALI(QUANT)", "")
    word = form.locator("[name=game-line1-word]")
    expect(word).to_have_attribute("aria-invalid", "true")
    expect(form.locator("#id_game-line1-word_error")).to_have_text("There is no tile on D7.")
    form.locator("[name=game-line1-where]").fill("8A")
    expect(of_line(form, 2, "total")).to_have_text("51")
    expect(form.locator("#id_game-line1-word_error")).to_have_count(0)


def test_lines_grow_and_whoever_is_to_move_stands_in_the_next(form: Page) -> None:
    expect(form.locator("[data-line]")).to_have_count(8)
    form.locator("[name=game-line7-what]").select_option("pass")
    expect(form.locator("[data-line]")).to_have_count(9)
    form.locator("[name=game-line7-what]").select_option("play")
    type_line(form, "", "8D", "QUZNT", "")
    expect(of_line(form, 1, "total")).to_have_text("66")
    form.locator("[name=game-line1-what]").select_option("off")
    expect(of_line(form, 2, "points")).to_have_text("-66")
    expect(form.locator("[name=game-line1-player]")).to_have_value("0")
    expect(form.locator("[name=game-line2-player]")).to_have_value("1")


def test_the_end_of_the_game_is_written_by_one_button(form: Page) -> None:
    type_line(form, "", "8D", "QUANT", "")
    for number in range(1, 7):
        form.locator(f"[name=game-line{number}-what]").select_option("pass")
        form.locator(f"[name=game-line{number}-rack]").fill("AB")
    button = form.get_by_role("button", name="End the game here")
    expect(button).to_be_visible()
    expect(form.locator("[data-end-lines]")).to_have_text(
        "Ann Bell: Own rack AB; Ben Cole: Own rack AB"
    )
    button.focus()
    form.keyboard.press("Enter")
    expect(form.locator("[data-score]")).to_have_text(["44", "-4"])
    expect(button).to_be_hidden()


@pytest.mark.console("net::ERR_FAILED")
def test_out_of_reach_of_the_server_it_says_so_and_counts_again_later(form: Page) -> None:
    away = form.locator("[data-away]")

    def cut(route: Route) -> None:
        route.abort()

    form.route("**/games/count/", cut)
    type_line(form, "", "8D", "QUANT", "")
    expect(away).to_contain_text("cannot be reached")
    form.unroute("**/games/count/", cut)
    type_line(form, "", "8A", "ALI(QUANT)", "")
    expect(of_line(form, 2, "total")).to_have_text("51")
    expect(away).to_be_hidden()


@pytest.mark.may_say("Autofocus processing was blocked")
def test_without_scripts_the_buttons_count_and_the_game_is_handed_in(
    plain: Page, enter_as: SignIn, live_server: Any
) -> None:
    enter_as(plain, account("dora"))
    plain.goto(live_server.url + reverse("desk-new-game"))
    plain.fill("[name=name_0]", "Ann Bell")
    plain.fill("[name=name_1]", "Ben Cole")
    plain.check("[value=typed]")
    plain.fill("[name=game-line0-where]", "8D")
    plain.fill("[name=game-line0-word]", "QUANT")
    plain.get_by_role("button", name="Count").click()
    expect(of_line(plain, 1, "total")).to_have_text("48")
    plain.fill("[name=game-line1-where]", "8A")
    plain.fill("[name=game-line1-word]", "ALI(QUANT)")
    plain.get_by_role("button", name="Add turns").click()
    expect(plain.locator("[data-line]")).to_have_count(18)
    expect(of_line(plain, 2, "total")).to_have_text("51")
    plain.get_by_role("button", name="Put the game on record").click()
    assert f"/games/{Game.objects.get().key}/" in plain.url


def test_axe_finds_nothing_and_nothing_runs_out_of_the_page(form: Page) -> None:
    type_line(form, "", "8D", "QUANT", "40")
    type_line(form, "", "7A", "ALI(QUANT)", "")
    expect(form.locator("#id_game-line1-word_error")).to_have_count(1)
    look_at(form, (WIDE_AND_LIGHT, NARROW_AND_LIGHT))
