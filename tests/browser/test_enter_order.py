"""Slip order, other rounds, and what a line is of wherever one goes meanwhile."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.apps.tournaments.desk_events import SLUG, account, entries_of, publish
from tests.browser.conftest import SignIn, visit
from tests.browser.entry_page import address, answered, hold_next, sign_in, type_line
from tests.browser.halls import hall_of, stored_in
from tests.depth import size
from tournaments.models import Result, Seat

__all__ = ["address"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_slip_order_takes_seven_keys_a_slip_and_stops_where_one_is_none(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "s")
    expect(site.locator("#slip")).to_contain_text("Board 1:")
    type_line(site, "42338")
    expect(site.locator("#slip")).to_contain_text("stopped at board 1:")
    type_line(site, "400377")
    expect(site.locator("#todo li")).to_have_count(2)
    assert not Result.objects.exists()
    type_line(site, "b1")
    for slip in ("423389", "400377"):
        type_line(site, slip)
    answered(site)
    expect(site.locator("#slip")).to_be_hidden()
    sides = dict(Seat.objects.values_list("entry__number", "side"))
    held = [entry.payload for entry in entries_of() if entry.command == "result.entered"]
    assert [(sides[one["entry"]], one["score"]) for one in held] == [("first", 423), ("first", 400)]


NO_SLIPS = (
    *("423 389'", "423 38p", "4w3 389", "q423389", "423 389 412", "b2'", "b9", "slips?"),
    "1 42 389",
)


def test_after_a_line_that_is_no_slip_nothing_is_stored_on_the_board_before(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    for number, slip in enumerate(NO_SLIPS):
        for line in ("s", slip, f"4{number:02}377"):
            type_line(site, line)
        lost = site.locator("#todo code", has_text=f"board ?: 4{number:02}377")
        expect(lost, slip).to_have_count(1)
        answered(site)
        assert not Result.objects.exists(), slip


def test_a_line_that_says_itself_what_it_is_of_leaves_slip_order_where_it_is(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    for line in ("s", "3 400\N{EN DASH}377", "3 penalty -50 late", "423389"):
        type_line(site, line)
    answered(site)
    assert stored_in(SLUG).keys() == {(("A", 1), 1), (("A", 1), 2)}
    expect(site.locator("#todo")).to_be_hidden()


@pytest.mark.parametrize("own", ["b1 423389", "ff {second}", "{first} 423 389", "b1 423 42"])
def test_what_came_of_the_board_itself_moves_slip_order_on_however_it_is_said(
    site: Page, address: str, own: str
) -> None:
    sign_in(site, address)
    seats = Seat.objects.filter(board__number=1).values_list("side", "entry__number")
    for line in ("s", own.format(**dict(seats)), "400377"):
        type_line(site, line)
    answered(site)
    assert stored_in(SLUG)[("A", 1), 2] == (400, 377)
    expect(site.locator("#slip")).to_be_hidden()


def test_u_again_and_again_goes_back_board_by_board(site: Page, address: str) -> None:
    publish(2, (1, 3), (2, 4))
    sign_in(site, address.replace("round=1", "round=2"))
    for line in ("s", "423389", "400377", "b2", "u", "u"):
        type_line(site, line)
    expect(site.locator("#slip")).to_contain_text("Board 1:")
    answered(site)
    for line in ("423380", "400370"):
        type_line(site, line)
    answered(site)
    assert stored_in(SLUG) == {(("A", 2), 1): (423, 380), (("A", 2), 2): (400, 370)}


def test_a_slip_for_a_board_with_another_result_stops_slip_order_and_what_follows(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "b1 400 370")
    expect(site.locator("#echo")).to_contain_text("Ada")
    type_line(site, "b1")
    held = hold_next(site)
    for line in ("423389", "400377"):
        type_line(site, line)
    (sent,) = held
    sent.continue_()
    expect(site.locator("#slip")).to_contain_text("stopped at board 1:")
    expect(site.locator("#todo code")).to_contain_text(["board 1: 423389", "board ?: 400377"])
    assert stored_in(SLUG) == {(("A", 1), 1): (400, 370)}


def test_a_slip_that_is_brought_back_stays_the_slip_of_its_board(site: Page, address: str) -> None:
    sign_in(site, address)
    for line in ("s", "423389", "."):
        type_line(site, line)
    expect(site.locator("#line")).to_have_value("b1 423389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    site.keyboard.press("Backspace")
    site.keyboard.type("8\n")
    expect(site.locator("#todo")).to_contain_text("Board 1 has a result")
    assert Result.objects.count() == 1


def test_a_slip_that_is_none_is_mended_for_the_board_it_was_typed_at(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    for line in ("s", "42389"):
        type_line(site, line)
    expect(site.locator("#todo li")).to_have_count(1)
    type_line(site, "400370")
    expect(site.locator("#todo code")).to_have_text(["board ?: 400370", "board 1: 42389"])
    expect(site.locator("#line")).to_have_value("b? 400370")
    type_line(site, "b2")
    site.get_by_role("button", name="Change the line").nth(1).click()
    expect(site.locator("#line")).to_have_value("b1 42389")
    for _ in range(3):
        site.keyboard.press("ArrowLeft")
    site.keyboard.type("3\n")
    expect(site.locator("#echo")).to_contain_text("Ada")
    site.get_by_role("button", name="Change the line").click()
    site.keyboard.press("Enter")
    expect(site.locator("#todo")).to_contain_text("b? is neither an entry (7) nor a board (b12).")
    assert Result.objects.count() == 1


def test_what_was_left_in_the_line_goes_to_no_other_round(site: Page, address: str) -> None:
    publish(2, (1, 3), (2, 4))
    sign_in(site, address)
    type_line(site, "s")
    site.keyboard.type("1")
    site.goto(address.replace("round=1", "round=2"))
    expect(site.locator("#todo")).to_contain_text(
        "It was left in the line of another round and was not entered."
    )
    expect(site.locator("#slip")).to_be_hidden()
    type_line(site, "2 423389")
    expect(site.locator("#echo")).to_contain_text("Bea")
    site.keyboard.type("1")
    site.reload()
    expect(site.locator("#line")).to_have_value("1")
    type_line(site, "1 423 380")
    expect(site.locator("#echo")).to_contain_text("Ada")
    assert Result.objects.filter(board__round__number=2).count() == 2
    assert Result.objects.count() == 2


def test_a_slip_order_that_stopped_is_still_stopped_on_a_page_loaded_anew(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    for line in ("s", "42389"):
        type_line(site, line)
    expect(site.locator("#todo li")).to_have_count(1)
    site.reload()
    expect(site.locator("#slip")).to_contain_text("stopped at board 1: #")
    expect(site.locator("#slip")).to_contain_text("b1 to continue there.")


def test_every_line_that_leads_elsewhere_takes_what_follows_along(site: Page, address: str) -> None:
    publish(2, (1, 3), (2, 4))
    sign_in(site, address)
    for move in ("r 2 ", "r,2", "r #2", "round p2", "d, A", "R2"):
        held = hold_next(site)
        type_line(site, move)
        type_line(site, "1 423389")
        (sent,) = held
        sent.continue_()
        expect(site.locator("#echo"), move).to_contain_text("Cem")
        expect(site.locator("#place"), move).to_contain_text("round 2")
        assert set(Result.objects.values_list("board__round__number", flat=True)) == {2}, move
        type_line(site, "u")
        answered(site)
        assert not Result.objects.exists(), move
        type_line(site, "r 1")
        expect(site.locator("#place")).to_contain_text("round 1")


PLAYERS = size(10, deep=34)
BOARDS = PLAYERS // 2


def test_slips_take_ten_keys_by_number_and_seven_in_slip_order(
    site: Page, live_server: LiveServer, enter_as: SignIn
) -> None:
    hall = hall_of("keys", players=PLAYERS, rounds=4)
    enter_as(site, account("dora"))
    visit(site, live_server.url + reverse("desk-enter", args=("keys",)) + "?division=A&round=1")
    site.evaluate(
        "window.keys = 0; addEventListener('keydown', () => { window.keys += 1 }, {capture: true})"
    )
    random, keys, slips = Random(66), {"number": 0, "order": 0}, {"number": 0, "order": 0}
    for number, way in ((1, "number"), (2, "order"), (3, "number"), (4, "order")):
        if number > 1:
            site.keyboard.type(f"r {number}\n")
            expect(site.locator("#place")).to_contain_text(f"round {number}")
        before = site.evaluate("window.keys")
        if way == "order":
            site.keyboard.type("s\n")
        # An hour of a hall where a run is deep: 66 slips, of which each way has 33.
        for board in range(1, BOARDS + (number > 2)):
            one, _ = hall.boards[("A", number), board]
            first, second = random.sample(range(310, 490), 2)
            prefix = "" if way == "order" else f"{one} "
            site.keyboard.type(f"{prefix}{first}{second}\n")
            slips[way] += 1
        answered(site)
        keys[way] += site.evaluate("window.keys") - before
    assert len(stored_in("keys")) == sum(slips.values()) == 4 * BOARDS - 2
    assert keys["number"] <= 10 * slips["number"]
    assert keys["order"] <= 8 * slips["order"]


def test_lines_typed_after_another_division_are_of_that_division_however_late_it_comes(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    held = hold_next(site)
    for line in ("d Z", "3 400 380"):
        type_line(site, line)
    site.keyboard.type("1 4")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#todo li")).to_have_count(2)
    expect(site.locator("#todo")).to_contain_text("It was typed after d Z, which was refused.")
    site.keyboard.type("23 389\n")
    expect(site.locator("#todo li")).to_have_count(3)
    assert not Result.objects.exists()
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
