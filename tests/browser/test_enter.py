"""Results entered with the keyboard alone, with the script and without, looked at by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from core.models import JournalEntry
from tests.apps.tournaments.desk_events import entries_of
from tests.browser.conftest import press_on, visit
from tests.browser.entry_page import (
    PASSWORD,
    accept,
    address,
    answered,
    hold_next,
    press_once_read,
    sign_in,
    type_line,
)
from tests.browser.looks import EVERY_LOOK, look_at
from tournaments.models import Result

__all__ = ["address"]

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCES = ["result.entered", "result.entered", "journal.undone", "result.entered"]


def test_a_round_is_entered_corrected_and_undone_by_keyboard_alone(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    echo, said = site.locator("#echo"), site.locator(".entry-said")
    type_line(site, "1 423389")
    expect(echo).to_contain_text("Ada")
    expect(echo).to_contain_text("1–0 +34")
    expect(site.locator("#missing-1")).to_have_count(0)
    expect(site.locator("#entry-progress")).to_contain_text("1 of 2")
    expect(site.locator("#line")).to_have_value("")
    type_line(site, "3 99 400")
    expect(said).to_contain_text("99 is under 100.")
    accept(site)
    expect(echo).to_contain_text("Dov")
    expect(site.locator("#missing")).to_contain_text("Every result of the round is in.")
    expect(site.locator("#todo")).to_be_hidden()
    type_line(site, "u")
    expect(echo).to_contain_text("undone")
    expect(site.locator("#missing-2")).to_have_count(1)
    type_line(site, "3 399 400")
    expect(echo).to_contain_text("399")
    type_line(site, "3 399 401")
    expect(said).to_contain_text("You typed 399-401.")
    expect(site.locator("#line")).to_be_focused()
    press_once_read(site, "c")
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
    sign_in(site, address)
    type_line(site, "1 423 389")
    type_line(site, "1 423 398")
    expect(site.locator(".entry-said")).to_contain_text("Board 1 has a result")
    type_line(site, "3 400 380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    assert Result.objects.count() == 2
    assert not JournalEntry.objects.filter(command="result.corrected").exists()
    expect(site.locator("#todo code")).to_have_text("1 423 398")


def test_a_line_typed_while_an_answer_is_on_its_way_is_a_line_of_its_own(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "1 450 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    held = hold_next(site)
    type_line(site, "1 450 389")
    type_line(site, "3 387 471")
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
    sign_in(site, address)
    for line in ("99 400 300", "98 400 300"):
        type_line(site, line)
        expect(site.locator("#line")).to_have_value(line)
    type_line(site, "3 400 380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#line")).to_have_value("")
    expect(site.locator("#todo code")).to_have_text(["98 400 300", "99 400 300"])
    for _ in range(2):
        press_once_read(site, "x")
    expect(site.locator("#todo")).to_be_hidden()


def test_a_refused_line_that_is_changed_leaves_the_list(site: Page, address: str) -> None:
    sign_in(site, address)
    type_line(site, "3 4o0 380")
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
    sign_in(site, address)
    line = site.locator("#line")
    type_line(site, "1 423 389")
    type_line(site, "3 400 380")
    site.keyboard.type("9")
    for key, value in (
        *(("ArrowUp", "3 400 380"), ("ArrowUp", "1 423 389"), ("ArrowUp", "1 423 389")),
        *(("ArrowDown", "3 400 380"), ("ArrowDown", "9"), ("Escape", ""), ("Escape", "")),
    ):
        site.keyboard.press(key)
        expect(line).to_have_value(value)
    expect(line).to_be_focused()
    type_line(site, ".")
    expect(line).to_have_value("3 400 380")


def test_no_digit_leads_away_and_help_leaves_the_cursor_in_the_line(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "?")
    expect(site.locator("#help")).to_have_attribute("open", "")
    type_line(site, "m")
    answered(site)
    site.locator("h1").click()
    site.keyboard.type("5 412 377")
    expect(site.locator("#line")).to_have_value("5 412 377")
    site.locator("#help summary").focus()
    site.keyboard.type("1")
    expect(site.locator("#line")).to_have_value("5 412 3771")
    press_on(site, "Alt+5")
    assert "/paper/" in site.url


def test_a_nervous_second_enter_accepts_nothing(site: Page, address: str) -> None:
    sign_in(site, address)
    # Enter again in the very moment in which the question is shown.
    site.evaluate("""() => new MutationObserver(() => {
        document.getElementById("entry").requestSubmit();
    }).observe(document.getElementById("todo-lines"), {childList: true})""")
    site.keyboard.type("3 99 400\n\n\n")
    expect(site.locator(".entry-said")).to_contain_text("99 is under 100.")
    expect(site.locator("#line[data-answers]")).to_have_count(1)
    answered(site)
    assert not Result.objects.exists()


def test_an_answer_to_an_older_line_arms_no_other_and_what_is_dropped_leaves_the_line(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    for line in ("1 99 400", "3 99 380"):
        type_line(site, line)
        expect(site.locator("#line")).to_have_value(line)
    site.get_by_role("button", name="Drop it").first.click()
    expect(site.locator("#line")).to_have_value("")
    site.keyboard.press("Enter")
    type_line(site, "3 401 380")
    expect(site.locator("#echo")).to_contain_text("Cem")
    assert Result.objects.count() == 1
    expect(site.locator("#todo code")).to_have_text("1 99 400")


@pytest.mark.parametrize("answer", ["Enter", "u"])
def test_u_in_another_tab_asks_before_it_takes_back_what_this_one_did_not_enter(
    site: Page, address: str, answer: str
) -> None:
    sign_in(site, address)
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    other = site.context.new_page()
    visit(other, address)
    type_line(other, "u")
    expect(other.locator("#todo")).to_contain_text(
        "This is not the last line that this page entered"
    )
    assert Result.objects.count() == 1
    if answer == "u":
        press_once_read(other, "u")
    else:
        accept(other)
    expect(other.locator("#echo")).to_contain_text("undone")
    expect(other.locator("#todo")).to_be_hidden()
    assert not Result.objects.exists()


@pytest.mark.console("net::ERR_FAILED")
def test_a_server_that_does_not_answer_loses_nothing_and_swallows_no_enter(
    page: Page, address: str
) -> None:
    sign_in(page, address)
    page.route("**/enter/**", lambda route: route.abort())
    for line in ("1 423 389", "3 400 380", "99 1 1"):
        type_line(page, line)
    expect(page.locator("#waiting")).to_contain_text("The server does not answer. 3 lines wait")
    expect(page.locator("#waiting")).to_contain_text("1 423 389 · 3 400 380 · 99 1 1")
    page.unroute("**/enter/**")
    expect(page.locator("#todo code")).to_have_text("99 1 1")
    expect(page.locator("#waiting")).to_be_hidden()
    assert Result.objects.count() == 2


@pytest.mark.console("net::ERR_FAILED")
def test_a_page_loaded_anew_goes_on_where_it_was(page: Page, address: str) -> None:
    sign_in(page, address)
    type_line(page, "99 1 1")
    expect(page.locator("#todo code")).to_have_text("99 1 1")
    page.route("**/enter/**", lambda r: r.abort() if r.request.method == "POST" else r.continue_())
    type_line(page, "1 423 389")
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
    # Who else is here is asked for at any time, and would be told first that nobody is signed in.
    page.route("**/here/**", lambda route: route.fulfill(json={"others": []}))
    sign_in(page, address)
    page.context.clear_cookies()
    type_line(page, "1 423 389")
    expect(page.locator("#waiting")).to_contain_text("You are signed out")
    assert not Result.objects.exists()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Username").fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    press_on(page, "Enter")
    expect(page.locator("#echo")).to_contain_text("Ada")
    assert Result.objects.count() == 1


def test_without_the_script_every_line_works_the_same(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, address)
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
            page.get_by_role("button", name="Enter the forfeit").click()
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


def test_axe_finds_nothing_and_nothing_runs_out_of_the_page(site: Page, address: str) -> None:
    sign_in(site, address)
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    type_line(site, "1 389 423")
    expect(site.locator(".entry-said")).to_contain_text("It changes who won.")
    press_once_read(site, "c")
    expect(site.locator("[name=because]").first).to_be_focused()
    site.get_by_text("Everything a line can say").click()
    site.get_by_text("All boards of round 1").click()
    look_at(site, EVERY_LOOK)


def test_a_server_that_takes_its_time_is_told_of_before_it_is_given_up(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    held = hold_next(site)
    type_line(site, "1 423 389")
    expect(site.locator("#waiting")).to_contain_text("The server has not answered yet.")
    expect(site.locator("#waiting.message")).to_contain_text("1 423 389")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#waiting")).to_be_hidden()
    expect(site.locator("#echo")).to_contain_text("Ada")
