"""A whole club night on a phone: an arrival in the middle, a network cut, a correction."""

from __future__ import annotations

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from clubs.club.commands.care import KeepPlayer
from clubs.models import KeptLedgerRow
from clubs.nights.jobs.mailing import send_due
from clubs.nights.queries.tonight import tonight
from core.models import JournalEntry
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import SignIn, settle, visit
from tests.browser.looks import EVERY_LOOK, look_at, open_folds
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.money import say_fees
from tests.builders.nights import an_open_night
from tournaments.models import Entry, Tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.may_say("ERR_INTERNET|ERR_FAILED"),
]

ADDRESS = "/desk/club_desk/hill/nights/2026-03-05/"


def _score(page: Page, game: int, one: int, two: int) -> None:
    fields = page.locator(".night-game").nth(game).locator(".night-scores input")
    fields.nth(0).fill(str(one))
    fields.nth(1).fill(str(two))
    fields.nth(1).press("Enter")


def _arrive(page: Page, *names: str) -> None:
    """One key, a name, Enter: somebody new is here."""
    for name in names:
        page.keyboard.press("g")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".night-people")).to_contain_text(name)
        page.locator("h1").click()


def _correct(page: Page, score: str) -> None:
    last = page.locator(".night-over li").first
    last.locator("summary").click()
    last.locator(".night-scores input").nth(0).fill(score)
    last.get_by_role("button", name="Correct it").click()
    expect(page.locator(".night-over li").first).to_contain_text(score)


def _pay_offline(page: Page, *names: str) -> None:
    """Tap who pays on two pages while the network is away; all is taken once it is back."""
    beside = page.context.new_page()
    visit(beside, page.url)
    page.context.set_offline(True)
    for one, name in zip((beside, page), names, strict=True):
        one.locator("#dues button", has_text=name).click()
        expect(one.locator("#dues button", has_text=name)).to_be_disabled()
    expect(page.locator("#outbox")).to_contain_text("2 lines wait here")
    expect(beside.locator("#outbox")).to_contain_text("2 lines wait here")
    beside.close()
    _keep_as_it_once_was(page)
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#outbox")).to_be_hidden()
    for name in names:
        expect(page.locator("#dues p").first).to_contain_text(name)
    assert KeptLedgerRow.objects.count() == len(names)
    entries = JournalEntry.objects.order_by("-pk")[: len(names)]
    said = [str(one.answer) for one in entries]
    assert all(name in told for name, told in zip(names, reversed(said), strict=True)), said


def _keep_as_it_once_was(page: Page) -> None:
    """Have the device keep the lines that wait as one list, as it did before each had a key."""
    page.evaluate(
        """() => {
            const keys = Object.keys(localStorage).filter((key) => key.startsWith("night:")).sort();
            const lines = keys.map((key) => JSON.parse(localStorage.getItem(key)));
            const list = keys[0].split(":").slice(0, 3).join(":");
            localStorage.setItem(list, JSON.stringify(lines.map(({ at, ...line }) => line)));
            for (const key of keys) localStorage.removeItem(key);
        }"""
    )


def _reads_and_sends_the_report(page: Page) -> None:
    """Read the report, send it to who asked for it, and end the mails by the link of one."""
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.locator("main")).to_contain_text("High game")
    look_at(page, EVERY_LOOK, "report")
    page.go_back()
    page.get_by_role("link", name="Send the report").click()
    look_at(page, EVERY_LOOK, "sending the report")
    page.get_by_role("button", name="Send the report").click()
    settle(page)
    expect(page.locator("main")).to_contain_text("1 mail waits to be sent.")
    assert send_due() == 1
    (sent,) = mail.outbox
    assert "Ann" in sent.body
    page.goto(sent.extra_headers["List-Unsubscribe"].strip("<>"))
    look_at(page, EVERY_LOOK, "ending the reports")
    page.get_by_role("button", name="End the reports").click()
    expect(page.get_by_role("status")).to_contain_text("You get no more reports by e-mail.")


def test_a_whole_night_is_run_on_a_phone_through_a_network_that_drops(
    site: Page, enter_as: SignIn, live_server: object
) -> None:
    found("hill", owner="dora")
    say_fees("hill")
    give(AddPlayer(key="pat", given_name="Pat", family_name="Reader", club="hill"))
    give(KeepPlayer(club="hill", player="pat", wants_reports=True, email="pat@example.org"))
    night = an_open_night()
    enter_as(site, account("dora"))
    site.set_viewport_size({"width": 360, "height": 740})
    visit(site, f"{live_server}{ADDRESS}")
    _arrive(site, "Ann", "Ben", "Cy", "Dee")
    site.get_by_role("button", name="Propose games").click()
    settle(site)
    site.get_by_role("button", name="Begin these games").click()
    expect(site.locator(".night-game")).to_have_count(2)
    site.context.set_offline(True)
    _score(site, 0, 401, 380)
    expect(site.locator("#outbox")).to_contain_text("401")
    _score(site, 1, 355, 360)
    site.locator("#guest").fill("Eve")
    site.locator("#guest").press("Enter")
    expect(site.locator("#outbox")).to_contain_text("3 lines wait here")
    site.context.set_offline(False)
    # What waits is kept on the device, and sent by the page as it is loaded again.
    site.reload()
    expect(site.locator("#outbox")).to_be_hidden()
    expect(site.locator(".night-over li")).to_have_count(2)
    expect(site.locator(".night-people")).to_contain_text("Eve")
    _correct(site, "357")
    _pay_offline(site, "Ben", "Eve")
    now = tonight(Tournament.objects.get(slug=night))
    scores = sorted(side.score or 0 for game in now.over for side in game.sides)
    assert scores == [357, 360, 380, 401]
    assert Entry.objects.count() == 5
    open_folds(site)
    look_at(site, EVERY_LOOK)
    _reads_and_sends_the_report(site)
