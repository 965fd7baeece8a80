"""From the last result of a round to the paper of the next one, with the keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import here, settle, sign_in_at, visit
from tests.browser.entry_page import type_line
from tests.builders.events import a_large_event, give
from tournaments.event.commands.event import ChangeRules
from tournaments.models import Board, Round

pytestmark = pytest.mark.django_db(transaction=True)

DIALOG = 1
"""The key with which the browser's own dialog is answered: Enter, for the usual printer."""
COUNT_PRINTS = "window.prints = 0; window.print = () => { window.prints += 1; }"


def test_four_keys_lead_from_the_last_result_of_a_hundred_players_to_printed_pairings(
    page: Page, live_server: LiveServer
) -> None:
    a_large_event("grand", players=100, rounds=1, open_games=1)
    give(ChangeRules(event="grand", division="A", planned_rounds=3, confirmed=True))
    sign_in_at(page, account("boss", operator=True), live_server.url)
    page.add_init_script(COUNT_PRINTS)
    visit(page, f"{live_server.url}/desk/grand/enter/?division=A&round=1")
    board = Board.objects.get(round__number=1, result=None)
    type_line(page, f"b{board.number} 401 388")
    expect(page.locator("#missing")).to_contain_text("Every result of the round is in.")
    keys = 0

    def press(key: str) -> None:
        nonlocal keys
        keys += 1
        with page.expect_navigation():
            page.keyboard.press(key)
        settle(page)

    press("Alt+3")
    assert "Pair round 2: 100 players on 50 boards" in here(page)
    press("Enter")
    expect(page.get_by_role("button", name="Publish and print")).to_be_visible()
    press("Shift+P")
    page.wait_for_function("window.prints === 1")
    assert keys + DIALOG <= 4
    assert Round.objects.get(number=2).published_at is not None
    for document in ("Pairings by board, round 2", "Pairings A–Z, round 2"):
        expect(page.get_by_role("heading", name=document)).to_be_visible()
    expect(page.locator(".result-slip:not(.no-slip)")).to_have_count(50)
    # Read again, it is not printed again.
    page.reload()
    settle(page)
    assert page.evaluate("window.prints") == 0
