"""Results entered with the keyboard alone, with the script and without, looked at by axe."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, account, entries_of, new_event, publish
from tests.browser.conftest import SignIn, press_on, visit
from tests.browser.halls import hall_of, stored_in
from tournaments.models import Result, Seat

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long password"
SENTENCES = ["result.entered", "result.entered", "journal.undone", "result.entered"]


@pytest.fixture
def address(live_server: LiveServer) -> str:
    """The page of round 1, which waits for two results."""
    account("dora")
    new_event()
    publish(1, (1, 2), (3, 4))
    return live_server.url + reverse("desk-enter", kwargs={"slug": SLUG}) + "?division=A&round=1"


def _sign_in(page: Page, address: str) -> None:
    visit(page, address)
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    press_on(page, "Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Enter results")


def _type(page: Page, line: str) -> None:
    """Type a line where the page put the cursor, and send it."""
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def _hold_next(page: Page) -> list[Route]:
    """Keep the next line that is sent from the server; return where it then is."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/enter/**", hold, times=1)
    return held


def _answered(page: Page) -> None:
    """Wait until every line that was typed is answered."""
    expect(page.locator("#entry[aria-busy=true]")).to_have_count(0)


def _accept(page: Page) -> None:
    """Press Enter on the line that was questioned, once there was time to read the question."""
    expect(page.locator("#line[data-answers]")).to_have_count(1)
    page.keyboard.press("Enter")


