"""Pages that stay open through a round follow it by themselves, whatever happens meanwhile.

The clocks of the browser are paused, and go on only as a test says: nobody waits for a poll.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core.servers.basehttp import ThreadedWSGIServer
from django.test.testcases import LiveServerThread
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import visit
from tests.builders.events import a_division, a_published_round, give
from tournaments.board_games.queries.entry_links import token_of
from tournaments.clock.commands.timing import StartClock
from tournaments.event.commands.event import CreateEvent
from tournaments.models import Entry
from tournaments.results.commands.results import EnterResult

pytestmark = pytest.mark.django_db(transaction=True)

SOON = 6_000
EIGHT_HOURS = "08:00:00"
GAME_OF_3 = re.compile(r"Cleo Abbot · R1 · board 2 · (1st|2nd) v Ben Abbot \(1969\)")
# As an extension of the browser does, whose styles are no other program.
ADD_STYLES = """() => {
    const sheet = document.createElement("link");
    Object.assign(sheet, { rel: "stylesheet", disabled: true, href: "a.css" });
    document.head.append(sheet);
}"""


class PortAgain(ThreadedWSGIServer):
    """A server whose port may be taken at once by the next one, as that of the real one may."""

    def __init__(self, *address: Any, **options: Any) -> None:
        super().__init__(*address, **(options | {"allow_reuse_address": True}))


class Server:
    """The server of a test, which can be stopped and started again at its address."""

    def __init__(self, port: int) -> None:
        self.address = f"localhost:{port}"
        self.running: LiveServer | None = None

    def start(self) -> str:
        """Start it; return its address."""
        self.running = LiveServer(self.address)
        return str(self.running.url)

    def stop(self) -> None:
        """Stop it, where it runs."""
        if self.running is not None:
            self.running.stop()
            self.running = None


@pytest.fixture
def server(
    transactional_db: None, free_port: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """The server, not started yet."""
    monkeypatch.setattr(LiveServerThread, "server_class", PortAgain)
    one = Server(free_port)
    yield one
    one.stop()


def opened(context: BrowserContext, address: str) -> Page:
    """Return a page of its own at an address, which knows whether it was loaded again."""
    page = context.new_page()
    visit(page, address)
    page.evaluate(ADD_STYLES)
    page.evaluate("() => { globalThis.stayed = true }")
    return page


def row(page: Page, words: str) -> Locator:
    """Return the row of the table that says this, from the winner's side."""
    return page.locator("tbody tr", has_text=words)


def light(page: Page) -> Locator:
    """Return the light that says whether a page is up to date."""
    return page.locator(".live-light")


def enter(number: int, entry: int, score: int, other: int) -> None:
    """Enters a result in division A."""
    command = EnterResult(
        event="spring",
        division="A",
        round=number,
        entry=entry,
        score=score,
        opponent_score=other,
    )
    give(command)


@pytest.fixture
def round_one(server: Server, context: BrowserContext) -> str:
    """Division A of four, with round 1 published: the address of its server, all clocks paused."""
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=4, planned=3)
    a_published_round("spring", "A", 1, players=4)
    give(StartClock(event="spring", divisions=("A",)))
    context.clock.install()
    return server.start()


@pytest.mark.may_say("Failed to load resource", "failed: net::ERR")
def test_what_is_open_through_a_round_a_sleep_and_lost_connections_is_right_without_a_reload(
    context: BrowserContext, server: Server, round_one: str
) -> None:
    table = opened(context, f"{round_one}/events/spring/A/standings/")
    screen = opened(context, f"{round_one}/events/spring/screen/")
    overlay = opened(context, f"{round_one}/events/spring/A/overlay/scorebug/1/")
    slide, bug = screen.locator(".slide.now"), overlay.locator(".overlay")
    expect(slide).to_contain_text("Pairings of round 1")
    link = table.locator("tbody a").last
    link.focus()
    name = link.text_content()
    enter(1, 1, 400, 300)
    context.clock.run_for(SOON)
    expect(row(table, "400–300")).to_have_count(1)
    expect(table.locator(".live-said")).to_contain_text("in: ")
    expect(light(table)).to_have_text("Live")
    assert table.evaluate("() => document.activeElement.textContent") == name
    assert table.locator(".fresh").count() > 0
    somebody_is_followed(table)
    expect(slide).to_contain_text("Results of round 1")
    expect(bug).to_contain_text("W 400")
    it_is_told_in_how_long_a_round_begins(context, table)
    the_network_is_lost(context, table)
    expect(table.locator(".clock")).to_have_count(0)
    # The device sleeps while a round is published, and the server is started anew.
    server.stop()
    a_published_round("spring", "A", 2, players=4)
    enter(2, 1, 333, 222)
    server.start()
    context.clock.fast_forward(EIGHT_HOURS)
    context.clock.run_for(SOON)
    expect(table.locator("h1")).to_have_text("Standings in round 2, so far")
    expect(row(table, "333–222")).to_have_count(1)
    expect(screen.locator("#d1-results-1")).to_contain_text("333–222")
    expect(bug).to_contain_text("W 333")
    who_is_followed_is_so_in_other_tabs(context, table)
    stands_still(screen, context)
    for page in (table, screen, overlay):
        assert page.evaluate("() => globalThis.stayed")


