"""What is typed while answers come: it is of what its writer had read, and it is never lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from core.actors import Actor
from core.journal.execute import execute
from tests.apps.tournaments.desk_events import SLUG, entries_of
from tests.browser.conftest import visit
from tests.browser.entry_page import (
    accept,
    address,
    answered,
    hold_next,
    press_once_read,
    sign_in,
    type_line,
)
from tournaments.models import Result
from tournaments.results.commands.results import EnterResult

__all__ = ["address"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("word", ["x", "drop", "c"])
def test_a_word_about_a_line_is_not_of_one_that_came_while_it_was_typed(
    site: Page, address: str, word: str
) -> None:
    sign_in(site, address)
    type_line(site, "1 400 380")
    expect(site.locator("#echo")).to_contain_text("Ada")
    held = hold_next(site)
    type_line(site, "1 400 390")
    site.keyboard.type(word)
    (sent,) = held
    sent.continue_()
    expect(site.locator("#todo code")).to_have_text("1 400 390")
    site.keyboard.press("Enter")
    expect(site.locator("#waiting")).to_contain_text("Another line came in the meantime.")
    expect(site.locator("#todo code")).to_have_text("1 400 390")
    expect(site.locator("#line")).to_be_focused()
    press_once_read(site, "x")
    expect(site.locator("#todo")).to_be_hidden()


def test_a_line_kept_back_after_a_move_that_was_refused_can_be_sent_where_one_is(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    held = hold_next(site)
    for line in ("d Z", "3 400 380"):
        type_line(site, line)
    (sent,) = held
    sent.continue_()
    expect(site.locator("#todo li")).to_have_count(2)
    row = site.locator("#todo li", has_text="3 400 380")
    row.get_by_role("button", name="Change the line").click()
    expect(site.locator("#waiting")).to_contain_text("it goes to the round shown above")
    site.keyboard.press("Enter")
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#todo code")).to_have_text("d Z")


def test_an_answer_leaves_what_was_typed_meanwhile_in_the_line(site: Page, address: str) -> None:
    sign_in(site, address)
    type_line(site, "1 42 389")
    expect(site.locator("#line[data-answers]")).to_have_count(1)
    held = hold_next(site)
    site.keyboard.press("Enter")
    site.get_by_role("button", name="Change the line").click()
    site.keyboard.type("7")
    (sent,) = held
    sent.continue_()
    expect(site.locator("#echo")).to_contain_text("Ada")
    expect(site.locator("#todo")).to_be_hidden()
    expect(site.locator("#line")).to_have_value("1 42 3897")
    assert Result.objects.count() == 1


def test_a_page_whose_address_brings_a_line_keeps_what_was_typed_over_it(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    visit(site, f"{address}&line=1%20423%20389")
    expect(site.locator("#line")).to_have_value("1 423 389")
    site.keyboard.press("ControlOrMeta+a")
    site.keyboard.type("3 400 38")
    site.reload()
    expect(site.locator("#line")).to_have_value("3 400 38")


def test_what_was_escaped_does_not_come_back_with_the_page(site: Page, address: str) -> None:
    sign_in(site, address)
    site.keyboard.type("3 400")
    site.keyboard.press("Escape")
    site.reload()
    expect(site.locator("#entry")).to_be_visible()
    expect(site.locator("#line")).to_have_value("")


def test_an_undo_of_what_another_page_made_leaves_this_pages_own_to_undo(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
    command = EnterResult(**where, entry=3, opponent=4, score=400, opponent_score=380)
    execute(command, actor=Actor("dora", trusted=True))
    type_line(site, "u")
    expect(site.locator("#todo")).to_contain_text(
        "This is not the last line that this page entered."
    )
    accept(site)
    expect(site.locator("#echo")).to_contain_text("undone")
    type_line(site, "u")
    answered(site)
    expect(site.locator("#todo")).to_be_hidden()
    assert not Result.objects.exists()
    assert [entry.command for entry in entries_of()][-2:] == ["journal.undone"] * 2


def test_u_typed_again_on_the_page_loaded_anew_takes_it_back_too(site: Page, address: str) -> None:
    sign_in(site, address)
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    type_line(site, "3 99 400")
    expect(site.locator("#todo code")).to_have_text("3 99 400")
    type_line(site, "u")
    expect(site.locator("#todo code")).to_have_text(["u", "3 99 400"])
    site.reload()
    press_once_read(site, "u")
    expect(site.locator("#echo")).to_contain_text("undone")
    expect(site.locator("#todo code")).to_have_text("3 99 400")
    assert not Result.objects.exists()


def test_u_typed_again_before_its_question_can_be_read_asks_once_more_in_one_place(
    site: Page, address: str
) -> None:
    sign_in(site, address)
    type_line(site, "1 423 389")
    expect(site.locator("#echo")).to_contain_text("Ada")
    type_line(site, "3 99 400")
    expect(site.locator("#todo code")).to_have_text("3 99 400")
    held = hold_next(site)
    type_line(site, "u")
    type_line(site, "u")
    expect(site.locator("#waiting")).to_have_text("Waiting for an answer: u · u")
    (sent,) = held
    sent.continue_()
    answered(site)
    expect(site.locator("#todo code")).to_have_text(["u", "3 99 400"])
    question = site.locator("#todo-lines > li").first
    expect(question).to_contain_text("Your last line, 3 99 400, was not entered")
    assert Result.objects.count() == 1


def test_a_line_that_was_asked_about_goes_once_its_result_is_in(site: Page, address: str) -> None:
    sign_in(site, address)
    type_line(site, "1 99 380")
    expect(site.locator("#todo code")).to_have_text("1 99 380")
    game: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
    enter = EnterResult(**game, entry=2, score=380, opponent_score=99)
    execute(enter, actor=Actor(name="eve", trusted=True))
    type_line(site, "3 400 390")
    expect(site.locator("#echo")).to_contain_text("Cem")
    expect(site.locator("#todo")).to_be_hidden()
    expect(site.locator("#waiting")).to_contain_text("1 99 380 is in now.")
