"""A treasurer keeps a club's ledger on a phone, by keyboard and without a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubs.money.commands.payments import TakeDues
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import account, give
from tests.browser.conftest import SignIn, press_on, tab_to, visit
from tests.browser.looks import NARROW_AND_LIGHT, look_at, show_as
from tests.builders.money import IN_MAY, at_till, book_of, club_with_fees, sums_of

pytestmark = pytest.mark.django_db(transaction=True)


def follow(page: Page, *links: str) -> None:
    """Go to links by Tab and open each by Enter."""
    for link in links:
        tab_to(page, link)
        press_on(page, "Enter")


def test_a_treasurer_keeps_the_ledger_on_a_phone(
    page: Page, live_server: Any, enter_as: SignIn
) -> None:
    club = club_with_fees(owner="olga")
    at_till(TakeDues(club="hill", member="bob"), at=IN_MAY)
    enter_as(page, account("tess", staff=False))
    give(GiveRole(journal="club:hill", account="tess", role=Role.TREASURER))
    show_as(page, NARROW_AND_LIGHT)
    money = live_server.url + reverse("desk-club-money", kwargs={"club": "hill"})
    visit(page, money)
    look_at(page, (NARROW_AND_LIGHT,), "money")
    # A payment in three steps: who, what, how much.
    follow(page, "Take a payment")
    page.keyboard.type("lee")
    press_on(page, "Enter")
    follow(page, "Ann Lee")
    look_at(page, (NARROW_AND_LIGHT,), "till")
    follow(page, "Take a payment on the tab")
    page.keyboard.type("4,50")
    look_at(page, (NARROW_AND_LIGHT,), "form")
    press_on(page, "Enter")
    expect(page.locator("main")).to_contain_text("Ledger no. 2: Paid on the tab, Ann Lee")
    # A card, with what the club takes for one already in the form.
    follow(page, "Ann Lee", "Sell a card", "Sell a card")
    assert sums_of(club)["card:ann"] == -5000
    assert book_of(club).ledger.cards["ann"].nights == 10
    _take_back_and_close(page)
    assert book_of(club).ledger.closed is not None
    assert "tab:bob" not in sums_of(club)
    assert sums_of(club)["cash"] == 450 + 5000


def _take_back_and_close(page: Page) -> None:
    """Take back Bob's dues of May, with the reason, and close that month."""
    follow(page, "Ledger by month")
    page.goto(page.url + "?month=2026-05")
    look_at(page, (NARROW_AND_LIGHT,), "ledger")
    follow(page, "Take back")
    page.keyboard.type("Bob was not there")
    press_on(page, "Enter")
    expect(page.locator("main")).to_contain_text("Bob was not there, Bob Day: 6.00 EUR paid out")
    follow(page, "Close a month")
    tab_to(page, "month")
    press_on(page, "Enter")
    expect(page.locator("main")).to_contain_text("closed")
