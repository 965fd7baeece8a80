"""A game is handed in by one link, confirmed by the other, and replayed: by keyboard, and axe."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import Game
from tests.apps.tournaments.board_games.game_events import (
    hand_in,
    link,
    played_event,
    put_on,
    record,
)
from tests.apps.tournaments.desk_events import SLUG, account, enter, give
from tests.browser.conftest import SignIn, go, press_on, tab_to, visit
from tests.browser.looks import NARROW_AND_DARK, WIDE_AND_LIGHT, look_at
from tournaments.board_games.commands.hand_in import OpenHandIn

pytestmark = pytest.mark.django_db(transaction=True)

PLAYED = record() + b">Bea: ADEILOT 7G ADO +18 18\n>Ada: EGIRSUZ - +0 48\n"


@pytest.fixture(autouse=True)
def _ground() -> None:
    played_event()
    enter(1, 1, 400, 300)


def test_a_game_goes_from_one_link_to_the_other_and_to_everybody_by_keyboard_alone(
    site: Page, live_server: Any
) -> None:
    page = site
    visit(page, live_server.url + link(1))
    go(page, "Hand this game in")
    tab_to(page, "game-way")
    page.keyboard.press("ArrowDown")
    page.locator("[name=game-pasted]").focus()
    page.keyboard.insert_text(PLAYED.decode())
    go(page, "Hand the game in")
    expect(page.get_by_role("status").first).to_contain_text("You have handed in the game.")
    visit(page, live_server.url + link(2))
    go(page, "Is it right? Look and confirm")
    expect(page.locator(".says")).not_to_contain_text("QUANT")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".says")).to_contain_text("QUANT")
    go(page, "Yes, this is what we played")
    expect(page.get_by_role("status")).to_contain_text("The game is confirmed")
    visit(page, live_server.url + reverse("results", args=(SLUG, "A", 1)))
    go(page, "Replay of board 1")
    game = Game.objects.get()
    assert page.url == live_server.url + reverse("game", args=(game.key,))
    page.keyboard.press("Home")
    turn = page.get_by_role("navigation", name="Turns").locator("[data-number]")
    expect(turn).to_have_text("0")
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(turn).to_have_text(str(number))


def test_without_scripts_a_game_is_looked_at_turn_by_turn_and_refused(
    plain: Page, live_server: Any
) -> None:
    key = hand_in(1, content=PLAYED)
    plain.goto(f"{live_server.url}{link(2)}game/{key}/")
    plain.get_by_role("link", name="First turn").click()
    expect(plain.locator(".says")).to_have_text("Before the first turn")
    plain.get_by_label("What is wrong").fill("The second turn was an exchange.")
    plain.get_by_role("button", name="No, something is wrong").click()
    expect(plain.get_by_role("status")).to_contain_text("You have refused the game")
    plain.goto(live_server.url + link(1))
    expect(plain.locator("main")).to_contain_text("The second turn was an exchange.")


def test_what_is_typed_stays_on_the_device_until_it_is_handed_in(
    page: Page, live_server: Any
) -> None:
    where = f"{live_server.url}{link(1)}round/1/"
    visit(page, where)
    page.get_by_label("typed").check()
    page.locator("[name=game-line0-where]").fill("8D")
    page.locator("[name=game-line0-word]").fill("QUANT")
    for number in range(1, 10):
        page.locator(f"[name=game-line{number}-what]").select_option("pass")
    give(OpenHandIn(event=SLUG, division="A", takes_games=False))
    for _ in range(2):
        visit(page, where)
        expect(page.locator("[data-kept-here]")).to_be_visible()
        expect(page.get_by_label("typed")).to_be_checked()
        expect(page.locator("[name=game-line0-word]")).to_have_value("QUANT")
        expect(page.locator("[name=game-line9-what]")).to_have_value("pass")
    expect(page.get_by_role("button", name="Hand the game in")).to_have_count(0)
    give(OpenHandIn(event=SLUG, division="A", takes_games=True))
    visit(page, f"{live_server.url}{link(3)}round/1/")
    expect(page.locator("[name=game-line0-word]")).to_have_value("")
    visit(page, where)
    page.get_by_role("button", name="Hand the game in").click()
    expect(page.get_by_role("status").first).to_contain_text("You have handed in the game.")
    visit(page, where)
    expect(page.locator("[name=game-line0-word]")).to_have_value("")
    expect(page.locator("[data-kept-here]")).to_be_hidden()


def test_on_a_phone_the_board_waits_above_the_lines(page: Page, live_server: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    visit(page, f"{live_server.url}{link(1)}round/1/")
    page.get_by_label("typed").check()
    page.locator("[name=game-line0-where]").fill("8D")
    page.locator("[name=game-line0-word]").fill("QUANT")
    page.locator("[name=game-line7-word]").focus()
    board = page.get_by_text("Board and score", exact=True)
    expect(board).to_be_in_viewport()
    board.click()
    expect(page.locator("td.tile").first).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.reload()
    expect(board).to_be_hidden()
    expect(page.locator("td.tile").first).to_be_visible()


def test_the_pages_of_links_and_games_fit_and_axe_finds_nothing(
    page: Page, enter_as: SignIn, live_server: Any
) -> None:
    key = hand_in(1, content=PLAYED)
    put_on(3, content=record("Cem", "Dov"), source="file", file_name="board-2.gcg")
    by_link = [link(1), link(2), f"{link(1)}round/1/", f"{link(2)}game/{key}/"]
    enter_as(page, account("dora"))
    of_event = [reverse(f"desk-{name}", args=(SLUG,)) for name in ("games", "links", "link-cards")]
    of_game = [
        reverse(f"desk-{name}", kwargs={"slug": SLUG, "key": key})
        for name in ("confirm-game", "refuse-game", "correct-game", "remove-game")
    ]
    recording = reverse("desk-record-game", args=(SLUG,)) + "?division=A&round=1&entry=1"
    for where in (*by_link, *of_event, *of_game, recording):
        visit(page, live_server.url + where)
        look_at(page, (WIDE_AND_LIGHT, NARROW_AND_DARK))


def test_a_wrong_game_is_told_beside_its_field_and_stays(page: Page, live_server: Any) -> None:
    visit(page, f"{live_server.url}{link(1)}round/1/")
    page.get_by_label("pasted text").check()
    page.locator("[name=game-pasted]").fill("no game")
    tab_to(page, "Hand the game in")
    press_on(page, "Enter")
    expect(page.locator(".wrong").first).to_contain_text("It contains no turn of a game.")
    expect(page.locator("[name=game-pasted]")).to_have_value("no game")