def test_a_round_is_entered_corrected_and_undone_by_keyboard_alone(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    echo, said = site.locator("#echo"), site.locator(".entry-said")
    _type(site, "1 423389")
    expect(echo).to_contain_text("Ada")
    expect(echo).to_contain_text("1–0 +34")
    expect(site.locator("#missing-1")).to_have_count(0)
    expect(site.locator("#entry-progress")).to_contain_text("1 of 2")
    expect(site.locator("#line")).to_have_value("")
    _type(site, "3 99 400")
    expect(said).to_contain_text("99 is under 100.")
    _accept(site)
    expect(echo).to_contain_text("Dov")
    expect(site.locator("#missing")).to_contain_text("Every result of the round is in.")
    expect(site.locator("#todo")).to_be_hidden()
    _type(site, "u")
    expect(echo).to_contain_text("undone")
    expect(site.locator("#missing-2")).to_have_count(1)
    _type(site, "3 399 400")
    expect(echo).to_contain_text("399")
    _type(site, "3 399 401")
    expect(said).to_contain_text("You typed 399-401.")
    expect(site.locator("#line")).to_be_focused()
    _type(site, "c")
    expect(site.locator("[name=because]").first).to_be_focused()
    site.keyboard.press("Space")
    site.keyboard.press("Enter")
    expect(echo).to_contain_text("401")
    expect(site.locator("#line")).to_be_focused()
    done = [entry.command for entry in entries_of()][-5:]
    assert done == [*SENTENCES, "result.corrected"]
    assert JournalEntry.objects.get(command="result.corrected").reason == "Slip misread"


def test_a_slip_typed_after_one_for_a_board_with_a_result_is_never_its_reason(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    _type(site, "1 423 389")
    _type(site, "1 423 398")
    expect(site.locator(".entry-said")).to_contain_text("Board 1 has a result")
    _type(site, "3 400 380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    assert Result.objects.count() == 2
    assert not JournalEntry.objects.filter(command="result.corrected").exists()
    expect(site.locator("#todo code")).to_have_text("1 423 398")


def test_a_line_typed_while_an_answer_is_on_its_way_is_a_line_of_its_own(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    _type(site, "1 450 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    held = _hold_next(site)
    _type(site, "1 450 389")
    _type(site, "3 387 471")
    site.keyboard.type("9 4")
    expect(site.locator("#waiting")).to_have_text("Waiting for an answer: 1 450 389 · 3 387 471")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#line")).to_have_value("9 4")
    expect(site.locator("#waiting")).to_be_hidden()
    entered = [entry.payload for entry in entries_of() if entry.command == "result.entered"]
    assert [(one["entry"], one["score"]) for one in entered] == [(1, 450), (3, 387)]


def test_what_is_refused_is_marked_so_that_the_next_slip_takes_its_place(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    for line in ("99 400 300", "98 400 300"):
        _type(site, line)
        expect(site.locator("#line")).to_have_value(line)
    _type(site, "3 400 380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#line")).to_have_value("")
    expect(site.locator("#todo code")).to_have_text(["98 400 300", "99 400 300"])
    _type(site, "x")
    _type(site, "x")
    expect(site.locator("#todo")).to_be_hidden()


def test_a_refused_line_that_is_changed_leaves_the_list(site: Page, address: str) -> None:
    _sign_in(site, address)
    _type(site, "3 4o0 380")
    expect(site.locator("#line")).to_have_value("3 4o0 380")
    site.keyboard.press("End")
    for _ in range(5):
        site.keyboard.press("ArrowLeft")
    site.keyboard.press("Backspace")
    site.keyboard.type("0")
    site.keyboard.press("Enter")
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#todo")).to_be_hidden()


def test_esc_and_the_arrows_do_what_they_do_in_a_shell(site: Page, address: str) -> None:
    _sign_in(site, address)
    line = site.locator("#line")
    _type(site, "1 423 389")
    _type(site, "3 400 380")
    site.keyboard.type("9")
    for key, value in (
        *(("ArrowUp", "3 400 380"), ("ArrowUp", "1 423 389"), ("ArrowUp", "1 423 389")),
        *(("ArrowDown", "3 400 380"), ("ArrowDown", "9"), ("Escape", ""), ("Escape", "")),
    ):
        site.keyboard.press(key)
        expect(line).to_have_value(value)
    expect(line).to_be_focused()
    _type(site, ".")
    expect(line).to_have_value("3 400 380")


def test_no_digit_leads_away_and_help_leaves_the_cursor_in_the_line(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    _type(site, "?")
    expect(site.locator("#help")).to_have_attribute("open", "")
    _type(site, "m")
    _answered(site)
    site.locator("h1").click()
    site.keyboard.type("5 412 377")
    expect(site.locator("#line")).to_have_value("5 412 377")
    site.locator("#help summary").focus()
    site.keyboard.type("1")
    expect(site.locator("#line")).to_have_value("5 412 3771")
    press_on(site, "Alt+5")
    assert "/paper/" in site.url


def test_a_nervous_second_enter_accepts_nothing(site: Page, address: str) -> None:
    _sign_in(site, address)
    site.route("**/enter/**", lambda route: route.continue_())
    site.keyboard.type("3 99 400")
    for _ in range(4):
        site.keyboard.press("Enter")
    _answered(site)
    expect(site.locator(".entry-said")).to_contain_text("99 is under 100.")
    assert not Result.objects.exists()


def test_slip_order_takes_seven_keys_a_slip_and_stops_where_one_is_none(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    _type(site, "s")
    expect(site.locator("#slip")).to_contain_text("Board 1:")
    _type(site, "42338")
    expect(site.locator("#slip")).to_contain_text("stopped at board 1:")
    _type(site, "400377")
    expect(site.locator("#todo li")).to_have_count(2)
    assert not Result.objects.exists()
    _type(site, "b1")
    for slip in ("423389", "400377"):
        _type(site, slip)
    _answered(site)
    expect(site.locator("#slip")).to_be_hidden()
    sides = dict(Seat.objects.values_list("entry__number", "side"))
    held = [entry.payload for entry in entries_of() if entry.command == "result.entered"]
    assert [(sides[one["entry"]], one["score"]) for one in held] == [("first", 423), ("first", 400)]


def test_sixty_six_slips_take_ten_keys_by_number_and_seven_in_slip_order(
    site: Page, live_server: LiveServer, enter_as: SignIn
) -> None:
    hall = hall_of("keys", players=34, rounds=4)
    enter_as(site, account("dora"))
    visit(site, live_server.url + reverse("desk-enter", args=("keys",)) + "?division=A&round=1")
    site.evaluate(
        "window.keys = 0; addEventListener('keydown', () => { window.keys += 1 }, {capture: true})"
    )
    random, keys = Random(66), {"number": 0, "order": 0}
    for number, way in ((1, "number"), (2, "order"), (3, "number"), (4, "order")):
        if number > 1:
            site.keyboard.type(f"r {number}\n")
            expect(site.locator("#place")).to_contain_text(f"round {number}")
        before = site.evaluate("window.keys")
        if way == "order":
            site.keyboard.type("s\n")
        for board in range(1, 17 if number < 3 else 18):
            one, _ = hall.boards[("A", number), board]
            first, second = random.sample(range(310, 490), 2)
            prefix = "" if way == "order" else f"{one} "
            site.keyboard.type(f"{prefix}{first}{second}\n")
        _answered(site)
        keys[way] += site.evaluate("window.keys") - before
    assert len(stored_in("keys")) == 66
    assert keys["number"] <= 10 * 33
    assert keys["order"] <= 8 * 33


@pytest.mark.console("net::ERR_FAILED")
def test_a_server_that_does_not_answer_loses_nothing_and_swallows_no_enter(
    page: Page, address: str
) -> None:
    _sign_in(page, address)
    page.route("**/enter/**", lambda route: route.abort())
    for line in ("1 423 389", "3 400 380", "99 1 1"):
        _type(page, line)
    expect(page.locator("#waiting")).to_contain_text("The server does not answer. 3 lines wait")
    expect(page.locator("#waiting")).to_contain_text("1 423 389 · 3 400 380 · 99 1 1")
    page.unroute("**/enter/**")
    expect(page.locator("#todo code")).to_have_text("99 1 1")
    expect(page.locator("#waiting")).to_be_hidden()
    assert Result.objects.count() == 2


@pytest.mark.console("net::ERR_FAILED")
def test_a_page_loaded_anew_goes_on_where_it_was(page: Page, address: str) -> None:
    _sign_in(page, address)
    _type(page, "99 1 1")
    expect(page.locator("#todo code")).to_have_text("99 1 1")
    page.route("**/enter/**", lambda r: r.abort() if r.request.method == "POST" else r.continue_())
    _type(page, "1 423 389")
    page.keyboard.type("3 400")
    expect(page.locator("#waiting")).to_contain_text("1 line waits")
    page.on("dialog", lambda dialog: dialog.accept())
    page.unroute("**/enter/**")
    page.route("**/enter/**", lambda r: r.abort() if r.request.method == "POST" else r.continue_())
    page.reload()
    page.unroute("**/enter/**")
    expect(page.locator("#echo")).to_contain_text("Ada")
    expect(page.locator("#line")).to_have_value("3 400")
    expect(page.locator("#todo code")).to_have_text("99 1 1")


@pytest.mark.console("403")
def test_whoever_was_signed_out_signs_in_and_what_waits_is_sent(page: Page, address: str) -> None:
    _sign_in(page, address)
    page.context.clear_cookies()
    _type(page, "1 423 389")
    expect(page.locator("#waiting")).to_contain_text("You are signed out")
    assert not Result.objects.exists()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    press_on(page, "Enter")
    expect(page.locator("#echo")).to_contain_text("Ada")
    assert Result.objects.count() == 1


def test_lines_typed_after_another_division_are_of_that_division_however_late_it_comes(
    site: Page, address: str
) -> None:
    _sign_in(site, address)
    held = _hold_next(site)
    for line in ("d Z", "3 400 380"):
        _type(site, line)
    site.keyboard.type("1 4")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#todo li")).to_have_count(2)
    expect(site.locator("#todo")).to_contain_text("It was typed after d Z, which was refused.")
    site.keyboard.type("23 389\n")
    expect(site.locator("#todo li")).to_have_count(3)
    assert not Result.objects.exists()
    _type(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")


def test_without_the_script_every_line_works_the_same(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    _sign_in(page, address)
    for line, shown in (
        ("1 423 389", "1–0 +34"),
        ("u", "undone"),
        ("ff 1", "0–1 −50"),
        ("3 400 380", "1–0 +20"),
    ):
        page.locator("#line").fill(line)
        press_on(page, "Enter")
        if line == "ff 1":
            expect(page.locator(".entry-said")).to_contain_text("wins by forfeit")
            expect(page.locator("#line")).to_be_focused()
            page.get_by_role("button", name="Enter it as it stands").click()
        expect(page.locator("#echo")).to_contain_text(shown)
    page.locator("#line").fill("3 400 385")
    press_on(page, "Enter")
    expect(page.locator(".entry-said")).to_contain_text("You typed 400-385.")
    expect(page.locator("#line")).to_have_value("")
    page.locator(".entry-correct summary").click()
    page.get_by_label("Scores swapped").check()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator("#echo")).to_contain_text("385")
    page.locator("#line").fill("?")
    press_on(page, "Enter")
    expect(page.locator("#help[open]")).to_contain_text("No. 7 did not come;")
    expect(page.locator("#line")).to_be_focused()
    context.close()
    assert entries_of()[-1].reason == "Scores swapped"


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_runs_out_of_the_page(
    site: Page, address: str, width: int, scheme: str
) -> None:
    site.set_viewport_size({"width": width, "height": 800})
    site.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    _sign_in(site, address)
    _type(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    _type(site, "1 389 423")
    expect(site.locator(".entry-said")).to_contain_text("It changes who won.")
    _type(site, "c")
    expect(site.locator("[name=because]").first).to_be_focused()
    site.get_by_text("Everything a line can say").click()
    site.get_by_text("All boards of round 1").click()
    found = Axe().run(site)
    assert found.violations_count == 0, found.generate_report()
    assert site.evaluate("document.documentElement.scrollWidth") <= width