def it_is_told_in_how_long_a_round_begins(context: BrowserContext, table: Page) -> None:
    """Have the clock of the page say when a round begins: in no words for a time of day."""
    clock = table.locator(".clock")
    # A clock on a page keeps itself, and is there once until the round is over.
    expect(clock).to_have_count(1)
    for minutes, said in ((63.5, "1 h 04 min"), (20.5, "21 min"), (4.5, r"4 min \d\d s")):
        target = (timezone.now() + timedelta(minutes=minutes)).isoformat()
        stage = {"counted": "Round 1 starts in {time}", "phase": "coming", "target": target}
        clock.evaluate("(it, stages) => { it.dataset.stages = stages }", json.dumps([stage]))
        context.clock.run_for(1_000)
        told = re.compile(rf"^Round 1 starts in {said}$".replace(" ", r"\s"))
        expect(clock.locator(".clock-line")).to_have_text(told)


def somebody_is_followed(table: Page) -> None:
    """Follow player 3 by key: their row is marked and pinned, and their next game is below."""
    star = table.locator("#star-3")
    expect(star).to_have_accessible_name("Follow Cleo Abbot")
    star.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(table.locator(".pinned tr")).to_have_count(1)
    expect(table.locator("tr.followed:has(#star-3)")).to_have_count(1)
    expect(table.locator(".follows")).to_have_text(GAME_OF_3)
    home = opened(table.context, urljoin(table.url, "/"))
    expect(home.locator(".band .follows")).to_have_text(GAME_OF_3)


def who_is_followed_is_so_in_other_tabs(context: BrowserContext, table: Page) -> None:
    """Open results in another tab, where player 3 is followed; what is pressed there holds here."""
    expect(table.locator(".follows")).to_contain_text(" · R2 · board 2 · ")
    home = next(page for page in context.pages if page.url == urljoin(table.url, "/"))
    expect(home.locator(".band")).to_contain_text("round 2 of 3 · 1 of 2 games in")
    expect(home.locator(".band .follows")).to_contain_text(" · R2 · board 2 · ")
    home.close()
    shows_the_followed_on_the_own_page(context, table)
    other = opened(context, table.url.replace("standings", "results"))
    expect(other.locator(".pinned tr")).to_have_count(1)
    other.locator("#star-3").click()
    for page in (other, table):
        expect(page.locator(".follow").first).to_be_visible()
        expect(page.locator(".pinned, .follows a")).to_have_count(0)
    other.close()


def shows_the_followed_on_the_own_page(context: BrowserContext, table: Page) -> None:
    """Open the own pages of players 1 and 3: the first shows the followed game, the other not."""
    for number, shown in ((1, 1), (3, 0)):
        entry = Entry.objects.select_related("tournament").get(number=number)
        link = f"/p/{token_of(entry, entry.tournament)}/"
        own = opened(context, urljoin(table.url, link))
        expect(own.locator("[data-follow] .follows")).to_have_count(1)
        expect(own.locator("[data-follow] .follows a")).to_have_count(shown)
        if shown:
            expect(own.locator(".follows a")).to_contain_text(" · R2 · board 2 · ")
        own.close()


def the_network_is_lost(context: BrowserContext, table: Page) -> None:
    """Take the network away: the light says so, and what came in then is seen once it is back."""
    context.set_offline(True)
    enter(1, 2, 410, 390)
    context.clock.run_for(30_000)
    expect(light(table)).to_contain_text("Not up to date since")
    context.set_offline(False)
    context.clock.run_for(30_000)
    expect(row(table, "410–390")).to_have_count(1)
    expect(light(table)).to_have_text("Live")
    # The row of player 3 was exchanged, with the star that has the focus; their game is over.
    expect(table.locator(".pinned tr")).to_contain_text("390–410")
    expect(table.locator(".follows")).to_contain_text("390–410 v Ben Abbot")
    assert table.evaluate("() => document.activeElement.id") == "star-3"


def stands_still(screen: Page, context: BrowserContext) -> None:
    """Assert that a screen on which an hour passes turns its slides, and holds no more for it."""
    count = "() => document.querySelectorAll('*').length"
    before, seen = screen.evaluate(count), set()
    for _ in range(5):
        context.clock.fast_forward(12 * 60_000)
        seen.add(screen.locator(".slide.now").get_attribute("id"))
    assert seen == {"d1-results-1", "d1-standings-1"}
    assert screen.evaluate(count) == before
